/** Reads the bodies of control requests. Each function throws a UserError with the place of each mistake. */
import * as v from "valibot";
import { isScenarioFile } from "../../scenarios/load.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import {
  type ListedOrder,
  MAX_ORDERS,
  MAX_SEED,
  MAX_SHIP_SECONDS,
} from "../../scenarios/scenario.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { read } from "../../scenarios/source/read.ts";
import { integer, mapping, number, string } from "../../scenarios/source/schemas.ts";
import { errorAt, type Path, type Source } from "../../scenarios/source/source.ts";
import type { WorldSnapshot } from "../service/world.ts";
import type { SingleReset } from "./commands.ts";
import type { Mark } from "./marks.ts";

/** 100 years. */
const MAX_SECONDS = 3_155_760_000;

const resetSchema = mapping({
  scenario: v.exactOptional(string),
  text: v.exactOptional(string),
  seed: v.exactOptional(integer(0, MAX_SEED)),
  orders: v.exactOptional(integer(0, MAX_ORDERS)),
});

/** The body of `POST reset`. */
export function parseReset(body: string): SingleReset {
  const source = jsonSource(body, "body");
  const { text, ...options } = read(source, resetSchema);
  const { scenario } = options;
  if (text !== undefined)
    return { ...options, scenario: parseScenario(text, scenario ?? "scenario.yaml") };
  refuseFile(source, ["scenario"], scenario);
  return options;
}

/** A client must not make the mock read files of its machine. */
function refuseFile(source: Source, path: Path, scenario: string | undefined): void {
  if (scenario === undefined || !isScenarioFile(scenario)) return;
  const problem = "Expected the name of a scenario. Send the content of a file as text.";
  throw errorAt(source, path, problem);
}

const MARK_EXPECTED = "Expected a mark, as POST marks has answered it.";
const markSchema = mapping(
  { start: resetSchema, changes: v.custom<WorldSnapshot>(isSnapshot, MARK_EXPECTED) },
  MARK_EXPECTED,
);

/** True if it has the parts of a snapshot: what is in them only a mock writes. */
function isSnapshot(value: unknown): boolean {
  const { orders, events } = (value ?? {}) as Partial<WorldSnapshot>;
  const lists = [
    orders?.edits,
    orders?.states,
    orders?.hideAfterList,
    events?.faults,
    events?.ships,
  ];
  return lists.every(Array.isArray) && [events?.lists, events?.firstListAt].every(Number.isInteger);
}

/** The body of `PUT marks`, as `POST marks` has answered it. */
export function parseMark(body: string): Mark {
  const source = jsonSource(body, "body");
  const { start, changes } = read(source, markSchema);
  if (start.text === undefined) refuseFile(source, ["start", "scenario"], start.scenario);
  return { start, changes };
}

const clockSchema = mapping(
  { seconds: number(0, MAX_SECONDS, "seconds") },
  "Say how much time goes by: seconds: 10.",
);

/** The body of `POST clock`: seconds. */
export const parseSeconds = (body: string): number =>
  read(jsonSource(body, "body"), clockSchema).seconds;

const shipSchema = mapping({
  afterSeconds: v.exactOptional(number(0, MAX_SHIP_SECONDS, "seconds")),
});

/** The body of `POST orders/{id}/ship`: undefined for an order that ships at once. */
export const parseShip = (body: string): number | undefined =>
  read(jsonSource(body, "body"), shipSchema).afterSeconds;

/** The body of `PUT orders/{id}`: the fields of the order without its id, and its state. */
export function parseOrder(
  body: string,
  id: bigint,
): ListedOrder & { readonly order: { readonly id: bigint } } {
  const { order, state } = read(jsonSource(body, "body"), orderSchema);
  const { id: _, ...fields } = order;
  return { order: { id, ...fields }, state };
}
