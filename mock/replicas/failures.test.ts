/** A store that fails, and mocks that die. */
import { expect } from "playwright/test";
import type { RunningMock } from "../http/server.ts";
import { withBrokenList } from "../testing/broken-core.ts";
import { CALL } from "../testing/calls.ts";
import {
  call,
  cancel,
  control,
  listed,
  listStatus,
  startReplica,
  withReplicas,
} from "../testing/replicas.ts";
import { NO_STORE, type Store, test } from "../testing/store.ts";
import { openReplica } from "./replica.ts";

const ORDERS = "/store/orders";
const PENDING = "9007199254740993";
const UNAVAILABLE = {
  status: 503,
  retryAfter: "1",
  text: '{"code":"store_unavailable","message":"The store that the replicas of this mock share does not answer.","status":503}',
};

test.skip(NO_STORE !== undefined, NO_STORE);

/** Starts mocks with a store, and keeps what they say about it. */
async function withNotices(
  count: number,
  { url }: Pick<Store, "url">,
  use: (mocks: RunningMock[], notices: string[]) => Promise<void>,
): Promise<void> {
  const notices: string[] = [];
  const onStoreNotice = (text: string): void => void notices.push(text);
  await withReplicas(count, { store: url, onStoreNotice }, (mocks) => use([...mocks], notices));
}
test("without its store a mock answers 503, says so, refuses bad keys, and recovers by itself", async ({
  ownStore,
}) => {
  await withNotices(1, ownStore, async ([mock], notices) => {
    expect(await cancel(mock!, PENDING)).toBe(204);
    await ownStore.kill();
    expect(await call(mock!, "GET", ORDERS)).toEqual(UNAVAILABLE);
    expect(await call(mock!, "DELETE", `${ORDERS}/2`)).toEqual(UNAVAILABLE);
    expect((await fetch(`${mock!.baseUrl}${ORDERS}`)).status).toBe(401);
    const problem = { httpStatus: 503, status: 503, code: "store-unavailable" };
    for (const line of ["GET health", "GET state", "GET requests", "POST reset", "DELETE faults"])
      expect(await control(mock!, line), line).toMatchObject(problem);
    expect((await fetch(`${mock!.adminUrl}/events`)).headers.get("retry-after")).toBe("1");

    // The store has lost its data, so the world starts again from its seed.
    await ownStore.restart();
    await expect.poll(() => listStatus(mock!)).toBe(200);
    expect(await cancel(mock!, PENDING)).toBe(204);
    expect(notices).toEqual([
      expect.stringMatching(
        /^The store redis:.* is away \(.*\)\. Calls get 503 until it is back\.$/,
      ),
      expect.stringMatching(/^The store redis:.* is back\.$/),
      "The store no longer has the main world: it starts again from its seed.",
    ]);
  });
});

test("a call at which the mock itself fails gets 500, not 503", async ({ store }) => {
  const { service, answer, close } = await openReplica(store.url, {});
  const status = () =>
    new Promise((resolve) =>
      answer({ ...CALL, authorization: "Bearer demo-key" }, (reply) => resolve(reply.status)),
    );
  const told = await withBrokenList(service, async () => {
    expect([await status(), await status()]).toEqual([500, 500]);
  });
  expect(told).toEqual([expect.stringContaining("the mock itself has failed")]);
  expect(await status()).toBe(200);
  close();
});

test("a world whose document cannot be read starts again, and the mock that reads it says so", async ({
  store,
}) => {
  await withNotices(2, store, async (mocks, notices) => {
    expect(await cancel(mocks[0]!, PENDING, "odd")).toBe(204);
    const [key] = (await store.command(["KEYS", "*:world:odd"])) as [string];
    const [, sound] = (await store.command(["HMGET", key, "version", "document"])) as string[];
    const write = async (version: string, document: string): Promise<void> =>
      void (await store.command(["HSET", key, "version", version, "document", document]));
    for (const forged of [
      '{"epoch":"e","start":{},"changes":{"orders":7}}',
      sound!.replace(/"states":\[[^\]]*\]/, '"states":[["999999999","cancelled"]]'),
      sound!.replace('"faults":[]', '"faults":[null,1]'),
    ]) {
      await write(`of ${forged}`, forged);
      for (const mock of mocks) expect(await listed(mock, "odd")).toContain(PENDING);
      const notice = "The store has the world odd in no form that can be read (the world odd:1:";
      expect(notices.splice(0)).toEqual([expect.stringContaining(notice)]);
    }
    expect(await cancel(mocks[1]!, PENDING, "odd")).toBe(204);
    expect(await listed(mocks[0]!, "odd")).not.toContain(PENDING);

    // A document that can be read but has another start is that world in each mock.
    const [version] = (await store.command(["HMGET", key, "version"])) as string[];
    const other = sound!
      .replace('"orders":50', '"orders":9')
      .replace(/"states":.*?\]\]/, '"states":[["2","cancelled"]]');
    await write(`${version}-by-hand`, other);
    for (const mock of mocks) expect(await listed(mock, "odd")).toHaveLength(8);
    expect(notices).toEqual([]);
  });
});

test("a world whose command the store refuses gets 503 and no other does, until it is deleted", async ({
  store,
}) => {
  await withNotices(2, store, async (mocks, notices) => {
    expect(await cancel(mocks[0]!, PENDING, "odd")).toBe(204);
    const [key] = (await store.command(["KEYS", "*:world:odd"])) as [string];
    await store.command(["DEL", key]);
    await store.command(["LPUSH", key, "x"]);
    for (const mock of [...mocks, ...mocks]) {
      expect(await call(mock, "GET", ORDERS, "odd")).toEqual(UNAVAILABLE);
      expect(await listed(mock, "other")).toHaveLength(50);
    }
    // One notice for each mock.
    expect(notices).toEqual(
      Array(2).fill(expect.stringMatching(/ refuses a command \(.*\)\. Its calls get 503\.$/)),
    );
    await control(mocks[1]!, "DELETE worlds", "odd");
    for (const mock of mocks) expect(await listed(mock, "odd")).toContain(PENDING);
  });
});

test("a reset is stored only if the other mocks can read it", async ({ store }) => {
  await withReplicas(2, { store: store.url }, async (mocks) => {
    const text = `orders: { list: [${"{},".repeat(55_000)}{}] }`;
    const { httpStatus } = await control(mocks[0]!, "POST reset", "large", { text });
    expect([200, 400]).toContain(httpStatus);
    for (const mock of mocks) expect(await listStatus(mock, "large")).toBe(200);
  });
});

// The test waits until a store that does not answer is treated as failed.
test("a store that hangs is treated the same, and nothing confirmed is lost", async ({
  ownStore,
}) => {
  await withReplicas(2, { store: ownStore.url }, async (mocks) => {
    expect(await cancel(mocks[0]!, PENDING)).toBe(204);
    ownStore.pause();
    const answers = mocks.map((mock) => call(mock, "DELETE", `${ORDERS}/2`));
    expect(await Promise.all(answers)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    ownStore.resume();
    for (const mock of mocks) {
      await expect.poll(() => listStatus(mock)).toBe(200);
      expect(await listed(mock)).not.toContain(PENDING);
    }
    // The commands of the unanswered calls may have arrived later; if so, the order was cancelled
    // once.
    const again = await Promise.all(mocks.map((mock) => cancel(mock, "2")));
    expect(again.filter((status) => status === 204).length).toBeLessThanOrEqual(1);
    for (const mock of mocks) expect(await listed(mock)).not.toContain("2");
  });
});

test("a store that comes back with older data is read again by all mocks", async ({ ownStore }) => {
  await withReplicas(2, { store: ownStore.url }, async (mocks) => {
    const [one, two] = mocks as [RunningMock, RunningMock];
    for (const mock of mocks) await listed(mock);
    await ownStore.command(["SAVE"]);
    expect(await cancel(one, PENDING)).toBe(204);
    await ownStore.kill();
    await ownStore.restart();
    // Only one change was made since, as in the first mock.
    await expect.poll(() => cancel(two, "2")).toBe(204);
    await expect.poll(() => listStatus(one)).toBe(200);
    for (const mock of mocks) {
      const list = await listed(mock);
      expect([list.includes(PENDING), list.includes("2")]).toEqual([true, false]);
    }
  });
});

test("a mock that is killed in the middle of a load loses nothing that it has confirmed", async ({
  store,
}) => {
  const start = () => startReplica(store, "--orders", "600");
  const replicas = await Promise.all([start(), start(), start()]);
  try {
    const { orders } = await control<{ orders: { id: string }[] }>(
      replicas[0]!,
      "GET state?state=pending",
    );
    const confirmed: string[] = [];
    const tryOn = async (id: string, turn: number): Promise<void> => {
      const status = await cancel(replicas[turn % 3]!, id).catch(() => "dead");
      if (status === 204) confirmed.push(id);
      if (confirmed.length === 50) await replicas[1]!.kill();
    };
    // Two replicas try to cancel each order at the same time.
    await Promise.all(orders.flatMap(({ id }, turn) => [tryOn(id, turn), tryOn(id, turn + 1)]));
    expect(new Set(confirmed).size).toBe(confirmed.length);
    expect(confirmed.length).toBeGreaterThan(50);
    replicas.push(await start());
    for (const replica of replicas.toSpliced(1, 1)) {
      const list = new Set(await listed(replica));
      expect(confirmed.filter((id) => list.has(id))).toEqual([]);
    }
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
  }
});
