import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import { createService } from "../service/service.ts";
import { streamEvents } from "./event-stream.ts";
import { directAccess } from "./routes.ts";

test("a client that disconnects no longer watches the world", async () => {
  const service = await createService();
  const world = service.worlds.open("w1")!;
  const server = createServer((_request, response) =>
    streamEvents(service, directAccess(service), world, response, undefined),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const abort = new AbortController();
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal: abort.signal });
    expect(world.watched).toBe(true);
    abort.abort();
    await expect.poll(() => world.watched).toBe(false);
  } finally {
    server.close();
  }
});
