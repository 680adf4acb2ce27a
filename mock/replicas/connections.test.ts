/** Connections between a mock and its store that die without an end, or are never answered. */
import { once } from "node:events";
import net from "node:net";
import { expect } from "playwright/test";
import { cancel, control, listed, listStatus, withReplicas } from "../testing/replicas.ts";
import { NO_STORE, type Store, test } from "../testing/store.ts";

const PENDING = "9007199254740993";

test.skip(NO_STORE !== undefined, NO_STORE);

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

// The test waits until such connections are given up.
test("a connection that is dead without an end, or never answered, is given up, and the log of requests stays", async ({
  ownStore,
}) => {
  await withBetween(ownStore, async (between) => {
    await withReplicas(1, { store: between.url }, async ([mock]) => {
      expect(await listStatus(mock!)).toBe(200);
      between.hold();
      expect(await listStatus(mock!)).toBe(503);
      await expect.poll(() => listStatus(mock!)).toBe(200);
      const { requests } = await control<{ requests: { status: number }[] }>(mock!, "GET requests");
      expect(requests.filter(({ status }) => status === 200)).toHaveLength(2);

      between.isSilent = true;
      between.hold();
      expect(await listStatus(mock!)).toBe(503);
      await expect.poll(() => between.silent).toBe(1);
      between.isSilent = false;
      await expect.poll(() => listStatus(mock!), { timeout: 20_000 }).toBe(200);
    });
  });
});

test("a world that is deleted late keeps what was confirmed since", async ({ ownStore }) => {
  await withBetween(ownStore, async (between) => {
    await withReplicas(1, { store: between.url }, async ([slow]) => {
      await withReplicas(1, { store: ownStore.url }, async ([quick]) => {
        expect(await cancel(quick!, "2", "w")).toBe(204);
        between.hold();
        expect((await control(slow!, "DELETE worlds", "w")).httpStatus).toBe(503);
        expect(await cancel(quick!, PENDING, "w")).toBe(204);
        between.release();
        await expect.poll(() => listStatus(slow!, "w")).toBe(200);
        for (const mock of [slow!, quick!]) expect(await listed(mock, "w")).not.toContain(PENDING);
        expect((await control(slow!, "DELETE worlds", "w")).httpStatus).toBe(204);
        expect(await listed(quick!, "w")).toContain(PENDING);
      });
    });
  });
});
