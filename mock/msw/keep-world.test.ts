import { expect, test } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import type { Call } from "../replies/messages.ts";
import { concat } from "../replies/messages.ts";
import { createService } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./keep-world.ts";

test("a world goes on where its snapshot was taken", async () => {
  const scenario = parseScenario(
    `orders: { count: 20, list: [{ id: 9007199254740993 }, { id: 17 }, { id: 19 }] }
ships: [{ id: 19, afterLists: 1 }, { id: 17, afterLists: 2 }, { beforeCancel: 3 }, { count: 2, afterLists: 3 }]
faults: [{ on: cancelOrder, times: 1, status: 503 }, { on: cancelOrder, every: 3, status: 500 }]
key: { expiresAfter: 9 }`,
    "mine.yaml",
  );
  const before = await createService({ scenario });
  const list = { path: "/store/orders" };
  const cancel = (id: string): Partial<Call> => ({ method: "DELETE", path: `/store/orders/${id}` });
  const big = cancel("9007199254740993");
  const statuses = (service: typeof before, ...calls: Partial<Call>[]): number[] =>
    calls.map((call) => ask(service, call).status);
  expect(statuses(before, list, big, big)).toEqual([200, 503, 204]);
  before.main.store.put(18n, '{"id":18,"quantity":3}', "shipped");
  const text = stringifyJson(takeSnapshot(before.main));
  const after = await createService();
  await restoreSnapshot(after, after.main, parseJson<Snapshot>(text));
  expect(stringifyJson(takeSnapshot(after.main))).toBe(text);
  const bytes = ({ main }: typeof before): string => new TextDecoder().decode(concat(main.store.peek()));
  expect(bytes(after)).toBe(bytes(before));
  const rest = [big, list, cancel("17"), cancel("18"), list, list, list];
  expect(statuses(after, ...rest)).toEqual(statuses(before, ...rest));
  expect(statuses(after, list)).toEqual([401]);
  expect(after.main.store.changes()).toEqual(before.main.store.changes());
});

test("a ready-made scenario is in its snapshot by its name only, and faults that were removed are not there", async () => {
  const before = await createService({ scenario: "outage" });
  before.main.setFaults([]);
  ask(before, {});
  before.main.store.change(2n, "cancelled");
  const snapshot = takeSnapshot(before.main);
  expect(snapshot.start.text).toBeUndefined();
  const after = await createService();
  await restoreSnapshot(after, after.main, snapshot);
  expect(after.main.template.scenario).toBe(before.main.template.scenario);
  expect(after.main.snapshot()).toEqual(before.main.snapshot());
  expect(after.main.faults).toEqual([]);
});

test("a snapshot of another version is not read", async () => {
  const service = await createService();
  const { version: _, ...rest } = takeSnapshot(service.main);
  await restoreSnapshot(service, service.main, { ...rest, start: { orders: 3 }, version: 1 as never });
  expect(service.main.store.table.ids).toHaveLength(50);
});
