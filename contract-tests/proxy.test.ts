import http from "node:http";
import { expect, test } from "playwright/test";
import { startProxy } from "./proxy.ts";
import { fakePrism } from "./testing/servers/fake-prism.ts";
import { listening } from "./testing/servers/servers.ts";

test("a port that is in use is named", async () => {
  const { port, close } = await listening(http.createServer());
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  await expect(startProxy({ deployment: { baseUrl }, port })).rejects.toMatchObject({
    code: "port-in-use",
  });
  close();
});

test("through Prism, what it alone finds is a violation, and what both find is one", async () => {
  const prism = fakePrism(`
    const output = [
      { path: ["body", "0", "petId"], severity: 0, code: "type", message: "must be a cat" },
      { path: ["body", "0", "petId"], severity: 0, code: "type", message: "must purr" },
    ];
    return async () => ({ right: { validations: { input: [], output } } });`);
  const deployment = await listening(
    http.createServer((_, reply) =>
      reply.setHeader("Content-Type", "application/json").end('[{"id":1,"petId":2}]'),
    ),
  );
  const baseUrl = `http://127.0.0.1:${deployment.port}/v1`;
  process.env.ORDERS_KIT_PRISM = prism;
  const proxy = await startProxy({ deployment: { baseUrl }, port: 0, throughPrism: true }).finally(
    () => delete process.env.ORDERS_KIT_PRISM,
  );
  const headers = { authorization: "Bearer some-key" };
  await (await fetch(`${proxy.baseUrl}/store/orders`, { headers })).text();
  const report = await proxy.close();
  deployment.close();
  expect(proxy.judgedBy).toBe("orders-kit and Prism 5.0.0");
  const violated = report.clauses.filter(({ verdict }) => verdict === "violated");
  expect(violated).toMatchObject([
    { id: "order-pet-id", why: "Prism: orders[0].petId must be a cat.", places: [{ failed: 1 }] },
  ]);
});
