/** Which keys the store has, for how long, and for whom. */
import { expect } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import { startMock } from "../http/server.ts";
import { cancel, control, listed, withReplicas } from "../testing/replicas.ts";
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
  // Every call changes the state, because the faults count it.
  const scenario = { ...scenarioNamed("default"), faults: [{ every: 100, status: 500 }] };
  const mock = await startMock({ port: 0, store: store.url, apiKeys, scenario });
  for (const key of ["s3cret-key", "s3cret-key.w1", "s3cret-wrong"])
    for (const [method, path] of [
      ["GET", `${ORDERS}?api_key=s3cret-key`],
      ["GET", `${ORDERS}?token=other-s3cret`],
      ["GET", "/s3cret-key"],
      ["GET", ORDERS],
      ["DELETE", `${ORDERS}/s3cret-key`],
    ] as const)
      await fetch(mock.baseUrl + path, {
        method,
        headers: { cookie: "s3cret", authorization: `Bearer ${key}` },
      });
  await control(mock, "POST reset", "w2");
  await mock.close();
  const keys = (await store.command(["KEYS", "*"])) as string[];
  const own = keys.filter((key) => key.startsWith("orders-kit:"));
  expect(keys.filter((key) => !own.includes(key))).toEqual(["theirs"]);
  expect(own).toHaveLength(4);
  const values = await Promise.all(own.map((key) => readKey(store, key)));
  expect(values.join("\n")).toContain("firstListAt");
  expect(values.join("\n")).not.toContain("s3cret");
  for (const key of own) {
    const leastMs = key === "orders-kit:setup" ? 0 : 6 * DAY_MS;
    expect(await store.command(["PTTL", key]), key).toBeGreaterThan(leastMs);
  }
  expect(await store.command(["DBSIZE"], 1)).toBe(1);
});

/** The value of a key as text. */
async function readKey(store: Store, key: string): Promise<string> {
  const isText = (await store.command(["TYPE", key])) === "string";
  return JSON.stringify(await store.command([isText ? "GET" : "HGETALL", key]));
}

test("a world that one mock has evicted is what the store has when it is used again", async ({
  store,
}) => {
  const evicted: string[] = [];
  const onEvict = (name: string): void => void evicted.push(name);
  await withReplicas(2, { store: store.url, worlds: 2, onEvict }, async ([one, two]) => {
    for (const world of ["w0", "w1", "w2"]) await cancel(one!, PENDING, world);
    expect(evicted).toEqual(["w0"]);
    for (const mock of [two!, one!]) expect(await listed(mock, "w0")).not.toContain(PENDING);
  });
});

test("a mock that starts from something else is told so, and shares nothing", async ({ store }) => {
  const others: string[] = [];
  const onOtherSetup = (description: string): void => void others.push(description);
  await withReplicas(2, { store: store.url, onOtherSetup }, async (alike) => {
    expect(others).toEqual([]);
    await cancel(alike[0]!, PENDING);
    for (const options of [
      { orders: 7 },
      { scenario: "slow" },
      { answers: { "second-cancel": "conflict" } },
    ] as const) {
      const other = await startMock({ port: 0, store: store.url, onOtherSetup, ...options });
      expect(others.splice(0)).toEqual([
        expect.stringMatching(/^scenario (?:default|slow), seed 1, \d+ orders, orders-kit /),
      ]);
      expect(await listed(other)).toHaveLength("orders" in options ? 7 : 50);
      await other.close();
    }
    expect(await listed(alike[1]!)).toHaveLength(49);
  });
});

test("control bodies are stored as they were read, without what surrounds it", async ({
  store,
}) => {
  await withReplicas(1, { store: store.url }, async ([mock]) => {
    const headers = { "content-type": "application/json" };
    const body = `${" ".repeat(200_000)}{"quantity":3}`;
    for (let time = 0; time < 20; time++)
      await fetch(`${mock!.adminUrl}/orders/5000000?world=w`, { method: "PUT", headers, body });
    const [key] = (await store.command(["KEYS", "*:world:w"])) as [string];
    expect(await store.command(["MEMORY", "USAGE", key])).toBeLessThan(2000);
  });
});
