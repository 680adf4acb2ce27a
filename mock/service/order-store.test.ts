import { expect, test } from "playwright/test";
import { BARE_ORDERS, createOrders, EDGE_IDS, type OrderInState } from "../../fixtures/index.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/index.ts";
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import { concat } from "../replies/messages.ts";
import { OrderStore } from "./order-store.ts";
import { buildOrderTable } from "./order-table.ts";

type Listing = Pick<Answers, "cancelled-in-list" | "list-order" | "order-fields" | "ship-date-form">;
const answers = (changed: Partial<Listing> = {}): Listing => ({ ...DEFAULT_ANSWERS, ...changed });
const open = async (orders: readonly OrderInState[], changed: Partial<Listing> = {}, fields?: Fields) =>
  new OrderStore(await buildOrderTable(orders, answers(changed), fields), answers(changed));
const read = (pieces: readonly Uint8Array[]): string => new TextDecoder().decode(concat(pieces));
const idsOf = (store: OrderStore): (bigint | undefined)[] =>
  (parseJson(read(store.list())) as JsonObject[]).map(({ id }) =>
    id === undefined ? undefined : BigInt(id as number),
  );

test("only pending orders ship, and changes are reported", async () => {
  const store = await open(await createOrders({ count: 40 }));
  const changes: string[] = [];
  store.onChange = (id, state) => changes.push(`${id} ${state}`);
  const [a, b] = store.idsIn("pending", 2);
  const { pending, shipped } = store.counts();
  const list = store.list();
  expect([store.ship(a!), store.ship(a!), store.cancel(a!)]).toEqual(["shipped", "shipped-before", "shipped"]);
  expect([store.cancel(b!), store.ship(b!), store.ship(999_999n)]).toEqual([
    "cancelled",
    "cancelled-before",
    "unknown",
  ]);
  store.put(b!, `{"id":${b}}`, "shipped");
  expect(changes.splice(0)).toEqual([`${a} shipped`, `${b} cancelled`, `${b} shipped`]);
  store.put(b!, `{"id":${b}}`, "pending");
  expect(store.cancel(b!)).toBe("cancelled");
  expect([a!, b!, 999_999n].map((id) => store.stateOf(id))).toEqual(["shipped", "cancelled", undefined]);
  expect(store.counts()).toEqual({ pending: pending - 2, shipped: shipped + 1, cancelled: 1 });
  // The list does not show that an order has shipped.
  expect(read(list)).toContain(`{"id":${a},`);
  expect(idsOf(store)).toContain(a);
  expect(store.changed).toBe(2);
});

test("entries are all orders in list order, in pages and by state", async () => {
  const orders = await createOrders({ count: 300 });
  const store = await open(orders, { "list-order": "shuffled" });
  const listed = idsOf(store);
  for (const id of store.idsIn("pending", 5)) store.cancel(id);
  const entries = store.entries(0, 1000);
  expect(entries.map(({ id }) => id)).toEqual(listed);
  expect(entries.map(({ order }) => BigInt((parseJson(order) as JsonObject).id as number))).toEqual(listed);
  expect(entries.filter(({ state }) => state === "cancelled")).toHaveLength(5);
  expect(store.entries(295, 10)).toEqual(entries.slice(295));
  expect(store.entries(2, 2, "cancelled")).toEqual(entries.filter(({ state }) => state === "cancelled").slice(2, 4));
  for (const at of [0, 7]) expect(store.entry(listed[at]!)).toEqual(entries[at]);
  expect(store.entry(999_999n)).toBe(undefined);
});

test("ids are exact, including the limits of int64", async () => {
  const store = await open(EDGE_IDS.map((id) => ({ order: { id }, state: "pending" })));
  expect(store.cancel(9007199254740994n)).toBe("unknown");
  expect(store.cancel(9007199254740993n)).toBe("cancelled");
  expect(store.cancel(9223372036854775807n)).toBe("cancelled");
  expect(store.cancel(-9223372036854775808n)).toBe("cancelled");
  const gone = new Set([9007199254740993n, 9223372036854775807n, -9223372036854775808n]);
  expect(idsOf(store)).toEqual(EDGE_IDS.filter((id) => !gone.has(id)));
});

test("an order without an id is listed and cannot be cancelled", async () => {
  const orders = BARE_ORDERS.map((order): OrderInState => ({ order, state: "pending" }));
  const store = await open(orders.toSorted((a, b) => Number((a.order.id ?? 999n) - (b.order.id ?? 999n))));
  expect(store.idsIn("pending", 10)).toEqual([101n, 103n, 102n]);
  expect(store.counts().pending).toBe(5);
  expect(store.cancel(101n)).toBe("cancelled");
  expect(idsOf(store)).toEqual([102n, 103n, undefined, undefined]);
});

test("an order that lacks a field and has another one is serialized as it is", async () => {
  const orders = await createOrders({ count: 30 });
  for (const lacking of ["id", "petId", "quantity", "shipDate", "complete"]) {
    const fields: Fields = { [lacking]: ["absent"], "größe in €": ["string"] };
    const listed = parseJson(read((await open(orders, {}, fields)).list()));
    for (const order of listed as JsonObject[]) {
      expect(Object.keys(order)).toHaveLength(5);
      expect(order).not.toHaveProperty(lacking);
      expect(order["größe in €"]).toEqual(expect.any(String));
    }
  }
});

test("orders can be cancelled if no id is shown, and not if only their own is missing", async () => {
  const orders = await createOrders({ count: 30, pending: 1 });
  const bare: OrderInState = { order: { petId: 7n }, state: "pending" };
  const hidden = await open([...orders, bare], {}, { id: ["absent"] });
  const partly = await open([...orders, bare], {}, { id: ["integer", "absent"] });
  const shown = idsOf(partly);
  expect(shown).toContain(undefined);
  for (const { order } of orders) {
    expect(hidden.cancel(order.id!)).toBe("cancelled");
    expect(partly.cancel(order.id!)).toBe(shown.includes(order.id) ? "cancelled" : "unknown");
  }
});

test("the list has the order that list-order says, always the same, and orders are found in each", async () => {
  const orders = await createOrders({ count: 300 });
  const ascending = orders.map(({ order }) => order.id);
  const ids = async (order: Answers["list-order"]): Promise<(bigint | undefined)[]> => {
    const store = await open(orders, { "list-order": order, "order-fields": "extra" });
    const listed = idsOf(store);
    expect(listed.toSorted((a, b) => Number(a! - b!))).toEqual(ascending);
    for (const { order, state } of orders)
      expect(store.cancel(order.id!)).toBe(state === "shipped" ? "shipped" : "cancelled");
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
