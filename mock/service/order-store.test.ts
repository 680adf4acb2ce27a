import { expect, test } from "playwright/test";
import { BARE_ORDERS, createOrders, EDGE_IDS, type OrderInState } from "../../fixtures/index.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/index.ts";
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import { concat } from "../replies/messages.ts";
import { OrderStore } from "./order-store.ts";
import { buildOrderTable, CANCELLED, PENDING, SHIPPED } from "./order-table.ts";

type Listing = Pick<Answers, "cancelled-in-list" | "list-order" | "order-fields" | "ship-date-form">;
const answers = (changed: Partial<Listing> = {}): Listing => ({ ...DEFAULT_ANSWERS, ...changed });
const read = (pieces: readonly Uint8Array[]): string => new TextDecoder().decode(concat(pieces));
const idsOf = (store: OrderStore): (bigint | undefined)[] =>
  (parseJson(read(store.list())) as JsonObject[]).map(({ id }) =>
    id === undefined ? undefined : BigInt(id as number),
  );

test("only pending orders ship, and changes are reported", async () => {
  const orders = await createOrders({ count: 40 });
  const store = new OrderStore(buildOrderTable(orders, answers()), answers());
  const changes: string[] = [];
  store.onChange = (id, state) => changes.push(`${id} ${state}`);
  const [a, b] = store.idsIn(PENDING, 2);
  const before = [store.countIn(PENDING), store.countIn(SHIPPED), store.countIn(CANCELLED)];
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
  expect([store.countIn(PENDING), store.countIn(SHIPPED), store.countIn(CANCELLED)]).toEqual([
    before[0]! - 2,
    before[1]! + 1,
    1,
  ]);
  // The list does not show that an order has shipped.
  expect(read(list)).toContain(`{"id":${a},`);
  expect(idsOf(store)).toContain(a);
  expect(store.changed).toBe(2);
});

test("entries are all orders in list order, in pages and by state", async () => {
  const orders = await createOrders({ count: 300 });
  const shuffled = answers({ "list-order": "shuffled" });
  const store = new OrderStore(buildOrderTable(orders, shuffled), shuffled);
  const listed = idsOf(store);
  for (const id of store.idsIn(PENDING, 5)) store.cancel(id);
  const entries = store.entries(0, 1000);
  expect(entries.map(({ id }) => id)).toEqual(listed);
  expect(entries.map(({ order }) => BigInt((parseJson(order) as JsonObject).id as number))).toEqual(listed);
  expect(entries.filter(({ state }) => state === "cancelled")).toHaveLength(5);
  expect(store.entries(295, 10)).toEqual(entries.slice(295));
  expect(store.entries(2, 2, "cancelled")).toEqual(entries.filter(({ state }) => state === "cancelled").slice(2, 4));
  for (const at of [0, 7]) expect(store.entry(listed[at]!)).toEqual(entries[at]);
  expect(store.entry(999_999n)).toBe(undefined);
});

test("cancelling every order, in any order, leaves an empty list", async () => {
  const orders = await createOrders({ count: 700, pending: 1 });
  const store = new OrderStore(buildOrderTable(orders, answers()), answers());
  for (const { order } of orders.toSorted((a, b) => Number(a.order.petId! - b.order.petId!))) {
    expect(store.cancel(order.id!)).toBe("cancelled");
    store.list();
  }
  expect(read(store.list())).toBe("[]");
});

test("ids are exact, including the limits of int64", () => {
  const orders = EDGE_IDS.map((id): OrderInState => ({ order: { id }, state: "pending" }));
  const store = new OrderStore(buildOrderTable(orders, answers()), answers());
  expect(store.cancel(9007199254740994n)).toBe("unknown");
  expect(store.cancel(9007199254740993n)).toBe("cancelled");
  expect(store.cancel(9223372036854775807n)).toBe("cancelled");
  expect(store.cancel(-9223372036854775808n)).toBe("cancelled");
  const gone = new Set([9007199254740993n, 9223372036854775807n, -9223372036854775808n]);
  expect(idsOf(store)).toEqual(EDGE_IDS.filter((id) => !gone.has(id)));
});

test("an order without an id is listed and cannot be cancelled", () => {
  const orders = BARE_ORDERS.map((order): OrderInState => ({ order, state: "pending" }));
  const table = buildOrderTable(
    [...orders].sort((a, b) => Number((a.order.id ?? 999n) - (b.order.id ?? 999n))),
    answers(),
  );
  const store = new OrderStore(table, answers());
  expect(store.idsIn(PENDING, 10)).toEqual([101n, 103n, 102n]);
  expect(store.countIn(PENDING)).toBe(5);
  expect(store.cancel(101n)).toBe("cancelled");
  expect(idsOf(store)).toEqual([102n, 103n, undefined, undefined]);
});

test("stores with the same table are isolated and share unchanged bytes", async () => {
  const table = buildOrderTable(await createOrders({ count: 2000, pending: 1 }), answers());
  const [one, other] = [new OrderStore(table, answers()), new OrderStore(table, answers())];
  const [id] = one.idsIn(PENDING, 1);
  const before = read(other.list());
  expect(one.cancel(id!)).toBe("cancelled");
  expect(read(other.list())).toBe(before);
  expect(other.cancel(id!)).toBe("cancelled");
  expect(read(one.list())).toBe(read(other.list()));
  const own = one.list().filter((piece) => piece.buffer !== table.bytes.buffer);
  expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(table.bytes.length / 5);
});

test("pieces of a list that have not changed are the same arrays", async () => {
  const orders = await createOrders({ count: 2000, pending: 1 });
  const store = new OrderStore(buildOrderTable(orders, answers()), answers());
  expect(store.list()).toBe(store.table.whole);
  expect(Buffer.concat(store.list())).toHaveLength(store.table.bytes.length);
  store.cancel(orders[1000]!.order.id!);
  const before = store.list();
  expect(store.list()).toBe(before);
  store.cancel(orders[1900]!.order.id!);
  const copied = before.find((piece) => piece.length > 1 && piece.buffer !== store.table.bytes.buffer);
  expect(copied).toBeDefined();
  expect(store.list()).toContain(copied);
});

test("an order that lacks a field and has another one is serialized as it is", async () => {
  const orders = await createOrders({ count: 30 });
  for (const lacking of ["id", "petId", "quantity", "shipDate", "complete"]) {
    const fields: Fields = { [lacking]: ["absent"], "größe in €": ["string"] };
    const listed = parseJson(read(new OrderStore(buildOrderTable(orders, answers(), fields), answers()).list()));
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
  const store = (fields: Fields) => new OrderStore(buildOrderTable([...orders, bare], answers(), fields), answers());
  const hidden = store({ id: ["absent"] });
  const partly = store({ id: ["integer", "absent"] });
  const shown = idsOf(partly);
  expect(shown).toContain(undefined);
  for (const { order } of orders) {
    expect(hidden.cancel(order.id!)).toBe("cancelled");
    expect(partly.cancel(order.id!)).toBe(shown.includes(order.id) ? "cancelled" : "unknown");
  }
});

test("a returned list does not change", async () => {
  const store = new OrderStore(buildOrderTable(await createOrders({ pending: 1 }), answers()), answers());
  const pieces = store.list();
  const before = read(pieces);
  for (const id of store.idsIn(PENDING, 50)) store.cancel(id);
  expect(read(pieces)).toBe(before);
  expect(store.countIn(CANCELLED)).toBe(50);
});

test("the list has the order that list-order says, and always the same", async () => {
  const orders = await createOrders({ count: 300 });
  const ids = (order: Answers["list-order"]): (bigint | undefined)[] =>
    idsOf(new OrderStore(buildOrderTable(orders, answers({ "list-order": order })), answers()));
  const ascending = orders.map(({ order }) => order.id);
  expect(ids("ascending")).toEqual(ascending);
  expect(ids("descending")).toEqual(ascending.toReversed());
  expect(ids("shuffled")).not.toEqual(ascending);
  expect(ids("shuffled")).toEqual(ids("shuffled"));
  expect(ids("shuffled").toSorted((a, b) => Number(a! - b!))).toEqual(ascending);
});

test("an order that is put into a list is at the place of its id, and the last one where ids have no order", () => {
  const orders = [2n, 4n, 6n].map((id): OrderInState => ({ order: { id }, state: "pending" }));
  const put = (count: number, order: Answers["list-order"], ids: readonly bigint[]) => {
    const ordered = answers({ "list-order": order });
    const store = new OrderStore(buildOrderTable(orders.slice(0, count), ordered), ordered);
    const lists = ids.map((id) => {
      store.put(id, `{"id":${id}}`, "pending");
      return idsOf(store);
    });
    return lists.at(-1);
  };
  expect(put(0, "ascending", [5n, 3n, 9n, 5n, 3n])).toEqual([3n, 5n, 9n]);
  expect(put(1, "ascending", [1n, 0n])).toEqual([0n, 1n, 2n]);
  expect(put(3, "ascending", [3n, 7n, 1n])).toEqual([1n, 2n, 3n, 4n, 6n, 7n]);
  expect(put(3, "descending", [5n, 4n])).toEqual([6n, 4n, 2n, 5n]);
});

for (const cancelledInList of ["vanishes", "stays", "later"] as const)
  test(`an order that is put in place of a cancelled one is listed, others stay as they are (${cancelledInList})`, () => {
    const orders = [2n, 4n, 6n].map((id): OrderInState => ({ order: { id }, state: "pending" }));
    const listing = answers({ "cancelled-in-list": cancelledInList });
    const store = new OrderStore(buildOrderTable(orders, listing), listing);
    const put = (id: bigint): void => store.put(id, `{"id":${id}}`, "pending");
    const isKept = cancelledInList === "stays";
    store.cancel(4n);
    idsOf(store);
    put(3n);
    expect(idsOf(store)).toEqual(isKept ? [2n, 3n, 4n, 6n] : [2n, 3n, 6n]);
    put(4n);
    expect(idsOf(store)).toEqual([2n, 3n, 4n, 6n]);
    expect(["2", "3", "4", "6"].map((id) => store.stateOf(BigInt(id)))).toEqual(Array(4).fill("pending"));
    store.cancel(6n);
    put(6n);
    expect([idsOf(store), idsOf(store)]).toEqual(Array(2).fill([2n, 3n, 4n, 6n]));
  });

test("orders are found by id in every list order", async () => {
  const orders = await createOrders({ count: 300 });
  for (const order of ["descending", "shuffled"] as const) {
    const store = new OrderStore(
      buildOrderTable(orders, answers({ "list-order": order, "order-fields": "extra" })),
      answers(),
    );
    for (const { order, state } of orders)
      expect(store.cancel(order.id!)).toBe(state === "shipped" ? "shipped" : "cancelled");
    expect(idsOf(store).length).toBe(store.countIn(SHIPPED));
  }
});
