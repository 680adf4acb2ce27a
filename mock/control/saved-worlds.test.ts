/**
 * A saved world continues in the same way when opened again, from a scenario file and from a mark.
 */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { scenarioNamed } from "../../scenarios/load.ts";
import { readScenario } from "../../scenarios/read-scenario.ts";
import type { Fault, LoadedScenario, Scenario, ShipRule } from "../../scenarios/scenario.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import { runs } from "../../spec/testing/runs.ts";
import { createService } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { localWorld } from "./local-world.ts";
import { ownWorlds } from "./open-world.ts";
import { worldScenario } from "./world-scenario.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

const IDS = ["2", "3", "4", "9007199254740993", "9223372036854775807"];
const NOW = 1_800_000_000_000;

type Step =
  | { readonly kind: "list" | "pet" }
  | { readonly kind: "cancel" | "ship" | "put" | "remove"; readonly id: string }
  | { readonly kind: "wait"; readonly seconds: number };

const id = fc.constantFrom(...IDS);
/** Ids of orders to put, some of which are removed again. */
const put = fc.constantFrom(...IDS, "30", "31");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("list", "pet") }),
  fc.record({ kind: fc.constantFrom("cancel", "ship"), id }),
  fc.record({ kind: fc.constantFrom("put", "remove"), id: put }),
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 0, max: 9 }) }),
);
const few = fc.integer({ min: 1, max: 3 });
const fault: fc.Arbitrary<Fault> = fc.record(
  {
    status: fc.constantFrom(401, 429, 503),
    on: fc.constantFrom<OperationId>("listOrders", "cancelOrder"),
    id,
    times: few,
    nth: few,
    every: few,
    after: few,
    probability: fc.constantFrom(0.3, 0.7),
    delay: fc.constant([5, 500] as const),
  },
  { requiredKeys: ["status"] },
);
const ship: fc.Arbitrary<ShipRule> = fc.oneof(
  fc.record({ id, afterSeconds: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ count: few, afterLists: few }),
  fc.record({ beforeCancel: few }),
);
const start: fc.Arbitrary<LoadedScenario> = fc
  .record({
    faults: fc.array(fault, { maxLength: 3 }),
    ships: fc.array(ship, { maxLength: 2 }),
    key: fc.option(fc.record({ expiresAfter: fc.integer({ min: 1, max: 12 }) }), {
      nil: undefined,
    }),
    listOrder: fc.constantFrom("ascending", "descending", "shuffled"),
    dates: fc.constantFrom("mixed", "offset"),
    fields: fc.constantFrom("all", "some"),
  })
  .map(({ faults, ships, key, listOrder, dates, fields }) => ({
    ...scenarioNamed("default"),
    answers: { "list-order": listOrder, "ship-date-form": dates, "order-fields": fields },
    faults,
    // The answer may have removed the id of an order that a rule names.
    ships: fields === "some" ? ships.filter((rule) => rule.id === undefined) : ships,
    ...(key && { key }),
  }))
  .map(readScenario);

/** A service with a clock that the test sets. */
async function mockOf(scenario: Scenario) {
  const clock = { now: NOW };
  const service = await createService({ scenario, now: () => clock.now });
  return { clock, service };
}
type Mock = Awaited<ReturnType<typeof mockOf>>;

/** Takes a step, and returns what an app sees of it. */
function take({ clock, service }: Mock, step: Step): unknown {
  const { store } = service.main;
  const send = (method: string, path: string) => ask(service, { method, path });
  switch (step.kind) {
    case "wait":
      clock.now += step.seconds * 1000;
      return undefined;
    case "ship":
      return store.change(BigInt(step.id), "shipped");
    case "put":
      return store.put(BigInt(step.id), `{"id":${step.id},"quantity":7}`, "pending");
    case "remove":
      return store.entry(BigInt(step.id)) && store.remove(BigInt(step.id));
    case "list":
      return send("GET", "/store/orders");
    case "pet":
      return send("GET", "/pets/1");
    case "cancel":
      return send("DELETE", `/store/orders/${step.id}`);
  }
}

const steps = fc.array(step, { maxLength: 14 });

test("a world goes on in the same way from a file, and from a mark as often as one likes", async () => {
  await fc.assert(
    fc.asyncProperty(start, steps, steps, async (scenario, before, after) => {
      const one = await mockOf(scenario);
      for (const step of before) take(one, step);
      const at = one.clock.now;
      one.service.main.shipDue(at);
      const [text, mark] = [worldScenario(one.service.main, at), one.service.main.document()];
      // Times in the file count from the next list.
      const play = (mock: Mock) =>
        [{ kind: "list" } as const, ...after].map((step) => take(mock, step));
      const seen = play(one);

      const fromFile = await mockOf(parseScenario(text, "saved.yaml"));
      fromFile.clock.now = at;
      expect(worldScenario(fromFile.service.main, at)).toBe(text);
      expect(play(fromFile)).toEqual(seen);

      const other = await mockOf(scenarioNamed("default"));
      for (const mock of [one, one, other]) {
        mock.clock.now = at;
        await localWorld(() => ownWorlds(mock.service).open("")).restore(mark);
        expect(play(mock)).toEqual(seen);
      }
    }),
    { numRuns: runs(15) },
  );
});

test("a file has what a person would write", async () => {
  const mock = await mockOf(
    parseScenario(
      `description: "The designer's wish: slow, then down."
orders:
  list:
    - { id: 9007199254740993, petId: 3, quantity: 1, shipDate: "2026-03-01T09:00:00Z", complete: false }
    - { id: 4, shipDate: "-3d", state: shipped }
    - { id: 5 }
ships:
  - { id: 4, afterSeconds: 10 }
key: { expiresAfter: 9 }
faults:
  - { on: listOrders, times: 1, delay: 4000 }
  - { on: listOrders, times: 2, status: 503 }
  - { on: [listOrders, cancelOrder], every: 3, fail: reset }
answers: { cancelled-in-list: stays, head: refused }`,
    ),
  );
  take(mock, { kind: "cancel", id: "5" });
  take(mock, { kind: "list" });
  take(mock, { kind: "list" });
  const { main } = mock.service;
  const title = { name: "wish", description: "The designer's wish: slow, then down." };
  const text = worldScenario(main, NOW, title);
  expect(worldScenario(main, NOW).split("\n")[0]).toBe(
    'description: "Orders: 1 pending, 1 shipped, 1 cancelled. Shipments to come: 1. Faults: status 503; reset."',
  );
  expect(text).toBe(
    `name: wish
description: "The designer's wish: slow, then down."
seed: 1
orders:
  exact: true
  list:
    - { id: 4, shipDate: "-3d", state: shipped }
    - { id: 5, state: cancelled }
    - { id: 9007199254740993, petId: 3, quantity: 1, shipDate: "2026-03-01T09:00:00Z", complete: false, state: pending }
ships:
  - { id: 4, afterSeconds: 10 }
key: { expiresAfter: 6 }
faults:
  - { on: listOrders, times: 2, status: 503, counted: 2, affected: 1 }
  - { on: ["listOrders","cancelOrder"], every: 3, fail: reset, counted: 3, affected: 1 }
answers:
  cancelled-in-list: stays
  head: refused
`,
  );
});
