/** What is in the store: which keys, for how long, and for whom. */
import { expect } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import { startMock } from "../http/server.ts";
import { call, control, listed, withReplicas } from "../testing/replicas.ts";
import { NO_STORE, type Store, test } from "../testing/store.ts";

const ORDERS = "/store/orders";
const PENDING = "9007199254740993";
const DAY_MS = 24 * 3600 * 1000;

test.skip(NO_STORE !== undefined, NO_STORE);

test("all keys have a prefix, expire a week after the last use, and hold no API key", async ({
  store,
}) => {
  await store.command(["SET", "theirs", "1"]);
  await store.command(["SET", "theirs", "1"], 1);
  const apiKeys = ["s3cret-key"];
  // Every call changes the state, since the faults count it.
  const scenario = { ...scenarioNamed("default"), faults: [{ every: 100, status: 500 }] };
  const mock = await startMock({ port: 0, store: store.url, apiKeys, scenario });
  const call = async (path: string, key: string, method = "GET"): Promise<void> => {
    await fetch(`${mock.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, cookie: "s3cret" },
    });
  };
  // A watched world has requests in full.
  const watching = new AbortController();
  await fetch(`${mock.adminUrl}/events`, { signal: watching.signal });
  for (const key of ["s3cret-key", "s3cret-key.w1", "s3cret-wrong"])
    for (const path of [
      `${ORDERS}?api_key=s3cret-key`,
      `${ORDERS}?token=other-s3cret`,
      "/s3cret-key",
      ORDERS,
    ])
      await call(path, key);
  await call(`${ORDERS}/s3cret-key`, "s3cret-key", "DELETE");
  await control(mock, "POST reset", "w2");
  watching.abort();
  await mock.close();
  const keys = (await store.command(["KEYS", "*"])) as string[];
  const own = keys.filter((key) => key.startsWith("orders-kit:"));
  expect(keys.filter((key) => !own.includes(key))).toEqual(["theirs"]);
  expect(own.length).toBeGreaterThan(6);
  const values = await Promise.all(own.map((key) => readKey(store, key)));
  expect(values.join("\n")).toContain("api_key=…");
  expect(values.join("\n")).toContain("requestHeaders");
  expect(values.join("\n")).toContain(`${ORDERS}/\${ORDERS_API_KEY}`);
  expect(values.join("\n")).not.toContain("s3cret");
  for (const key of own) {
    const leastMs = key === "orders-kit:setups" ? 0 : 6 * DAY_MS;
    expect(await store.command(["PTTL", key]), key).toBeGreaterThan(leastMs);
  }
  expect(await store.command(["DBSIZE"], 1)).toBe(1);
});

/** The value of a key as text. */
async function readKey(store: Store, key: string): Promise<string> {
  const type = String(await store.command(["TYPE", key]));
  const read: Readonly<Record<string, readonly string[]>> = {
    hash: ["HGETALL", key],
    list: ["LRANGE", key, "0", "-1"],
    stream: ["XRANGE", key, "-", "+"],
    zset: ["ZRANGE", key, "0", "-1"],
  };
  return JSON.stringify(await store.command(read[type]!));
}

test("the least recently used world is evicted once, for all mocks", async ({ store }) => {
  const evicted: string[] = [];
  let now = Date.now();
  const onEvict = (name: string): void => void evicted.push(name);
  await withReplicas(2, { store: store.url, worlds: 2, onEvict, now: () => now }, async (mocks) => {
    /** Later than any other use, by more than the clocks of two mocks with a store differ. */
    const use = (mock: (typeof mocks)[number], method: string, path: string, world: string) => {
      now += 60_000;
      return call(mock, method, path, world);
    };
    const worlds = async (mock: (typeof mocks)[number]): Promise<string[]> => {
      const { worlds } = await control<{ worlds: { name: string }[] }>(mock, "GET worlds");
      return worlds.map(({ name }) => name).sort();
    };
    for (const [turn, world] of ["w0", "w1", "w0"].entries())
      await use(mocks[turn % 2]!, "DELETE", `${ORDERS}/${PENDING}`, world);
    expect(await worlds(mocks[1]!)).toEqual(["", "w0", "w1"]);
    await use(mocks[1]!, "GET", ORDERS, "w2");
    expect(evicted).toEqual(["w1"]);
    for (const mock of mocks) expect(await worlds(mock)).toEqual(["", "w0", "w2"]);
    for (const mock of mocks) expect(await listed(mock, "w0")).not.toContain(PENDING);
    expect((await call(mocks[0]!, "DELETE", `${ORDERS}/${PENDING}`, "w1")).status).toBe(204);
    await control(mocks[0]!, "DELETE worlds", "w1");
    expect(await worlds(mocks[1]!)).not.toContain("w1");
    expect(await listed(mocks[1]!, "w1")).toContain(PENDING);
  });
});

test("a mock that starts from something else is told so, and shares nothing", async ({ store }) => {
  const others: string[] = [];
  const onOtherSetup = (description: string): void => void others.push(description);
  await withReplicas(2, { store: store.url, onOtherSetup }, async (alike) => {
    expect(others).toEqual([]);
    await call(alike[0]!, "DELETE", `${ORDERS}/${PENDING}`);
    for (const options of [
      { orders: 7 },
      { scenario: "slow" },
      { answers: { "second-cancel": "conflict" } },
    ] as const) {
      const other = await startMock({ port: 0, store: store.url, onOtherSetup, ...options });
      expect(others.splice(0)).toContainEqual(
        expect.stringMatching(/^scenario default, seed 1, 50 orders, orders-kit /),
      );
      expect(await listed(other)).toHaveLength("orders" in options ? 7 : 50);
      await other.close();
    }
    expect(await listed(alike[1]!)).toHaveLength(49);
  });
});
