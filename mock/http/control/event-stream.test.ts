/** All streams of a world share the written bytes: each request once, for all of them. */
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "playwright/test";
import { ownWorlds } from "../../control/open-world.ts";
import { feedOf, type SentUpdate } from "../../control/world-feed.ts";
import { createService } from "../../service/service.ts";
import { ask } from "../../testing/calls.ts";
import { withMock } from "../../testing/with-mock.ts";
import type { RunningMock } from "../server.ts";
import { streamEvents } from "./event-stream.ts";

interface Stream {
  readonly socket: Socket;
  /** The bytes so far, including the lengths of their chunks. */
  readonly text: () => string;
}

/** Resolves once the stream has begun. */
async function openStream({ port }: RunningMock, query = ""): Promise<Stream> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => (text += part));
  socket.write(`GET /__admin/events${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await expect.poll(() => text).toContain("retry: 1000\n\n");
  return { socket, text: () => text };
}

/** Sends all calls at once and resolves once they are answered. */
async function list({ port }: RunningMock, count: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => (text += part));
  socket.write(
    "HEAD /v1/store/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key\r\n\r\n".repeat(
      count,
    ),
  );
  await expect.poll(() => text.split("HTTP/1.1 200").length - 1).toBe(count);
  socket.destroy();
}

const idsIn = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, n]) => +n!);

test("requests that come together are one chunk, the same for all listeners", async () => {
  await withMock({}, async (mock) => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(mock)));
    await list(mock, 3);
    for (const { text } of streams) await expect.poll(() => idsIn(text())).toEqual([1, 2, 3]);
    const chunks = streams.map(
      ({ text }) =>
        text()
          .split(/\r\n[0-9a-f]+\r\n/)
          .at(-1)!,
    );
    expect(idsIn(chunks[0]!)).toEqual([1, 2, 3]);
    expect(new Set(chunks).size).toBe(1);
    for (const { socket } of streams) socket.destroy();
  });
});

test("a listener that joins gets each request once, logged or yet to come", async () => {
  await withMock({}, async (mock) => {
    const early = await openStream(mock);
    await list(mock, 3);
    // The requests are now in the log and wait for the next batch.
    const [late, next] = [await openStream(mock, "?after=1"), await openStream(mock)];
    await list(mock, 2);
    await expect.poll(() => idsIn(early.text())).toEqual([1, 2, 3, 4, 5]);
    await expect.poll(() => idsIn(late.text())).toEqual([2, 3, 4, 5]);
    await expect.poll(() => idsIn(next.text())).toEqual([4, 5]);
    for (const { socket } of [early, late, next]) socket.destroy();
  });
});

test("a batch has the requests that are still in the log, and a reset before those after it", async () => {
  const service = await createService();
  const { main: world } = service;
  let sent: SentUpdate[] = [];
  const follow = feedOf(ownWorlds(service).open(""));
  const unfollow = follow(Number.POSITIVE_INFINITY, (updates) => {
    sent.push(...updates);
  });
  for (let n = 0; n < 500; n++) ask(service, {});
  await expect.poll(() => sent.length).toBe(200);
  expect([sent[0]![1].n, sent[199]![1].n]).toEqual([301, 500]);

  sent = [];
  ask(service, {});
  world.reset(world.template);
  ask(service, {});
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(([kind, { n }]) => [kind, n])).toEqual([
    ["reset", undefined],
    ["request", 502],
  ]);
  unfollow();
  expect(world.watched).toBe(false);
});

test("a listener that does not read is ended, and is no longer followed", async () => {
  const service = await createService({});
  const world = service.main;
  let isEnded = false;
  const server = createServer((_, response) => {
    streamEvents(feedOf(ownWorlds(service).open("")), response, Infinity);
    response.once("close", () => (isEnded = true));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => world.watched).toBe(true);

  // More than the operating system buffers for a connection.
  const fill = (): boolean => {
    for (let n = 0; n < 100_000; n++) world.store.onChange?.(BigInt(n), "shipped");
    return isEnded;
  };
  await expect.poll(fill).toBe(true);
  expect(world.watched).toBe(false);
  socket.destroy();
  server.close();
});
