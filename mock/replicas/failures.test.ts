/** A store that fails, and mocks that die. */
import { once } from "node:events";
import net from "node:net";
import { expect } from "playwright/test";
import type { RunningMock } from "../http/server.ts";
import { withBrokenList } from "../testing/broken-core.ts";
import { CALL } from "../testing/calls.ts";
import { call, control, listed, startReplica, withReplicas } from "../testing/replicas.ts";
import { NO_STORE, type Store, startStore, test as withStore } from "../testing/store.ts";
import { openReplica } from "./replica.ts";

const ORDERS = "/store/orders";
const PENDING = "9007199254740993";
const UNAVAILABLE = {
  status: 503,
  retryAfter: "1",
  text: '{"code":"store_unavailable","message":"The store that the replicas of this mock share does not answer.","status":503}',
};

/** A separate store, because the test breaks it. */
const test = withStore.extend<{ ownStore: Store }>({
  ownStore: async ({ browserName: _ }, use) => {
    const store = await startStore();
    await use(store);
    await store.stop();
  },
});
test.skip(NO_STORE !== undefined, NO_STORE);

test("without its store a mock answers 503, says so, refuses bad keys, and recovers by itself", async ({
  ownStore,
}) => {
  const notices: string[] = [];
  const onStoreNotice = (text: string): void => void notices.push(text);
  await withReplicas(1, { store: ownStore.url, onStoreNotice }, async ([mock]) => {
    await call(mock!, "DELETE", `${ORDERS}/${PENDING}`);
    await ownStore.kill();
    expect(await call(mock!, "GET", ORDERS)).toEqual(UNAVAILABLE);
    expect(await call(mock!, "DELETE", `${ORDERS}/2`)).toEqual(UNAVAILABLE);
    expect((await fetch(`${mock!.baseUrl}${ORDERS}`)).status).toBe(401);
    const problem = { httpStatus: 503, status: 503, code: "store-unavailable" };
    for (const line of ["GET health", "GET state", "GET requests", "POST reset", "DELETE faults"])
      expect(await control(mock!, line), line).toMatchObject(problem);
    expect((await fetch(`${mock!.adminUrl}/events`)).headers.get("retry-after")).toBe("1");
    await ownStore.restart();
    await expect.poll(async () => (await control(mock!, "GET health")).httpStatus).toBe(200);
    // The store has lost its data, so the world starts again from its seed.
    expect(await listed(mock!)).toContain(PENDING);
    expect((await call(mock!, "DELETE", `${ORDERS}/${PENDING}`)).status).toBe(204);
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

interface OddWorld {
  readonly mocks: readonly [RunningMock, RunningMock];
  /** The world's key in the store. */
  readonly key: string;
  readonly notices: string[];
}

/** Two mocks with a world `odd`, in which an order is cancelled. */
async function withOddWorld(store: Store, use: (odd: OddWorld) => Promise<void>): Promise<void> {
  const notices: string[] = [];
  const onStoreNotice = (text: string): void => void notices.push(text);
  await withReplicas(2, { store: store.url, onStoreNotice }, async (replicas) => {
    const mocks = replicas as [RunningMock, RunningMock];
    await call(mocks[0], "DELETE", `${ORDERS}/${PENDING}`, "odd");
    const [key] = (await store.command(["KEYS", "*:world:odd"])) as [string];
    await use({ mocks, key, notices });
  });
}

test("a world whose document cannot be read starts again, and the mock that reads it says so", async ({
  store,
}) => {
  await withOddWorld(store, async ({ mocks, key, notices }) => {
    const [one, two] = mocks;
    const [, sound] = (await store.command(["HMGET", key, "version", "document"])) as string[];
    for (const [at, forged] of [
      '{"epoch":"e","start":{},"changes":{"orders":7}}',
      sound!.replace(/"states":\[[^\]]*\]/, '"states":[["999999999","cancelled"]]'),
      sound!.replace('"faults":[]', '"faults":[null,1]'),
    ].entries()) {
      await store.command(["HSET", key, "version", `newer ${at}`, "document", forged]);
      for (const mock of mocks) expect(await listed(mock, "odd")).toContain(PENDING);
      const notice = "The store has the world odd in no form that can be read (the world odd:1:";
      expect(notices.splice(0)).toEqual([expect.stringContaining(notice)]);
    }
    expect((await call(two, "DELETE", `${ORDERS}/${PENDING}`, "odd")).status).toBe(204);
    expect(await listed(one, "odd")).not.toContain(PENDING);
  });
});

test("a world whose document has another start is that world in each mock", async ({ store }) => {
  await withOddWorld(store, async ({ mocks, key, notices }) => {
    for (const mock of mocks) expect(await listed(mock, "odd")).toHaveLength(49);
    const [version, document] = (await store.command([
      ...["HMGET", key, "version", "document"],
    ])) as [string, string];
    const other = document
      .replace('"orders":50', '"orders":9')
      .replace(/"states":.*?\]\]/, '"states":[["2","cancelled"]]');
    await store.command(["HSET", key, "version", `${version}-by-hand`, "document", other]);
    for (const mock of mocks) expect(await listed(mock, "odd")).toHaveLength(8);
    expect(notices).toEqual([]);
  });
});

test("a world whose command the store refuses gets 503 and no other does, until it is deleted", async ({
  store,
}) => {
  await withOddWorld(store, async ({ mocks, key, notices }) => {
    await store.command(["DEL", key]);
    await store.command(["LPUSH", key, "x"]);
    for (let turn = 0; turn < 6; turn++) {
      expect(await call(mocks[turn % 2]!, "GET", ORDERS, "odd")).toEqual(UNAVAILABLE);
      expect(await listed(mocks[turn % 2]!, "other")).toHaveLength(50);
    }
    // One notice for each mock.
    expect(notices).toEqual(
      Array(2).fill(expect.stringMatching(/ refuses a command \(.*\)\. Its calls get 503\.$/)),
    );
    await control(mocks[1], "DELETE worlds", "odd");
    for (const mock of mocks) expect(await listed(mock, "odd")).toContain(PENDING);
  });
});

test("a reset is stored only if the other mocks can read it", async ({ store }) => {
  await withReplicas(2, { store: store.url }, async ([one, two]) => {
    const text = `orders: { list: [${"{},".repeat(55_000)}{}] }`;
    const { httpStatus } = await control(one!, "POST reset", "large", { scenario: "mine", text });
    expect([200, 400]).toContain(httpStatus);
    for (const mock of [one, two]) {
      expect((await call(mock!, "GET", ORDERS, "large")).status).toBe(200);
    }
  });
});

test("a main world that was evicted gives no second 204 unsaid", async ({ ownStore }) => {
  const notices: string[] = [];
  const onStoreNotice = (text: string): void => void notices.push(text);
  await withReplicas(2, { store: ownStore.url, onStoreNotice }, async ([one, two]) => {
    await call(one!, "DELETE", `${ORDERS}/${PENDING}`);
    expect(await listed(two!)).toHaveLength(49);
    const [key] = (await ownStore.command(["KEYS", "*:world:"])) as [string];
    await ownStore.command(["DEL", key]);
    expect((await call(two!, "DELETE", `${ORDERS}/${PENDING}`)).status).toBe(204);
    expect(notices).toEqual([expect.stringContaining("no longer has the main world")]);
    expect(await listed(one!)).toHaveLength(49);
  });
});

// The test waits until a store that does not answer is treated as failed.
test("a store that hangs is treated the same, and nothing confirmed is lost", async ({
  ownStore,
}) => {
  await withReplicas(2, { store: ownStore.url }, async (mocks) => {
    expect((await call(mocks[0]!, "DELETE", `${ORDERS}/${PENDING}`)).status).toBe(204);
    ownStore.pause();
    const answers = mocks.map((mock) => call(mock, "DELETE", `${ORDERS}/2`));
    expect(await Promise.all(answers)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    ownStore.resume();
    for (const mock of mocks) {
      await expect.poll(async () => (await call(mock, "GET", ORDERS)).status).toBe(200);
      expect(await listed(mock)).not.toContain(PENDING);
    }
    // The commands of the unanswered calls may have arrived later; if so, the order was cancelled
    // once.
    const again = await Promise.all(mocks.map((mock) => call(mock, "DELETE", `${ORDERS}/2`)));
    expect(again.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
    expect(await listed(mocks[0]!)).toEqual(await listed(mocks[1]!));
    expect(await listed(mocks[0]!)).not.toContain("2");
  });
});

interface Between {
  /** Address of the store for a mock whose connections pass through here. */
  readonly url: string;
  /** Holds back what the mock sends on its last connection. */
  hold(): void;
  /** Delivers what was held back, even if the mock has given up its connection since. */
  release(): void;
  /** If true, further connections are accepted, but nothing passes on them. */
  isSilent: boolean;
  /** Number of accepted silent connections. */
  silent: number;
}

/** A program between a mock and its store. */
async function withBetween(store: Store, use: (between: Between) => Promise<void>): Promise<void> {
  const { port } = new URL(store.url);
  const sockets: net.Socket[] = [];
  let last: readonly [from: net.Socket, to: net.Socket] | undefined;
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
    if (between.isSilent) return void between.silent++;
    const to = net.connect(Number(port), "127.0.0.1").on("error", () => {});
    sockets.push(to);
    socket.pipe(to).pipe(socket);
    last = [socket, to];
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const held: Buffer[] = [];
  const between: Between = {
    url: `redis://127.0.0.1:${(server.address() as net.AddressInfo).port}/0`,
    hold: () => {
      const [from, to] = last!;
      from
        .unpipe(to)
        .on("data", (chunk) => held.push(chunk))
        .resume();
      between.release = () => void to.write(Buffer.concat(held));
    },
    release: () => {},
    isSilent: false,
    silent: 0,
  };
  await use(between);
  for (const socket of sockets) socket.destroy();
  server.close();
}

test("a connection that is dead without an end is given up, and the log of requests stays", async ({
  ownStore,
}) => {
  await withBetween(ownStore, async (between) => {
    await withReplicas(1, { store: between.url }, async ([mock]) => {
      expect((await call(mock!, "GET", ORDERS)).status).toBe(200);
      between.hold();
      expect(await call(mock!, "GET", ORDERS)).toEqual(UNAVAILABLE);
      await expect.poll(async () => (await call(mock!, "GET", ORDERS)).status).toBe(200);
      const { requests } = await control<{ requests: { status: number }[] }>(mock!, "GET requests");
      expect(requests.filter(({ status }) => status === 200)).toHaveLength(2);
    });
  });
});

// The test waits until such a connection is given up.
test("a connection that is accepted and never answered is given up", async ({ ownStore }) => {
  await withBetween(ownStore, async (between) => {
    await withReplicas(1, { store: between.url }, async ([mock]) => {
      between.isSilent = true;
      between.hold();
      expect(await call(mock!, "GET", ORDERS)).toEqual(UNAVAILABLE);
      await expect.poll(() => between.silent).toBe(1);
      between.isSilent = false;
      await expect
        .poll(async () => (await call(mock!, "GET", ORDERS)).status, { timeout: 20_000 })
        .toBe(200);
    });
  });
});

test("a world that is deleted late keeps what was confirmed since", async ({ ownStore }) => {
  await withBetween(ownStore, async (between) => {
    await withReplicas(1, { store: between.url }, async ([slow]) => {
      await withReplicas(1, { store: ownStore.url }, async ([quick]) => {
        expect((await call(quick!, "DELETE", `${ORDERS}/2`, "w")).status).toBe(204);
        between.hold();
        expect((await control(slow!, "DELETE worlds", "w")).httpStatus).toBe(503);
        expect((await call(quick!, "DELETE", `${ORDERS}/${PENDING}`, "w")).status).toBe(204);
        between.release();
        await expect.poll(async () => (await call(slow!, "GET", ORDERS, "w")).status).toBe(200);
        for (const mock of [slow!, quick!]) expect(await listed(mock, "w")).not.toContain(PENDING);
        expect((await control(slow!, "DELETE worlds", "w")).httpStatus).toBe(204);
        expect(await listed(quick!, "w")).toContain(PENDING);
      });
    });
  });
});

test("a store that comes back with older data is read again by all mocks", async ({ ownStore }) => {
  await withReplicas(2, { store: ownStore.url }, async (mocks) => {
    const [one, two] = mocks as [RunningMock, RunningMock];
    for (const mock of mocks) await listed(mock);
    await ownStore.command(["SAVE"]);
    expect((await call(one, "DELETE", `${ORDERS}/${PENDING}`)).status).toBe(204);
    await ownStore.kill();
    await ownStore.restart();
    await expect.poll(async () => (await control(two, "GET health")).httpStatus).toBe(200);
    // Only one change was made since, as in the first mock.
    expect((await call(two, "DELETE", `${ORDERS}/2`)).status).toBe(204);
    await expect.poll(async () => (await control(one, "GET health")).httpStatus).toBe(200);
    for (const mock of mocks) {
      const list = await listed(mock);
      expect([list.includes(PENDING), list.includes("2")]).toEqual([true, false]);
    }
  });
});

test("a mock that is killed in the middle of a load loses nothing that it has confirmed", async ({
  store,
}) => {
  const replicas = await Promise.all([1, 2, 3].map(() => startReplica(store, "--orders", "600")));
  try {
    const { orders } = await control<{ orders: { id: string }[] }>(
      replicas[0]!,
      "GET state?state=pending",
    );
    const confirmed: string[] = [];
    const cancel = async (id: string, turn: number): Promise<void> => {
      const answer = await call(replicas[turn % 3]!, "DELETE", `${ORDERS}/${id}`).catch(
        () => undefined,
      );
      if (answer?.status === 204) confirmed.push(id);
      if (confirmed.length === 50) await replicas[1]!.kill();
    };
    // Two replicas try to cancel each order at the same time.
    await Promise.all(orders.flatMap(({ id }, turn) => [cancel(id, turn), cancel(id, turn + 1)]));
    expect(new Set(confirmed).size).toBe(confirmed.length);
    expect(confirmed.length).toBeGreaterThan(50);
    const joined = await startReplica(store, "--orders", "600");
    try {
      for (const replica of [replicas[0]!, replicas[2]!, joined]) {
        const list = new Set(await listed(replica));
        expect(confirmed.filter((id) => list.has(id))).toEqual([]);
        expect(orders.filter(({ id }) => !list.has(id)).length).toBeGreaterThanOrEqual(
          confirmed.length,
        );
      }
    } finally {
      await joined.kill();
    }
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()));
  }
});
