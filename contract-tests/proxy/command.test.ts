import { readdir, readFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "playwright/test";
import { parseJson } from "../../spec/json.ts";
import { openTarget } from "../targets.ts";
import { asJson, authorized, KEY, readReport, runProxy, test } from "./command.stage.ts";

test("before a sound deployment: nothing is violated, and what the app did is listed apart", async ({ folder }) => {
  const mock = await openTarget({
    target: "mock",
    pending: [],
    shipped: [],
    readOnly: false,
    allowProductionWrites: false,
    env: {},
    cwd: folder,
  });
  const proxy = await runProxy(folder, [mock.baseUrl], { ORDERS_API_KEY: mock.key });
  const good = { headers: { authorization: `Bearer ${mock.key}` } };
  expect(new URL(proxy.url).pathname).toBe("/v1");
  const [pending] = mock.rules.pending;
  const list = await fetch(`${proxy.url}/store/orders`, good);
  expect(list.status).toBe(200);
  expect(await list.text()).toContain(`"id":${pending}`);
  expect((await fetch(`${proxy.url}/store/orders/${pending}`, { ...good, method: "DELETE" })).status).toBe(204);
  expect(
    (await fetch(`${proxy.url}/store/orders/${mock.rules.shipped[0]}`, { ...good, method: "DELETE" })).status,
  ).toBe(409);
  expect((await fetch(`${proxy.url}/store/orders?limit=5`, good)).status).toBe(200);
  expect((await fetch(`${proxy.url}/store/orders`)).status).toBe(401);
  expect((await fetch(`${proxy.url}/store/orders/abc`, { ...good, method: "DELETE" })).status).toBe(404);
  expect((await fetch(`${proxy.url}/store/orders`, { headers: { authorization: "Bearer undefined" } })).status).toBe(
    401,
  );
  expect(await proxy.end()).toBe(0);
  await mock.close();

  const report = await readReport(folder);
  expect(report).toMatchObject({ verdict: "conforms", requests: 7, broken: [] });
  const held = report.clauses.flatMap(({ id, verdict }: { id: string; verdict: string }) =>
    verdict === "held" ? [id] : [],
  );
  expect(held).toEqual(
    expect.arrayContaining(["list-ok", "order-id", "cancel-no-content", "list-unauthorized", "error-status"]),
  );
  const [app] = report.remarks;
  expect(app.title).toBe("What the app did");
  expect(app.entries.map(({ id }: { id: string }) => id)).toEqual([
    "undeclared-query",
    "no-key",
    "malformed-id",
    "key-not-set",
  ]);
  expect((await readdir(folder)).sort()).toEqual(["index.html", "junit.xml", "report.json", "summary.md"]);
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    expect(text).not.toContain(mock.key);
    expect(text).toContain("What the app did");
    expect(text).toContain("undeclared-query");
  }
  expect(proxy.output()).not.toContain(mock.key);
});

test("a deployment that breaks the contract: told as it comes, once, with how often; exit 1 when asked for", async ({
  folder,
  deployed,
}) => {
  const url = await deployed(({ method }, reply) =>
    method === "GET"
      ? asJson(reply, 200, { orders: [{ id: 1, key: KEY }] })
      : asJson(reply, 404, { code: "no_order", message: `No order for ${KEY}`, status: 400 }),
  );
  const proxy = await runProxy(folder, [url, "--fail-on-violation"], { ORDERS_API_KEY: KEY });
  expect(new URL(proxy.url).pathname).toBe("/api/v1");
  for (let i = 0; i < 10; i++)
    expect(await (await fetch(`${proxy.url}/store/orders`, authorized)).text()).toContain(KEY);
  await proxy.shows("✗ list-array  GET /store/orders → 200\n");
  await proxy.shows("✗ list-array  GET /store/orders → 200  10 times by now\n");
  await fetch(`${proxy.url}/store/orders/5`, { ...authorized, method: "DELETE" });
  await proxy.shows("✗ error-status  DELETE /store/orders/{orderId} → 404\n");
  expect(await proxy.end()).toBe(1);
  expect(proxy.output()).not.toContain(KEY);
  const report = await readReport(folder);
  expect(report.verdict).toBe("violates");
  const violated = report.clauses.filter(({ verdict }: { verdict: string }) => verdict === "violated");
  expect(violated.map(({ id }: { id: string }) => id)).toEqual(["list-array", "error-status"]);
  expect(violated[0].why).toContain("(10 times)");
  expect(violated[0].evidence[0].curl).toContain("$" + "{ORDERS_API_KEY");
  expect(await readFile(join(folder, "junit.xml"), "utf8")).toContain("<failure");
});

test("the same without --fail-on-violation ends with 0", async ({ folder, deployed }) => {
  const proxy = await runProxy(folder, [await deployed((_, reply) => asJson(reply, 500, {}))]);
  expect((await fetch(`${proxy.url}/store/orders`, authorized)).status).toBe(500);
  await proxy.shows("✗ list-ok");
  expect(await proxy.end()).toBe(0);
});

test("a key that nobody told us: a 401 is taken as right, and the key is masked all the same", async ({
  folder,
  deployed,
}) => {
  const url = await deployed((_, reply) => asJson(reply, 401, { code: "no", message: `not ${KEY}`, status: 401 }));
  const proxy = await runProxy(folder, [url, "--fail-on-violation"]);
  expect(await (await fetch(`${proxy.url}/store/orders?api_key=s3cr3t`, authorized)).text()).toContain(KEY);
  await proxy.shows("key-refused");
  expect(await proxy.end()).toBe(0);
  expect(proxy.output()).not.toContain(KEY);
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("s3cr3t");
  }
});

test("the good key refused, and a bad one accepted, are told when the good one is known", async ({
  folder,
  deployed,
}) => {
  const url = await deployed(({ headers }, reply) =>
    headers.authorization === `Bearer ${KEY}`
      ? asJson(reply, 401, { code: "no", message: "no", status: 401 })
      : asJson(reply, 200, []),
  );
  const proxy = await runProxy(folder, [url], { ORDERS_API_KEY: KEY });
  await fetch(`${proxy.url}/store/orders`, authorized);
  await fetch(`${proxy.url}/store/orders`, { headers: { authorization: "Bearer another" } });
  await proxy.shows("✗ auth-good-key");
  await proxy.shows("✗ list-unauthorized");
  await proxy.end();
});

test("an id that the app rounded is traced to the one that was listed", async ({ folder, deployed }) => {
  const url = await deployed(({ method }, reply) =>
    method === "GET"
      ? reply.writeHead(200, { "Content-Type": "application/json" }).end('[{"id":9223372036854775807}]')
      : asJson(reply, 404, { code: "no_order", message: "None", status: 404 }),
  );
  const proxy = await runProxy(folder, [url]);
  const [order] = (await (await fetch(`${proxy.url}/store/orders`, authorized)).json()) as { id: number }[];
  await fetch(`${proxy.url}/store/orders/${order?.id}`, { ...authorized, method: "DELETE" });
  await proxy.shows("app rounded-id");
  await proxy.shows("where 9223372036854775807 was listed");
  await proxy.end();
});

test("Prism ends in mid-run: the app goes on, one line says it, what was found is reported, exit 3", async ({
  folder,
  deployed,
}) => {
  const proxy = await runProxy(folder, [await deployed((_, reply) => asJson(reply, 200, [{ id: "1" }]))]);
  await fetch(`${proxy.url}/store/orders`, authorized);
  await proxy.shows("✗ order-id");
  process.kill(proxy.prismPid, "SIGKILL");
  expect((await fetch(`${proxy.url}/store/orders?again`, authorized)).status).toBe(200);
  await proxy.shows("! Prism ended in the middle of the run");
  await proxy.shows("app undeclared-query");
  expect(await proxy.end()).toBe(3);
  const report = await readReport(folder);
  expect(report.verdict).toBe("violates");
  expect(report.broken).toEqual([{ check: "prism", why: expect.stringContaining("Prism ended") }]);
});

test("a deployment that is down: the app gets 502 with an Error, and one line says so", async ({ folder }) => {
  const gone = http.createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const proxy = await runProxy(folder, [`http://127.0.0.1:${port}/v1`]);
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${proxy.url}/store/orders`, authorized);
    expect(response.status).toBe(502);
    expect(parseJson(await response.text())).toMatchObject({ code: "bad_gateway", status: 502 });
  }
  await proxy.shows("! unreachable  GET /store/orders → unreachable");
  expect(await proxy.end()).toBe(0);
  const { verdict, clauses, remarks } = await readReport(folder);
  expect(verdict).toBe("conforms");
  expect(clauses.filter((clause: { verdict: string }) => clause.verdict !== "unproven")).toEqual([]);
  expect(remarks).toEqual([
    {
      title: "What got no whole answer",
      entries: [
        expect.objectContaining({
          id: "unreachable",
          times: 2,
          why: "No whole answer: nothing listens there, the connection was refused.",
        }),
      ],
    },
  ]);
});
