/** Compares the store with the simplest model of it, and tests what the model lacks. */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { createOrders, type OrderInState } from "../../fixtures/index.ts";
import { STATES } from "../../scenarios/limits.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/index.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { runs } from "../../spec/testing/runs.ts";
import { weighted } from "../testing/weighted.ts";
import { buildOrderTable } from "./build-order-table.ts";
import { OrderStore } from "./order-store.ts";
import type { WorldChanges } from "./world-document.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

type Listing = Pick<
  Answers,
  "cancelled-in-list" | "list-order" | "order-fields" | "ship-date-form"
>;
const answers = (changed: Partial<Listing> = {}): Listing => ({ ...DEFAULT_ANSWERS, ...changed });
const open = async (orders: readonly OrderInState[], changed: Partial<Listing> = {}) =>
  new OrderStore(await buildOrderTable(orders, answers(changed)), answers(changed));
const read = (list: Uint8Array): string => new TextDecoder().decode(list);
const idsOf = (store: OrderStore): (bigint | undefined)[] =>
  (parseJson(read(store.list())) as JsonObject[]).map(({ id }) =>
    id === undefined ? undefined : BigInt(id as number),
  );

/** The simplest model of the store: an array of orders, whose list is built from scratch. */
class StoreModel {
  readonly rows: { order: OrderInState["order"]; state: string; lists: number }[];
  readonly listing: Partial<Listing>;
  constructor(orders: readonly OrderInState[], listing: Partial<Listing>) {
    this.rows = orders.map((one) => ({ ...one, lists: 0 }));
    if (listing["list-order"] === "descending") this.rows.reverse();
    this.listing = listing;
  }
  change(id: bigint, to: string): string | undefined {
    const row = this.rows.find(({ order }) => order.id === id);
    const before = row?.state;
    if (row !== undefined && before === "pending") row.state = to;
    return before;
  }
  put(order: OrderInState["order"], state: string): void {
    const row = { order, state, lists: 0 };
    const same = this.rows.findIndex((one) => one.order.id === order.id);
    const next = this.rows.findIndex((one) => one.order.id! > order.id!);
    if (same >= 0) this.rows.splice(same, 1, row);
    else if (this.listing["list-order"] === "ascending" && next >= 0)
      this.rows.splice(next, 0, row);
    else this.rows.push(row);
  }
  remove(id: bigint): boolean {
    const at = this.rows.findIndex(({ order }) => order.id === id);
    return at >= 0 && this.rows.splice(at, 1).length === 1;
  }
  list(): string {
    const grace = { vanishes: 0, later: 1, stays: Number.POSITIVE_INFINITY };
    const most = grace[this.listing["cancelled-in-list"] as keyof typeof grace];
    const shown = this.rows.filter(({ state, lists }) => state !== "cancelled" || lists < most);
    for (const row of this.rows) if (row.state === "cancelled") row.lists++;
    return stringifyJson(shown.map(({ order }) => order as Json));
  }
}

/** Some orders are longer than usual. */
const MADE = (await createOrders({ count: 600, seed: 5 })).map(({ order, state }, at) => ({
  order: at % 50 === 3 ? { ...order, note: "x".repeat(1000) } : order,
  state,
}));
const idAt = (at: number): bigint => MADE[at]?.order.id ?? 999_999n;
// Often changes the same few orders, so that a change meets earlier ones.
const ID = fc.oneof(fc.nat(620), fc.nat(5)).map(idAt);
const COMMANDS = fc.array(
  weighted(
    [8, fc.record({ id: ID, to: fc.constant("cancelled" as const) })],
    [2, fc.record({ id: ID, to: fc.constant("shipped" as const) })],
    [1, fc.record({ removes: ID })],
    [2, fc.constant("list" as const)],
    [
      1,
      fc.record({
        id: fc.oneof(fc.bigInt(-5n, 2000n), ID),
        quantity: fc.nat(),
        state: fc.constantFrom<OrderInState["state"]>("pending", "shipped"),
      }),
    ],
  ),
  { maxLength: 120 },
);
const COUNT = fc.oneof(fc.nat(3), fc.nat(600));
const LISTINGS = fc.record({
  "cancelled-in-list": fc.constantFrom("vanishes", "stays", "later"),
  "list-order": fc.constantFrom("ascending", "descending"),
});

test("any sequence of commands has the same results as the model", () =>
  fc.assert(
    fc.asyncProperty(COUNT, LISTINGS, COMMANDS, async (count, listing, commands) => {
      const orders = MADE.slice(0, count);
      const store = await open(orders, listing);
      const model = new StoreModel(orders, listing);
      const heard: string[] = [];
      const changed: string[] = [];
      store.onChange = (id, state) => heard.push(`${id} ${state}`);
      for (const command of commands)
        if (command === "list") {
          expect(read(store.list())).toBe(model.list());
        } else if ("to" in command) {
          const before = model.change(command.id, command.to);
          expect(store.change(command.id, command.to)).toBe(before);
          if (before === "pending") changed.push(`${command.id} ${command.to}`);
        } else if ("removes" in command) {
          if (!model.remove(command.removes)) continue;
          store.remove(command.removes);
          changed.push(`${command.removes} undefined`);
          expect(store.entry(command.removes)).toBe(undefined);
        } else {
          const { state, ...order } = command;
          const text = stringifyJson(order);
          store.put(order.id, text, state);
          model.put(order, state);
          changed.push(`${order.id} ${state}`);
          expect(store.entry(order.id)).toEqual({ id: order.id, order: text, state });
        }
      expect(heard).toEqual(changed);

      // A copy of the same table goes on from the changes.
      const restored = await open(orders, listing);
      for (const at of [1, 2, 3]) restored.change(idAt(at), "cancelled");
      const text = stringifyJson(store.changes() as unknown as Json);
      restored.restore(parseJson(text) as unknown as WorldChanges["orders"]);
      expect(restored.entries()).toEqual(store.entries());
      for (let time = 0; time < 2; time++) {
        expect(read(restored.list())).toBe(read(store.peek()));
        expect(read(store.list())).toBe(model.list());
      }
      for (const state of STATES)
        expect(store.counts()[state]).toBe(model.rows.filter((row) => row.state === state).length);
    }),
    { numRuns: runs(40) },
  ));

test("an order without an id is listed and cannot be cancelled", async () => {
  const orders = await createOrders({ count: 30, pending: 1 });
  const store = await open(orders, { "order-fields": "some" });
  const shown = idsOf(store);
  expect(shown).toContain(undefined);
  expect(store.counts().pending).toBe(30);
  for (const { order } of orders)
    expect(store.change(order.id!, "cancelled")).toBe(
      shown.includes(order.id) ? "pending" : undefined,
    );
  expect(new Set(idsOf(store))).toEqual(new Set([undefined]));
  expect(store.idsIn("pending", 30)).toEqual([]);
});

test("the list has the order that list-order says, always the same, and orders are found in each", async () => {
  const orders = await createOrders({ count: 300 });
  const ascending = orders.map(({ order }) => order.id);
  const ids = async (order: Answers["list-order"]): Promise<(bigint | undefined)[]> => {
    const store = await open(orders, { "list-order": order, "order-fields": "extra" });
    const listed = idsOf(store);
    expect(store.entries().map(({ id }) => id)).toEqual(listed);
    for (const { order, state } of orders) expect(store.change(order.id!, "cancelled")).toBe(state);
    expect(idsOf(store)).toHaveLength(store.counts().shipped);
    return listed;
  };
  expect(await ids("ascending")).toEqual(ascending);
  expect(await ids("descending")).toEqual(ascending.toReversed());
  const shuffled = await ids("shuffled");
  expect(shuffled).not.toEqual(ascending);
  expect(new Set(shuffled)).toEqual(new Set(ascending));
  expect(await ids("shuffled")).toEqual(shuffled);
});

test("a list that is written in another order than that of its ids stays so, in a copy too", async () => {
  const orders = [8n, 2n].map((id): OrderInState => ({ order: { id }, state: "pending" }));
  const store = await open(orders);
  for (const id of [9n, 8n, 5n]) store.put(id, `{"id":${id}}`, "pending");
  store.remove(8n);
  expect(idsOf(store)).toEqual([2n, 9n, 5n]);
  const copy = await open(orders);
  copy.restore(store.changes());
  expect(idsOf(copy)).toEqual([2n, 9n, 5n]);
});

test("a copy with 20,000 orders that were put or removed is made at once", async () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => String(at + 1000));
  const store = await open(MADE.slice(0, 50));
  const began = process.cpuUsage();
  store.restore({
    removed: ids,
    edits: ids.map((id) => ({ id, order: `{"id":${id}}`, state: "pending" })),
    states: [],
    hideAfterList: [],
  });
  const { user, system } = process.cpuUsage(began);
  expect(store.entries()).toHaveLength(20_050);
  expect((user + system) / 1e6).toBeLessThan(2);
});
