/**
 * Guarantees of three mocks in separate processes that share a store. Each test has its own world.
 */
import { expect } from "playwright/test";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { openConnection } from "../testing/raw-http.ts";
import {
  call,
  cancel,
  control,
  listed,
  listStatus,
  type ReplicaProcess,
  startReplica,
} from "../testing/replicas.ts";
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

for (const [title, scenario, method, path, ...counts] of [
  ["one cancels an order", "default", "DELETE", `${ORDERS}/${PENDING}`, [204, 1], [404, 199]],
  ["every fifth meets a fault", "fifth", "GET", ORDERS, [500, 40], [200, 160]],
  ["the key expires after ten", "key-expires", "GET", ORDERS, [200, 10], [401, 190]],
] as const)
  test(`of 200 parallel calls to all replicas ${title}`, async () => {
    const text = "faults: [{ on: listOrders, every: 5, status: 500 }]";
    const start = scenario === "fifth" ? { scenario, text } : { scenario };
    await control(replica(0), "POST reset", scenario, start);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => call(replica(turn), method, path, scenario)),
    );
    for (const [status, count] of counts)
      expect(answers.filter((answer) => answer.status === status)).toHaveLength(count);
  });

test("a list from any replica lacks an order as soon as its cancel is confirmed", async () => {
  const world = "lists";
  const { orders } = await control<{ orders: { id: string }[] }>(
    replica(0),
    "GET state?state=pending",
    world,
  );
  for (const [turn, { id }] of orders.entries()) {
    expect(await cancel(replica(turn), id, world)).toBe(204);
    const lists = await Promise.all(replicas.map((other) => listed(other, world)));
    expect(lists.every((list) => !list.includes(id) && list.length === 49 - turn)).toBe(true);
  }
});

test("the control works through any replica", async () => {
  const world = "control";
  await control(replica(0), `POST orders/${PENDING}/ship`, world);
  expect(await cancel(replica(1), PENDING, world)).toBe(409);
  await control(replica(2), "PUT faults", world, { faults: [{ on: "listOrders", status: 503 }] });
  expect(await listStatus(replica(0), world)).toBe(503);
  expect(await control(replica(1), "GET state", world)).toMatchObject({
    // Only this replica's calls count.
    calls: 1,
    counts: { pending: 30, shipped: 20, cancelled: 0 },
    faults: [{ on: "listOrders", status: 503 }],
  });
  const files = await Promise.all(
    replicas.map(({ baseUrl }) => mockOverHttp(baseUrl, undefined).world(world).toScenario()),
  );
  expect(new Set(files).size).toBe(1);

  const text =
    "orders: { list: [{ id: 9007199254740993, state: shipped }, {}] }\nfaults: [{ on: getPet, status: 500 }]";
  await control(replica(2), "POST reset", world, { scenario: "mine", text });
  for (const other of replicas) {
    expect((await call(other, "GET", ORDERS, world)).text).toBe('[{"id":9007199254740993},{}]');
    expect((await call(other, "GET", "/pets/1", world)).status).toBe(500);
    expect(await control(other, "GET scenarios", world)).toMatchObject({ current: "mine" });
  }
  // All replicas now know the scenario's name in this world.
  await control(replica(0), "POST reset", world, { scenario: "mine", orders: 3 });
  expect(await listed(replica(1), world)).toEqual(["2", "9007199254740993"]);
});

test("no replica answers from before a reset that another has confirmed", async () => {
  const world = "resets";
  for (let turn = 0; turn < 12; turn++) {
    expect(await cancel(replica(turn), PENDING, world)).toBe(204);
    await control(replica(turn + 1), "POST reset", world);
    const lists = await Promise.all(replicas.map((other) => listed(other, world)));
    expect(lists.every((list) => list.includes(PENDING))).toBe(true);
  }
});

test("each replica has a log of its own, which a reset through any of them empties", async () => {
  const world = "log";
  for (let turn = 0; turn < 4; turn++) await cancel(replica(turn), String(turn), world);
  const paths = async (of: ReplicaProcess) => {
    const { requests } = await control<{ requests: { path: string }[] }>(of, "GET requests", world);
    return requests.map(({ path }) => path);
  };
  expect(await paths(replica(0))).toEqual([`${ORDERS}/0`, `${ORDERS}/3`]);
  expect(await paths(replica(1))).toEqual([`${ORDERS}/1`]);
  await control(replica(2), "POST reset", world, { scenario: "default+key-expires" });
  for (const other of replicas) expect(await paths(other)).toEqual([]);

  // A change through another replica empties no log, whatever the world started from.
  await call(replica(0), "GET", ORDERS, world);
  await control(replica(1), "PUT orders/5", world, { quantity: 2 });
  expect(await paths(replica(0))).toEqual([ORDERS]);
});

test("the event stream of one replica has the changes and resets of the others", async () => {
  const { host, port } = new URL(replica(0).adminUrl);
  const request = `GET /__admin/events?world=events HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const { socket, received } = openConnection(Number(port), request);
  await expect.poll(received).toContain("retry:");
  await cancel(replica(1), PENDING, "events");
  await expect
    .poll(received)
    .toContain(`event: order\ndata: {"id":"${PENDING}","state":"cancelled"}`);
  await control(replica(2), "POST reset", "events");
  await expect.poll(received).toContain("event: reset");
  socket.destroy();
});
