/**
 * Guarantees of three mocks in separate processes that share a store. Each test has its own world.
 */
import { expect } from "playwright/test";
import { call, control, listed, type ReplicaProcess, startReplica } from "../testing/replicas.ts";
import { NO_STORE, type Store, startStore, test } from "../testing/store.ts";

const ORDERS = "/store/orders";
const PENDING = "9007199254740993";

test.skip(NO_STORE !== undefined, NO_STORE);
// The tests share the three processes.
test.describe.configure({ mode: "default" });

let store: Store;
let replicas: ReplicaProcess[] = [];

test.beforeAll(async () => {
  store = await startStore();
  replicas = await Promise.all([1, 2, 3].map(() => startReplica(store)));
});

test.afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await store?.stop();
});

/** Takes turns among the replicas. */
const replica = (turn: number): ReplicaProcess => replicas[turn % replicas.length]!;

test("of 200 parallel DELETEs of one order, exactly one gets 204", async () => {
  const world = "parallel";
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, turn) =>
      call(replica(turn), "DELETE", `${ORDERS}/${PENDING}`, world),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([204, ...Array(199).fill(404)]);
});

test("a list from any replica lacks an order as soon as its cancel is confirmed", async () => {
  const world = "lists";
  const ids = (
    await control<{ orders: { id: string }[] }>(replica(0), "GET state?state=pending", world)
  ).orders;
  for (const [turn, { id }] of ids.entries()) {
    expect((await call(replica(turn), "DELETE", `${ORDERS}/${id}`, world)).status).toBe(204);
    const lists = await Promise.all(replicas.map((other) => listed(other, world)));
    expect(lists.every((list) => !list.includes(id) && list.length === 49 - turn)).toBe(true);
  }
});

test("the control works through any replica", async () => {
  const world = "control";
  await control(replica(0), `POST orders/${PENDING}/ship`, world);
  expect((await call(replica(1), "DELETE", `${ORDERS}/${PENDING}`, world)).status).toBe(409);
  await control(replica(2), "PUT faults", world, { faults: [{ on: "listOrders", status: 503 }] });
  expect((await call(replica(0), "GET", ORDERS, world)).status).toBe(503);
  expect(await control(replica(1), "GET state", world)).toMatchObject({
    world,
    // Only this replica's calls count.
    calls: 1,
    counts: { pending: 30, shipped: 20, cancelled: 0 },
    faults: [{ on: "listOrders", status: 503 }],
  });
  const text =
    "orders: { list: [{ id: 9007199254740993, state: shipped }, {}] }\nfaults: [{ on: getPet, status: 500 }]";
  expect(await control(replica(2), "POST reset", world, { scenario: "mine", text })).toMatchObject({
    scenario: "mine",
    counts: { pending: 1, shipped: 1 },
    calls: 0,
  });
  for (const other of replicas) {
    expect((await call(other, "GET", ORDERS, world)).text).toBe('[{"id":9007199254740993},{}]');
    expect((await call(other, "GET", "/pets/1", world)).status).toBe(500);
    expect(await control(other, "GET scenarios", world)).toMatchObject({ current: "mine" });
  }
  // All replicas now know the scenario's name in this world.
  await control(replica(0), "POST reset", world, { scenario: "mine", orders: 3 });
  expect(await listed(replica(1), world)).toEqual(["2", "9007199254740993"]);
  expect(await control(replica(1), "POST reset", world, { scenario: "unheard-of" })).toMatchObject({
    httpStatus: 400,
  });
  expect(await listed(replica(2), world)).toHaveLength(2);
});

test("every third call is counted over all replicas", async () => {
  const world = "third";
  await control(replica(0), "PUT faults", world, {
    faults: [{ on: "listOrders", every: 3, status: 500 }],
  });
  const parallel = await Promise.all(
    Array.from({ length: 60 }, (_, turn) => call(replica(turn), "GET", ORDERS, world)),
  );
  expect(parallel.filter(({ status }) => status === 500)).toHaveLength(20);
});

test("a key that expires after some calls does so after as many to all replicas", async () => {
  const world = "expires";
  await control(replica(0), "POST reset", world, { scenario: "key-expires" });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) => call(replica(turn), "GET", ORDERS, world)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test("no replica answers from before a reset that another has confirmed", async () => {
  const world = "resets";
  for (let turn = 0; turn < 12; turn++) {
    expect((await call(replica(turn), "DELETE", `${ORDERS}/${PENDING}`, world)).status).toBe(204);
    await control(replica(turn + 1), "POST reset", world);
    const lists = await Promise.all(replicas.map((other) => listed(other, world)));
    expect(lists.every((list) => list.includes(PENDING))).toBe(true);
  }
});

test("parallel resets through one replica take effect in their order", async () => {
  const world = "ordered";
  const large = control(replica(0), "POST reset", world, { orders: 60_000 });
  const small = control(replica(0), "POST reset", world, { orders: 3 });
  expect((await large).httpStatus).toBe(200);
  expect((await small).httpStatus).toBe(200);
  for (const other of replicas) expect(await listed(other, world)).toHaveLength(3);
});

test("each replica has a log of its own", async () => {
  const world = "log";
  for (let turn = 0; turn < 4; turn++)
    await call(replica(turn), "DELETE", `${ORDERS}/${turn}`, world);
  const paths = async (of: ReplicaProcess) => {
    const { requests } = await control<{ requests: { path: string }[] }>(of, "GET requests", world);
    return requests.map(({ path }) => path);
  };
  expect(await paths(replica(0))).toEqual([`${ORDERS}/0`, `${ORDERS}/3`]);
  expect(await paths(replica(1))).toEqual([`${ORDERS}/1`]);
  // A reset through any replica empties all logs.
  await control(replica(2), "POST reset", world);
  for (const other of replicas) expect(await paths(other)).toEqual([]);

  // A change through another replica empties no log, whatever the world started from.
  await control(replica(0), "POST reset", world, { scenario: "default+key-expires" });
  await call(replica(0), "GET", ORDERS, world);
  await control(replica(1), "PUT orders/5", world, { quantity: 2 });
  expect(await paths(replica(0))).toEqual([ORDERS]);
});

test("the event stream of one replica has the changes and resets of the others", async () => {
  const world = "events";
  const abort = new AbortController();
  const response = await fetch(`${replica(0).adminUrl}/events?world=${world}`, {
    signal: abort.signal,
  });
  const parts: string[] = [];
  const reading = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (chunk) => void parts.push(chunk) }))
    .catch(() => {});
  await call(replica(1), "DELETE", `${ORDERS}/${PENDING}`, world);
  await expect
    .poll(() => parts.join(""))
    .toContain(`event: order\ndata: {"id":"${PENDING}","state":"cancelled"}`);
  await control(replica(2), "POST reset", world);
  await expect.poll(() => parts.join("")).toContain("event: reset");
  abort.abort();
  await reading;
});
