import http from "node:http";
import { expect, test } from "playwright/test";
import { listening } from "../testing/servers.ts";
import { startProxy } from "./server.ts";

test("a call that arrives before Prism has started is answered, and a port that is in use is named", async () => {
  const deployment = await listening(
    http.createServer((_, reply) => reply.writeHead(200, { "Content-Type": "application/json" }).end("[]")),
  );
  const baseUrl = `http://127.0.0.1:${deployment.port}/api/v1`;
  const { port, close } = await listening(http.createServer());
  close();
  let hasStarted = false;
  const starting = startProxy({ deployment: { baseUrl }, port }).then((proxy) => {
    hasStarted = true;
    return proxy;
  });
  // The proxy listens long before Prism does.
  let response: Response | undefined;
  while (response === undefined)
    response = await fetch(`http://127.0.0.1:${port}/api/v1/store/orders`).catch(() => undefined);
  expect(response.status).toBe(200);
  expect(hasStarted).toBe(true);
  await expect(startProxy({ deployment: { baseUrl }, port })).rejects.toMatchObject({ code: "port-in-use" });
  expect((await (await starting).close()).requests).toBe(1);
  deployment.close();
});
