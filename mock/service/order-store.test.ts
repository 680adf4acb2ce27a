/** Compares the store with the simplest model of it, and tests what the model lacks. */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { BARE_ORDERS, createOrders, type OrderInState } from "../../fixtures/index.ts";
import { STATES } from "../../scenarios/limits.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/index.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { runs } from "../../spec/testing/runs.ts";
import { OrderStore } from "./order-store.ts";
import { buildOrderTable } from "./order-table.ts";
import type { WorldChanges } from "./world-document.ts";

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
  readonly cancelledInList: string;
  readonly isAscending: boolean;
  constructor(orders: readonly OrderInState[], cancelledInList: string, isAscending: boolean) {
    this.rows = orders.map((one) => ({ ...one, lists: 0 }));
    if (!isAscending) this.rows.reverse();
    this.cancelledInList = cancelledInList;
    this.isAscending = isAscending;
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
    else if (this.isAscending && next >= 0) this.rows.splice(next, 0, row);
    else this.rows.push(row);
  }
  remove(id: bigint): boolean {
    const at = this.rows.findIndex(({ order }) => order.id === id);
    return at >= 0 && this.rows.splice(at, 1).length === 1;
  }
  list(): string {
    const grace = { vanishes: 0, later: 1, stays: Number.POSITIVE_INFINITY }[this.cancelledInList]!;
    const shown = this.rows.filter(({ state, lists }) => state !== "cancelled" || lists < grace);
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
const INDEX = fc.oneof(fc.nat(620), fc.nat(5));
const COMMANDS = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: INDEX },
    { weight: 2, arbitrary: fc.record({ ships: INDEX.map(idAt) }) },
    { weight: 1, arbitrary: fc.record({ removes: INDEX.map(idAt) }) },
    { weight: 2, arbitrary: fc.constant("list" as const) },
    {
      weight: 1,
      arbitrary: fc.record({
        id: fc.oneof(fc.bigInt(-5n, 2000n), INDEX.map(idAt)),
        quantity: fc.nat(),
        state: fc.constantFrom<OrderInState["state"]>("pending", "shipped"),
      }),
    },
  ),
  { maxLength: 120 },
);

const COUNT = fc.oneof(fc.nat(3), fc.nat(600));

for (const cancelledInList of ["vanishes", "stays", "later"] as const)
  test(`any sequence of commands has the same results as the model (${cancelledInList})`, () =>
    fc.assert(
      fc.asyncProperty(COUNT, fc.boolean(), COMMANDS, async (count, isAscending, commands) => {
        const orders = MADE.slice(0, count);
        const order = isAscending ? "ascending" : "descending";
        const listing = { "cancelled-in-list": cancelledInList, "list-order": order } as const;
        const store = await open(orders, listing);
        const model = new StoreModel(orders, cancelledInList, isAscending);
        const heard: string[] = [];
        const changed: string[] = [];
        store.onChange = (id, state) => heard.push(`${id} ${state}`);
        const change = (id: bigint, to: "cancelled" | "shipped"): void => {
          const before = model.change(id, to);
          expect(store.change(id, to)).toBe(before);
          if (before === "pending") changed.push(`${id} ${to}`);
        };
        for (const command of commands)
          if (command === "list") {
            expect(read(store.list())).toBe(model.list());
          } else if (typeof command === "number") {
            change(idAt(command), "cancelled");
          } else if ("removes" in command) {
            if (!model.remove(command.removes)) continue;
            store.remove(command.removes);
            changed.push(`${command.removes} undefined`);
            expect(store.entry(command.removes)).toBe(undefined);
          } else if ("ships" in command) {
            change(command.ships, "shipped");
          } else {
            const { state, ...order } = command;
            store.put(order.id, stringifyJson(order), state);
            model.put(order, state);
            changed.push(`${order.id} ${state}`);
            expect(store.entry(order.id)).toEqual({
              id: order.id,
              order: stringifyJson(order),
              state,
            });
          }
        expect(heard).toEqual(changed);
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
          expect(store.counts()[state]).toBe(
            model.rows.filter((row) => row.state === state).length,
          );
      }),
      { numRuns: runs(60) },
    ));

test("an order without an id is listed and cannot be cancelled", async () => {
  const orders = BARE_ORDERS.map((order): OrderInState => ({ order, state: "pending" }));
  const store = await open(
    orders.toSorted((a, b) => Number((a.order.id ?? 999n) - (b.order.id ?? 999n))),
  );
  expect(store.idsIn("pending", 10)).toEqual([101n, 102n, 103n]);
  expect(store.counts().pending).toBe(5);
  expect(store.change(101n, "cancelled")).toBe("pending");
  expect(idsOf(store)).toEqual([102n, 103n, undefined, undefined]);
});

test("an order whose id is not shown cannot be cancelled", async () => {
  const orders = await createOrders({ count: 30, pending: 1 });
  const store = await open(orders, { "order-fields": "some" });
  const shown = idsOf(store);
  expect(shown).toContain(undefined);
  for (const { order } of orders)
    expect(store.change(order.id!, "cancelled")).toBe(
      shown.includes(order.id) ? "pending" : undefined,
    );
});

test("the list has the order that list-order says, always the same, and orders are found in each", async () => {
  const orders = await createOrders({ count: 300 });
  const ascending = orders.map(({ order }) => order.id);
  const ids = async (order: Answers["list-order"]): Promise<(bigint | undefined)[]> => {
    const store = await open(orders, { "list-order": order, "order-fields": "extra" });
    const listed = idsOf(store);
    expect(listed.toSorted((a, b) => Number(a! - b!))).toEqual(ascending);
    expect(store.entries().map(({ id }) => id)).toEqual(listed);
    for (const { order, state } of orders) expect(store.change(order.id!, "cancelled")).toBe(state);
    expect(idsOf(store)).toHaveLength(store.counts().shipped);
    return listed;
  };
  expect(await ids("ascending")).toEqual(ascending);
  expect(await ids("descending")).toEqual(ascending.toReversed());
  expect(await ids("shuffled")).not.toEqual(ascending);
  expect(await ids("shuffled")).toEqual(await ids("shuffled"));
});

test("an order that is put into a list is at the place of its id, and the last one where ids have no order", async () => {
  const orders = [2n, 4n, 6n].map((id): OrderInState => ({ order: { id }, state: "pending" }));
  const put = async (count: number, order: Answers["list-order"], ids: readonly bigint[]) => {
    const store = await open(orders.slice(0, count), { "list-order": order });
    for (const id of ids) store.put(id, `{"id":${id}}`, "pending");
    return idsOf(store);
  };
  expect(await put(3, "ascending", [3n, 7n, 1n])).toEqual([1n, 2n, 3n, 4n, 6n, 7n]);
  expect(await put(3, "descending", [5n, 4n])).toEqual([6n, 4n, 2n, 5n]);
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
