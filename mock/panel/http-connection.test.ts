import { expect, test } from "playwright/test";
import type { StreamEvent } from "./follow-world.ts";
import { readEvents } from "./http-connection.ts";

async function read(...chunks: string[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  await readEvents(body, (event) => events.push(event));
  return events;
}

test("events are parsed however the stream is cut into chunks", async () => {
  const text = 'retry: 1000\n\nevent: order\nid: 3\ndata: {"id":"ä"}\n\n: keep-alive\n\ndata: one\ndata: two\n\n';
  const events = [
    { name: "order", data: '{"id":"ä"}' },
    { name: "message", data: "one\ntwo" },
  ];
  expect(await read(text)).toEqual(events);
  expect(await read(...text)).toEqual(events);
});

test("an incomplete event is ignored", async () => {
  expect(await read("event: order\ndata: {}")).toEqual([]);
});
