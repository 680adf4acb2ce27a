/** Measures what a test pays for a world in its own process. */
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { createWorld } from "../msw/handlers.ts";
import { alternate, type Measurement, measurement } from "./measurement.ts";
import { durationOf } from "./servers.ts";

const ROUNDS = 11;
const LISTS = 2000;

const CREATE =
  'const { createWorld } = await import("orders-kit/msw"); const world = createWorld();';

export async function worlds(): Promise<Measurement[]> {
  const world = createWorld();
  const text = stringifyJson(await world.list()).replace(/"(id|petId)":"(\d+)"/g, '"$1":$2');
  // One extra round for each side to warm up.
  const lists = await alternate(
    ROUNDS + 1,
    () => timeOf(() => world.list()),
    () => timeOf(() => parseJson(text, { ids: "string" })),
  );
  const firsts = await alternate(
    ROUNDS,
    () => durationOf(["--input-type=module", "-e", `${CREATE} await world.ship("2");`]),
    () => durationOf(["--input-type=module", "-e", CREATE]),
  );
  return [
    measurement(
      {
        id: "world-list",
        what: "list() of 50 orders in the process",
        baseline: "parseJson of that list",
        unit: "ms",
        max: 1,
      },
      lists.slice(1),
    ),
    measurement(
      {
        id: "world-first",
        what: "import, createWorld and a first ship()",
        baseline: "without ship()",
        unit: "ms",
        max: 1.1,
      },
      firsts,
    ),
  ];
}

/** Milliseconds per call. */
async function timeOf(call: () => unknown): Promise<number> {
  const began = performance.now();
  for (let nth = 0; nth < LISTS; nth++) await call();
  return (performance.now() - began) / LISTS;
}
