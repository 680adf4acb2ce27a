import { expect, test } from "playwright/test";
import type { JsonObject } from "../../spec/json/json.ts";
import { readEvents } from "./http-connection.ts";

async function read(chunks: Iterable<string>): Promise<[string, JsonObject][]> {
  const events: [string, JsonObject][] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  await readEvents(body, (kind, data) => events.push([kind, data]));
  return events;
}

test("events are read however the stream is cut into chunks, without comments and what is incomplete", async () => {
  const text =
    'retry: 1000\n\nevent: request\nid: 3\ndata: {"path":"ä"}\n\n: keep-alive\n\nevent: order\ndata: {}';
  const events = [["request", { path: "ä" }]];
  expect(await read([text])).toEqual(events);
  expect(await read(text)).toEqual(events);
});
