import { createServer } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "playwright/test";
import { listening } from "../../contract-tests/testing/servers.ts";
import { BASE, CANCEL, entry, error, KEY, recording } from "../testing/har.ts";
import { judge, violationsIn } from "../testing/judge-command.ts";

test("faults of a deployment are told with their places, and the entry that shows each first", async () => {
  const file = recording([
    entry("GET /store/orders"),
    entry("GET /store/orders", { at: 1, text: '[{"id":1,"quantity":"2"}]' }),
    entry(CANCEL, { at: 2, status: 404, text: error(400) }),
    entry(CANCEL, { at: 3, status: 404, text: error(404) }),
    entry("GET https://other.example/store/orders"),
  ]);
  const { code, stdout, report } = await judge([file]);
  expect(code).toBe(1);
  expect(report().target.url).toBe(BASE);
  expect(report().requests).toBe(4);
  expect(stdout).toContain("cancelOrder 404 /status · 1 of 2");
  expect(stdout).toContain(`${file}, entry 3`);
  expect(stdout).toContain("listOrders 200 /*/quantity · 1 of 2");
});

test("a 401 for the good key is a violation once it is served again; without that key, nothing is said", async () => {
  const refused = entry("GET /store/orders", { at: 1, status: 401, text: error(401) });
  const entries = [refused, entry("GET /store/orders", { at: 2 })];
  expect(await violationsIn(entries)).toEqual([]);
  expect(await violationsIn(entries, "--api-key-env", "APP_KEY")).toEqual([
    "auth-good-key: listOrders 401",
  ]);
  expect(await violationsIn([refused], "--api-key-env", "APP_KEY")).toEqual([]);
});

test("the key is masked in all that is written, whatever header it stands in", async () => {
  const echo = `{"code":"${KEY}","message":"no ${KEY}","status":400}`;
  const header = { name: "X-Session", value: KEY };
  const file = recording([
    entry(`DELETE /store/orders/1?token=${KEY}&x=${KEY}`, {
      status: 404,
      text: echo,
      authorization: null,
      requestHeaders: [header],
    }),
    entry("DELETE /store/orders/2", { status: 404, text: echo }),
  ]);
  const { code, stdout, stderr, report } = await judge([file]);
  expect(code).toBe(1);
  expect(JSON.stringify([stdout, stderr, report()])).not.toContain("4711");

  // One that another service was sent.
  const other = entry("GET https://other.example/", {
    authorization: "Bearer token-of-others-0815",
  });
  const repeats = error(400).replace('"c"', '"no token-of-others-0815"');
  const both = [other, entry("DELETE /store/orders/2", { status: 404, text: repeats })];
  const judged = await judge([recording(both)]);
  expect(judged.stdout).toContain("error-status");
  expect(JSON.stringify([judged.stdout, judged.report()])).not.toContain("0815");
});

test("orders of different recordings are different orders: the store may have been reset", async () => {
  const one = () => recording([entry("GET /store/orders"), entry(CANCEL, { at: 1, status: 204 })]);
  expect((await judge([one(), one()])).code).toBe(0);
});

test("a recording that is named twice is read once", async () => {
  const file = recording([entry("GET /store/orders"), entry(CANCEL, { at: 1, status: 204 })]);
  const { code, report } = await judge([file, file]);
  expect({ code, requests: report().requests }).toEqual({ code: 0, requests: 2 });
});

test("a base address of which nothing is an operation is no pass, and the right one is named", async () => {
  const file = recording([entry("GET /store/orders", { text: "{}" })]);
  const { code, report } = await judge([file, "--server", "https://orders.example"]);
  expect(code).toBe(3);
  expect(report().why).toMatch(/ Calls of the interface went to https:\/\/orders\.example\/v1\.$/);
});

test("nothing is sent", async () => {
  let calls = 0;
  const { port, close } = await listening(createServer(() => calls++));
  const base = `http://127.0.0.1:${port}/v1`;
  expect((await judge([recording([entry(`GET ${base}/store/orders`)])])).code).toBe(0);
  close();
  expect(calls).toBe(0);
});

test("a recording without an exchange that can be judged is no pass", async () => {
  const preflight = entry("OPTIONS /store/orders", { status: 204 });
  const { code, stdout } = await judge([recording([preflight])]);
  expect(code).toBe(3);
  expect(stdout).toContain("No answer of https://orders.example/v1 that can be judged");
});

test("an .ndjson, the standard input and --json", async () => {
  const lines = [entry("GET /store/orders"), entry(CANCEL, { status: 204, at: 1 })]
    .map((one) => JSON.stringify(one))
    .join("\n");
  const stdin = () => Readable.from([Buffer.from(`${lines}\n`)]);
  for (const [file, name] of [
    [recording(lines, "app.ndjson"), "app.ndjson"],
    [recording(lines, "app.txt"), "app.txt"],
    ["-", "the standard input"],
  ] as const) {
    const { code, stdout } = await judge([file, "--json"], { stdin });
    expect(code, name).toBe(0);
    expect(JSON.parse(stdout), name).toMatchObject({ requests: 2, verdict: "conforms" });
  }
});
