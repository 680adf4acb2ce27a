import http from "node:http";
import { expect, test } from "playwright/test";
import { startMock } from "../../mock/http/server.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { listening } from "../testing/servers.ts";
import { startProxy } from "./server.ts";

test("a call that arrives before Prism is loaded is answered, and a port that is in use is named", async () => {
  const deployment = await listening(
    http.createServer((_, reply) =>
      reply.writeHead(200, { "Content-Type": "application/json" }).end("[]"),
    ),
  );
  const baseUrl = `http://127.0.0.1:${deployment.port}/api/v1`;
  const { port, close } = await listening(http.createServer());
  close();
  let hasStarted = false;
  const starting = startProxy({ deployment: { baseUrl }, port }).then((proxy) => {
    hasStarted = true;
    return proxy;
  });
  // The proxy listens long before Prism is loaded.
  let response: Response | undefined;
  while (response === undefined)
    response = await fetch(`http://127.0.0.1:${port}/api/v1/store/orders`).catch(() => undefined);
  expect(response.status).toBe(200);
  expect(hasStarted).toBe(true);
  await expect(startProxy({ deployment: { baseUrl }, port })).rejects.toMatchObject({
    code: "port-in-use",
  });
  expect((await (await starting).close()).requests).toBe(1);
  deployment.close();
});

test("the orders of the last list are a scenario, in which those that got 409 have shipped", async () => {
  const deployment = await startMock({ port: 0, scenario: "int64" });
  const { baseUrl } = deployment;
  const proxy = await startProxy({ deployment: { baseUrl, key: "demo-key" }, port: 0 });
  const headers = { authorization: "Bearer demo-key" };
  const scenario = () => fetch(new URL("orders.yaml", proxy.adminUrl));
  expect((await scenario()).status).toBe(404);
  const list = await (await fetch(`${proxy.baseUrl}/store/orders`, { headers })).text();
  const [shipped] = deployment.orders("shipped").ids;
  const cancelled = await fetch(`${proxy.baseUrl}/store/orders/${shipped}`, {
    method: "DELETE",
    headers,
  });
  expect(cancelled.status).toBe(409);
  const text = await (await scenario()).text();
  await proxy.close();
  await deployment.close();
  const { orders } = parseScenario(text, "orders.yaml");
  expect(orders.list.map(({ order }) => String(order.id))).toEqual(
    [...list.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id),
  );
  expect(
    orders.list.filter(({ state }) => state === "shipped").map(({ order }) => order.id),
  ).toEqual([shipped]);
});
