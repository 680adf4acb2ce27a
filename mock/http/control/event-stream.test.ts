import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import { ownWorlds } from "../../control/open-world.ts";
import { feedOf, type SentUpdate } from "../../control/world-feed.ts";
import { createService } from "../../service/service.ts";
import { ask } from "../../testing/calls.ts";
import { openConnection } from "../../testing/raw-http.ts";
import { call, control } from "../../testing/replicas.ts";
import { withMock } from "../../testing/with-mock.ts";
import type { RunningMock } from "../server.ts";
import { streamEvents } from "./event-stream.ts";

/** Resolves with all that the stream has sent so far, once it has begun. */
async function openStream({ port }: RunningMock, query: string): Promise<() => string> {
  const request = `GET /__admin/events?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const { received } = openConnection(port, request);
  await expect.poll(received).toContain("retry: 1000\n\n");
  return received;
}

test("the events of a world are streamed", async () => {
  await withMock({}, async (mock) => {
    const received = await openStream(mock, "world=w1");
    expect(received()).toContain("Content-Type: text/event-stream");
    await call(mock, "GET", "/store/orders", "w1");
    await call(mock, "GET", "/store/orders");
    await call(mock, "DELETE", "/store/orders/2", "w1");
    await expect.poll(received).toContain('"operation":"cancelOrder"');
    await control(mock, "POST orders/4/ship", "w1");
    await control(mock, "PUT faults", "w1", []);
    await control(mock, "POST reset", "w1");
    await expect.poll(received).toContain("event: reset");
    await call(mock, "DELETE", "/store/orders/2", "w1");
    await expect.poll(received).toContain("id: 3");
    expect(received().match(/(?<=^event: ).*/gm)).toEqual([
      ...["request", "order", "request", "order", "faults", "reset", "order", "request"],
    ]);
    expect(received()).toContain('data: {"id":"4","state":"shipped"}');
    const late = await openStream(mock, "world=w1&after=2");
    await expect.poll(late).toContain("id: 3");
  });
});

test("a listener that joins gets each request once, logged or yet to come", async () => {
  const service = await createService();
  const follow = feedOf(ownWorlds(service).open(""));
  const heard: unknown[][] = [];
  const join = (after: number) => {
    const own: unknown[] = [];
    heard.push(own);
    return follow(after, (updates) => void own.push(...updates.map(([, { n }]) => n)));
  };
  const joined = [join(Infinity)];
  for (let n = 0; n < 3; n++) ask(service, {});
  // The requests are now in the log and wait for the next batch.
  joined.push(join(1), join(Infinity));
  for (let n = 0; n < 2; n++) ask(service, {});
  await expect
    .poll(() => heard)
    .toEqual([
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5],
      [4, 5],
    ]);
  for (const leave of joined) leave();
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
  const { port } = server.address() as AddressInfo;
  const { socket } = openConnection(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  socket.pause();
  await expect.poll(() => world.watched).toBe(true);

  // More than the operating system buffers for a connection.
  const fill = (): boolean => {
    for (let n = 0; n < 100_000; n++) world.store.onChange?.(BigInt(n), "shipped");
    return isEnded;
  };
  await expect.poll(fill, { timeout: 25_000 }).toBe(true);
  expect(world.watched).toBe(false);
  socket.destroy();
  server.close();
});
