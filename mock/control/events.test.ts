import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import { createService } from "../service.ts";
import { streamEvents } from "./events.ts";

test("whoever stops listening is forgotten", async () => {
  const service = await createService();
  const session = service.worlds.open("w1")!;
  const server = createServer((_request, response) => streamEvents(service, session, response, undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const abort = new AbortController();
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal: abort.signal });
    expect(session.watched).toBe(true);
    abort.abort();
    await expect.poll(() => session.watched).toBe(false);
  } finally {
    server.close();
  }
});
