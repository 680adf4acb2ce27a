/// <reference lib="dom" />
/**
 * Judges recordings that Playwright makes of an app in a browser; they contain answers of the test,
 * of a service worker and of the cache, and preflights.
 */
import http from "node:http";
import { join } from "node:path";
import { type Browser, expect, test } from "playwright/test";
import { startMock } from "../mock/http/server.ts";
import { judgeRecordings } from "./judge.ts";
import { listening } from "./testing/servers/servers.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const KEY = "key-of-the-app-4711";
const SERVICE_WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.url.includes("/v1/")) event.respondWith(fetch(event.request));
});`;

/** The mock with cacheable answers. */
async function cacheableDeployment() {
  const mock = await startMock({ port: 0, apiKeys: [KEY] });
  const server = http.createServer(async (request, reply) => {
    const { method = "", url = "" } = request;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(new URL(url, mock.baseUrl), {
      method,
      headers: headers as Record<string, string>,
    });
    const fields = Object.fromEntries(answer.headers);
    delete fields["content-length"];
    if (method === "GET") Object.assign(fields, { etag: '"1"', "cache-control": "no-cache" });
    if (request.headers["if-none-match"] !== undefined && answer.status === 200)
      return void reply.writeHead(304, fields).end();
    reply.writeHead(answer.status, fields).end(await answer.text());
  });
  const { port, close } = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    pending: mock.orders("pending").ids.slice(0, 2),
    close: async () => {
      close();
      await mock.close();
    },
  };
}

/**
 * Records an app in a browser: first alone, then with answers of the test, then with a service
 * worker.
 */
async function record(
  browser: Browser,
  { baseUrl, pending }: { readonly baseUrl: string; readonly pending: readonly string[] },
  path: string,
): Promise<void> {
  const site = await listening(
    http.createServer(({ url }, reply) => {
      const type = url === "/worker.js" ? "text/javascript" : "text/html";
      reply.writeHead(200, { "Content-Type": type });
      reply.end(url === "/worker.js" ? SERVICE_WORKER : "<h1>Orders</h1>");
    }),
  );
  const context = await browser.newContext({ recordHar: { path } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const use = (id: string) =>
    page.evaluate(
      async ([base, key, order]) => {
        const init = { headers: { Authorization: `Bearer ${key}` } };
        const call = async (address: string, more: RequestInit = {}) =>
          (await fetch(address, { ...init, ...more })).text();
        await call(`${base}/store/orders`);
        await call(`${base}/store/orders`);
        await call(`${base}/store/orders/${order}`, { method: "DELETE" });
        await call(`${base}/store/orders/${order}`, { method: "DELETE" });
        await fetch(`${base}/store/orders`);
        await fetch("http://127.0.0.1:1/v1/store/orders").catch(() => {});
      },
      [baseUrl, KEY, id] as const,
    );
  await use(pending[0]!);

  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  await context.route("**/v1/**", (route) => route.fulfill({ status: 500, body: "boom", headers }));
  await use(pending[1]!);
  await context.unroute("**/v1/**");

  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve),
      );
  });
  await use(pending[1]!);
  await context.close();
  site.close();
}

async function judged(browser: Browser, apiKeyEnv?: string) {
  const deployment = await cacheableDeployment();
  const file = join(temporaryFolder(), "app.har");
  await record(browser, deployment, file);
  await deployment.close();
  const judge = await judgeRecordings({
    files: [file],
    server: deployment.baseUrl,
    apiKeyEnv,
    env: apiKeyEnv === undefined ? {} : { [apiKeyEnv]: KEY },
    stdin: () => process.stdin,
    onProgress: () => {},
  });
  return judge.report;
}

for (const [title, apiKeyEnv] of [
  ["", undefined],
  [", with the good key known", "APP_KEY"],
] as const)
  test(`a recording of a conforming deployment shows no violation${title}`, async ({ browser }) => {
    const report = await judged(browser, apiKeyEnv);
    expect(report.clauses.filter(({ verdict }) => verdict === "violated")).toEqual([]);
    const held = report.clauses.flatMap(({ id, verdict }) => (verdict === "held" ? [id] : []));
    expect(held).toEqual(expect.arrayContaining(["order-quantity", "error-status"]));
    expect(held.includes("auth-good-key")).toBe(apiKeyEnv !== undefined);
    const leftOut = (report.sections ?? []).flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(leftOut).toEqual(
      expect.arrayContaining(["answer-of-the-test", "answer-of-a-service-worker"]),
    );
    expect(JSON.stringify(report)).not.toContain(KEY);
  });
