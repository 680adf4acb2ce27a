import fc from "fast-check";
import { expect, test } from "playwright/test";
import { BARE_ORDERS, createOrders, EDGE_IDS, type OrderInState } from "../fixtures/index.ts";
import { type Answers, DEFAULT_ANSWERS } from "../spec/clauses/index.ts";
import { type JsonObject, parseJson } from "../spec/json.ts";
import { CANCELLED, concat, PENDING, plantSeed, SHIPPED } from "./seed.ts";
import { World } from "./store.ts";

type Listing = Pick<Answers, "cancelled-in-list" | "list-order" | "order-fields" | "ship-date-form">;
const answers = (changed: Partial<Listing> = {}): Listing => ({ ...DEFAULT_ANSWERS, ...changed });
const read = (pieces: readonly Uint8Array[]): string => new TextDecoder().decode(concat(pieces));
const idsOf = (world: World): (bigint | undefined)[] =>
  (parseJson(read(world.list())) as JsonObject[]).map(({ id }) =>
    id === undefined ? undefined : BigInt(id as number),
  );

/** What the store is to do, in the plainest words: an array of orders. */
class Model {
  readonly rows: { id: bigint; state: string; seen: number }[];
  readonly cancelledInList: string;
  constructor(orders: readonly OrderInState[], cancelledInList: string) {
    this.rows = orders.map(({ order, state }) => ({ id: order.id!, state, seen: 0 }));
    this.cancelledInList = cancelledInList;
  }
  cancel(id: bigint): string {
    const row = this.rows.find((candidate) => candidate.id === id);
    if (row === undefined) return "unknown";
    if (row.state !== "pending") return row.state === "shipped" ? "shipped" : "cancelled-before";
    row.state = "cancelled";
    return "cancelled";
  }
  list(): bigint[] {
    const grace = { vanishes: 0, later: 1, stays: Number.POSITIVE_INFINITY }[this.cancelledInList]!;
    const shown = this.rows.filter(({ state, seen }) => state !== "cancelled" || seen < grace);
    for (const row of this.rows) if (row.state === "cancelled") row.seen++;
    return shown.map(({ id }) => id);
  }
}

for (const cancelledInList of ["vanishes", "stays", "later"] as const)
  test(`any sequence of commands ends as in a plain array of orders (${cancelledInList})`, async () => {
    const made = await createOrders({ count: 600, seed: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 600 }),
        fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(620) }, { weight: 1, arbitrary: fc.constant("list") }), {
          maxLength: 120,
        }),
        async (count, commands) => {
          const orders = made.slice(0, count);
          const world = new World(plantSeed(orders, answers()), answers({ "cancelled-in-list": cancelledInList }));
          const model = new Model(orders, cancelledInList);
          for (const command of commands) {
            if (command === "list") expect(idsOf(world)).toEqual(model.list());
            else {
              const id = made[command as number]?.order.id ?? 999_999n;
              expect(world.cancel(id)).toBe(model.cancel(id));
            }
          }
          expect(idsOf(world)).toEqual(model.list());
        },
      ),
      { numRuns: 60 },
    );
  });

test("orders ship once, if they are pending, and whoever watches is told", async () => {
  const orders = await createOrders({ count: 40 });
  const world = new World(plantSeed(orders, answers()), answers());
  const told: string[] = [];
  world.onChange = (id, state) => told.push(`${id} ${state}`);
  const [a, b] = world.idsIn(PENDING, 2);
  const before = [world.countIn(PENDING), world.countIn(SHIPPED), world.countIn(CANCELLED)];
  const list = world.list();
  expect([world.ship(a!), world.ship(a!), world.cancel(a!)]).toEqual(["shipped", "shipped-before", "shipped"]);
  expect([world.cancel(b!), world.ship(b!), world.ship(999_999n)]).toEqual([
    "cancelled",
    "cancelled-before",
    "unknown",
  ]);
  expect(told).toEqual([`${a} shipped`, `${b} cancelled`]);
  expect([a!, b!, 999_999n].map((id) => world.stateOf(id))).toEqual(["shipped", "cancelled", undefined]);
  expect([world.countIn(PENDING), world.countIn(SHIPPED), world.countIn(CANCELLED)]).toEqual([
    before[0]! - 2,
    before[1]! + 1,
    1,
  ]);
  // Shipping is in no list: an Order has its five fields and nothing else.
  expect(read(list)).toContain(`{"id":${a},`);
  expect(idsOf(world)).toContain(a);
  expect(world.changed).toBe(2);
});

test("rows show every order in the sequence of the list, in pages and by state", async () => {
  const orders = await createOrders({ count: 300 });
  const shuffled = answers({ "list-order": "shuffled" });
  const world = new World(plantSeed(orders, shuffled), shuffled);
  const listed = idsOf(world);
  for (const id of world.idsIn(PENDING, 5)) world.cancel(id);
  const rows = world.rows(0, 1000);
  expect(rows.map(({ id }) => id)).toEqual(listed);
  expect(rows.map(({ order }) => BigInt((parseJson(order) as JsonObject).id as number))).toEqual(listed);
  expect(rows.filter(({ state }) => state === "cancelled")).toHaveLength(5);
  expect(world.rows(295, 10)).toEqual(rows.slice(295));
  expect(world.rows(2, 2, "cancelled")).toEqual(rows.filter(({ state }) => state === "cancelled").slice(2, 4));
  expect(world.row(listed[7]!)).toEqual(rows[7]);
  expect(world.row(999_999n)).toBe(undefined);
});

test("cancelling every order, in any order, leaves an empty list", async () => {
  const orders = await createOrders({ count: 700, pending: 1 });
  const world = new World(plantSeed(orders, answers()), answers());
  for (const { order } of orders.toSorted((a, b) => Number(a.order.petId! - b.order.petId!))) {
    expect(world.cancel(order.id!)).toBe("cancelled");
    world.list();
  }
  expect(read(world.list())).toBe("[]");
});

test("ids are found with every digit, the limits of int64 among them", () => {
  const orders = EDGE_IDS.map((id): OrderInState => ({ order: { id }, state: "pending" }));
  const world = new World(plantSeed(orders, answers()), answers());
  expect(world.cancel(9007199254740994n)).toBe("unknown");
  expect(world.cancel(9007199254740993n)).toBe("cancelled");
  expect(world.cancel(9223372036854775807n)).toBe("cancelled");
  expect(world.cancel(-9223372036854775808n)).toBe("cancelled");
  const gone = new Set([9007199254740993n, 9223372036854775807n, -9223372036854775808n]);
  expect(idsOf(world)).toEqual(EDGE_IDS.filter((id) => !gone.has(id)));
});

test("an order without an id is listed and never cancelled", () => {
  const orders = BARE_ORDERS.map((order): OrderInState => ({ order, state: "pending" }));
  const seed = plantSeed(
    [...orders].sort((a, b) => Number((a.order.id ?? 999n) - (b.order.id ?? 999n))),
    answers(),
  );
  const world = new World(seed, answers());
  expect(world.idsIn(PENDING, 10)).toEqual([101n, 103n, 102n]);
  expect(world.countIn(PENDING)).toBe(5);
  expect(world.cancel(101n)).toBe("cancelled");
  expect(idsOf(world)).toEqual([102n, 103n, undefined, undefined]);
});

test("worlds on one seed do not see each other, and share the bytes that neither has changed", async () => {
  const seed = plantSeed(await createOrders({ count: 2000, pending: 1 }), answers());
  const [one, other] = [new World(seed, answers()), new World(seed, answers())];
  const [id] = one.idsIn(PENDING, 1);
  const before = read(other.list());
  expect(one.cancel(id!)).toBe("cancelled");
  expect(read(other.list())).toBe(before);
  expect(other.cancel(id!)).toBe("cancelled");
  expect(read(one.list())).toBe(read(other.list()));
  const own = one.list().filter((piece) => piece.buffer !== seed.bytes.buffer);
  expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(seed.bytes.length / 5);
});

test("a list that was handed out does not change any more", async () => {
  const world = new World(plantSeed(await createOrders({ pending: 1 }), answers()), answers());
  const pieces = world.list();
  const before = read(pieces);
  for (const id of world.idsIn(PENDING, 50)) world.cancel(id);
  expect(read(pieces)).toBe(before);
  expect(world.countIn(CANCELLED)).toBe(50);
});

test("the list stands as list-order says, and always alike", async () => {
  const orders = await createOrders({ count: 300 });
  const ids = (order: Answers["list-order"]): (bigint | undefined)[] =>
    idsOf(new World(plantSeed(orders, answers({ "list-order": order })), answers()));
  const ascending = orders.map(({ order }) => order.id);
  expect(ids("ascending")).toEqual(ascending);
  expect(ids("descending")).toEqual(ascending.toReversed());
  expect(ids("shuffled")).not.toEqual(ascending);
  expect(ids("shuffled")).toEqual(ids("shuffled"));
  expect(ids("shuffled").toSorted((a, b) => Number(a! - b!))).toEqual(ascending);
});

test("cancels find the same order wherever it stands in the list", async () => {
  const orders = await createOrders({ count: 300 });
  for (const order of ["descending", "shuffled"] as const) {
    const world = new World(plantSeed(orders, answers({ "list-order": order, "order-fields": "extra" })), answers());
    for (const { order, state } of orders)
      expect(world.cancel(order.id!)).toBe(state === "shipped" ? "shipped" : "cancelled");
    expect(idsOf(world).length).toBe(world.countIn(SHIPPED));
  }
});
