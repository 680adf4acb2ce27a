import { once } from "node:events";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { openTarget } from "../../contract-tests/targets/open-target.ts";
import { rawServer } from "../../contract-tests/testing/servers/raw-server.ts";
import { REPORT_FILES } from "../publish.ts";
import { recordingIo, startCommand } from "../testing/io.ts";
import { placesIn } from "../testing/judge-command.ts";
import { asJson, authorized, deployment, KEY, startProxy } from "../testing/proxy-command.ts";
import { command as judgeCommand } from "./judge.ts";
import { command as proxyCommand } from "./proxy.ts";

test("with a sound deployment nothing is violated, and the faults of the app are a list of their own", async () => {
  const mock = await openTarget({ target: "mock" });
  const proxy = await startProxy([mock.baseUrl], { ORDERS_API_KEY: mock.key });
  const good = { headers: { authorization: `Bearer ${mock.key}` } };
  expect(new URL(proxy.url).pathname).toBe("/v1");
  const [pending] = mock.rules.pending;
  const cancel = { ...good, method: "DELETE" };
  for (const [path, init, status] of [
    ["/store/orders", good, 200],
    [`/store/orders/${pending}`, cancel, 204],
    [`/store/orders/${mock.rules.shipped[0]}`, cancel, 409],
    ["/store/orders?limit=5", good, 200],
    ["/store/orders", {}, 401],
    ["/store/orders/abc", cancel, 404],
    ["/store/orders", { headers: { authorization: "Bearer undefined" } }, 401],
  ] as const) {
    const response = await fetch(proxy.url + path, init);
    expect(response.status, path).toBe(status);
    if (status === 200) expect(await response.text()).toContain('"petId":');
  }
  expect((await proxy.end()).exitCode).toBe(0);
  await mock.close();

  const report = await proxy.report();
  expect(report).toMatchObject({ verdict: "conforms", requests: 7, broken: [] });
  const held = report.clauses.flatMap(({ id, verdict }) => (verdict === "held" ? [id] : []));
  const shown = ["list-ok", "cancel-no-content", "list-unauthorized", "error-status"];
  expect(held).toEqual(expect.arrayContaining(shown));
  const [app] = report.sections ?? [];
  const faults = ["undeclared-query", "no-key", "malformed-id", "key-not-set"];
  expect(app?.title).toBe("Faults of the app");
  expect(app?.entries.map(({ id }) => id)).toEqual(faults);
  const files = await readdir(proxy.folder);
  expect(files.toSorted()).toEqual(REPORT_FILES.toSorted());
  for (const file of files) {
    const text = await readFile(join(proxy.folder, file), "utf8");
    expect(text).not.toContain(mock.key);
    expect(text).toContain("Faults of the app");
    expect(text).toContain("undeclared-query");
  }
  expect(proxy.output()).not.toContain(mock.key);
});

test("a violation is printed once, then with its count; --fail-on-violation ends with 1", async () => {
  const url = await deployment(({ method }, reply) =>
    method === "GET"
      ? asJson(reply, 200, { orders: [{ id: 1, key: KEY }] })
      : asJson(reply, 404, { code: "no_order", message: `No order for ${KEY}`, status: 400 }),
  );
  const proxy = await startProxy([url, "--fail-on-violation"], { ORDERS_API_KEY: KEY });
  expect(new URL(proxy.url).pathname).toBe("/api/v1");
  for (let i = 0; i < 10; i++)
    expect(await (await fetch(`${proxy.url}/store/orders`, authorized)).text()).toContain(KEY);
  await proxy.shows("✗ list-array  GET /store/orders → 200\n");
  await proxy.shows("✗ list-array  GET /store/orders → 200  seen 10 times\n");
  await fetch(`${proxy.url}/store/orders/5`, { ...authorized, method: "DELETE" });
  await proxy.shows("✗ error-status  DELETE /store/orders/{orderId} → 404 /status\n");
  expect((await proxy.end()).exitCode).toBe(1);
  expect(proxy.output()).not.toContain(KEY);
  const report = await proxy.report();
  expect(report.verdict).toBe("violates");
  const violated = report.clauses.filter(({ verdict }) => verdict === "violated");
  const places = ["list-array: listOrders 200", "error-status: cancelOrder 404 /status"];
  expect(placesIn(report)).toEqual(places);
  const counts = violated.map(({ places: [place] = [] }) => `${place?.failed} of ${place?.of}`);
  expect(counts).toEqual(["10 of 10", "1 of 1"]);
  expect(violated[0]?.evidence?.[0]?.curl).toContain("$" + "{ORDERS_API_KEY");
  expect(await readFile(join(proxy.folder, "junit.xml"), "utf8")).toContain("<failure");
});

test("--record writes what passes to a new file, which judge reads, with the keys masked", async () => {
  const url = await deployment(({ method }, reply) =>
    method === "GET"
      ? asJson(reply, 200, [{ id: "5" }])
      : asJson(reply, 404, { code: "c", message: `No order for ${KEY}`, status: 404 }),
  );
  for (const name of ["passed.har", "passed.ndjson"]) {
    const proxy = await startProxy([url, "--record", name], { ORDERS_API_KEY: KEY });
    await fetch(`${proxy.url}/store/orders?key=${KEY}`, authorized);
    await fetch(`${proxy.url}/store/orders`, authorized);
    await fetch(`${proxy.url}/store/orders/5`, { ...authorized, method: "DELETE" });
    await fetch(new URL("/elsewhere", proxy.url));
    expect((await proxy.end()).exitCode).toBe(0);

    const file = join(proxy.folder, name);
    expect(await readFile(file, "utf8")).not.toContain("4711");
    const { io, written } = recordingIo({ cwd: proxy.folder });
    expect(await judgeCommand([file, "--json"], io)).toBe(1);
    const report = JSON.parse(written.stdout);
    expect(report).toMatchObject({ requests: 3, target: { url } });
    expect(placesIn(report)).toEqual(["order-id: listOrders 200 /*/id"]);

    // A recording is never overwritten.
    const again = recordingIo({ cwd: proxy.folder });
    expect(await proxyCommand([url, "--port", "0", "--record", name], again.io)).toBe(2);
    expect(again.written.stderr).toContain("[recording-not-written]");
  }
});

test("after calls with texts of 200 KB the proxy ends with its report", async () => {
  const url = await deployment((_, reply) => asJson(reply, 200, []));
  const proxy = await startProxy([url], { ORDERS_API_KEY: KEY });
  const many = Array.from({ length: 20_000 }, (_, at) => `p${at}=${at % 7}`).join("&");
  const long = "x1".repeat(100_000);
  for (const [path, headers] of [
    [`/store/orders?${many}`, {}],
    [`/store/orders?${long}`, {}],
    [`/store/orders/${long}`, {}],
    ["/store/orders", { authorization: `Bearer ${long}` }],
    ["/store/orders", { cookie: `a=${long}` }],
    ["/store/orders", { origin: `https://${long}` }],
  ] as const)
    await fetch(proxy.url + path, { headers: { ...authorized.headers, ...headers } });
  expect((await proxy.end()).exitCode).toBe(0);
  const report = await proxy.report();
  expect(report.requests).toBe(6);
  expect(JSON.stringify(report).length).toBeLessThan(60_000);
  expect(JSON.stringify(report)).not.toContain("x1x1x1x1");
});

test("the report of an earlier run is gone while the proxy runs, and one that cannot be written is no pass", async () => {
  const url = await deployment((_, reply) => asJson(reply, 200, []));
  const { folder: cwd, ...first } = await startProxy([url]);
  await fetch(`${first.url}/store/orders`, authorized);
  const port = new URL(first.url).port;
  const argv = [url, "--report", cwd, "--port"];
  expect((await first.end()).exitCode).toBe(0);

  const busy = createServer().listen(Number(port), "127.0.0.1");
  await once(busy, "listening");
  const { io } = recordingIo({ cwd });
  expect(await proxyCommand([...argv, port], io)).toBe(2);
  busy.close();
  expect(await readdir(cwd)).toHaveLength(4);

  const proxy = startCommand(proxyCommand, [...argv, "0"]);
  await proxy.shows("Ctrl+C to stop");
  expect(await readdir(cwd)).toEqual([]);
  await mkdir(join(cwd, "junit.xml/x"), { recursive: true });
  const { exitCode, stderr } = await proxy.end();
  expect(exitCode).toBe(3);
  expect(stderr).toContain("[report-not-written]");
});

for (const [what, answer, method, clause] of [
  ["a list without a media type", "HTTP/1.1 200 OK\r\n\r\n[]", "GET", "body-media-type"],
  ["what follows a 204", "HTTP/1.1 204 None\r\n\r\nhello", "DELETE /5", "cancel-no-content"],
] as const)
  test(`${what} is a violation, in the recording, too`, async () => {
    const { origin, close } = await rawServer((socket) => socket.end(answer));
    const proxy = await startProxy([`${origin}/v1`, "--record", "passed.har"]);
    const [verb, id = ""] = method.split(" ");
    await fetch(`${proxy.url}/store/orders${id}`, { ...authorized, method: verb! });
    await proxy.end();
    close();
    const { io, written } = recordingIo({ cwd: proxy.folder });
    await judgeCommand([join(proxy.folder, "passed.har")], io);
    for (const text of [proxy.output(), written.stdout]) expect(text).toContain(`✗ ${clause}`);
  });
