import { createServer } from "node:http";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "playwright/test";
import { listening } from "../../contract-tests/testing/servers/servers.ts";
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

  // The recording contains a token for another service.
  const other = entry("GET https://other.example/", {
    authorization: "Bearer token-of-others-0815",
  });
  const repeats = error(400).replace('"c"', '"no token-of-others-0815"');
  const both = [other, entry("DELETE /store/orders/2", { status: 404, text: repeats })];
  const judged = await judge([recording(both)]);
  expect(judged.stdout).toContain("error-status");
  expect(JSON.stringify([judged.stdout, judged.report()])).not.toContain("0815");
});

test("what may be a credential stands in no output, wherever it is sent or answered", async () => {
  const secret = (end: string) => `sk9Qz7Wx9Lm4Rt-4711${end}`;
  const places = [
    `https://user:${secret("a")}@orders.example/v1/store/orders?${secret("b")}&ref=${secret("c")}#${secret("d")}`,
    `/store/orders?%74oken=${secret("e")}&${secret("f")}=1`,
    `/store/orders/${secret("g")};v=${secret("h")}`,
  ];
  const headers = [
    { name: "Location", value: `https://u:${secret("i")}@x.example/#access_token=${secret("j")}` },
    { name: "Link", value: `</a?k=${secret("k")}>; rel=next, </b#${secret("l")}>; rel=last` },
    { name: "Set-Cookie", value: `sid=${secret("m")}; Path=/` },
    { name: "Content-Type", value: "application/json" },
  ];
  // The deployment repeats each of these secrets.
  const text = JSON.stringify({ code: "c", message: [..."abcdefghijklmn"].map(secret), status: 1 });
  const entries = places.map((place) => entry(`GET ${place}`, { status: 404, text, headers }));
  // Some recorders list cookies only in their own array.
  for (const { request } of entries) request.cookies = [{ name: "sid", value: secret("n") }];
  const file = recording(entries);
  const { stdout, stderr, report } = await judge([file]);
  expect(report().requests).toBe(3);
  expect(stdout + stderr + JSON.stringify(report())).not.toContain("4711");
});

test("texts of any length are shortened where they are told, and say by how much", async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `p${at}=1`).join("&");
  const digits = "9".repeat(1_000_000);
  const names = `{"${"n".repeat(1_000_000)}":1,"${"n".repeat(1_000_000)}":2}`;
  const file = recording([
    entry(`GET /store/orders?${many}`),
    entry(`GET /store/orders?a=${"x".repeat(1_200_000)}`),
    entry(`${"M".repeat(128_000)} /store/orders`),
    entry(`DELETE /store/orders/${"z".repeat(200_000)}`, { status: 404, text: error(404) }),
    entry("GET /store/orders", { text: `[{"id":${digits},"petId":"${digits}"}]` }),
    entry("GET /store/orders", { text: `[${names}]` }),
    entry("DELETE /store/orders/5", { status: 404, text: `{"code":${digits},"status":${digits}}` }),
  ]);
  const { stdout, report } = await judge([file]);
  expect(report().requests).toBe(7);
  expect(stdout.length).toBeLessThan(20_000);
  expect(JSON.stringify(report()).length).toBeLessThan(60_000);
  expect(JSON.stringify(report())).toMatch(/…\(\d[\d,]+ characters left out\)…/);
});

test("a recording that is named twice is read once; another one is of other orders, as after a reset", async () => {
  const file = recording([entry("GET /store/orders"), entry(CANCEL, { at: 1, status: 204 })]);
  const later = recording([entry(CANCEL, { at: 60, status: 204 })]);
  for (const [files, requests] of [
    [[file, file], 2],
    [[file, later], 3],
  ] as const) {
    const { code, report } = await judge(files);
    expect({ code, requests: report().requests }).toEqual({ code: 0, requests });
  }
});

test("the report of an earlier judgement is replaced, but not by that of a file which cannot be read", async () => {
  const file = recording([entry("GET /store/orders")]);
  const cwd = dirname(recording("no recording"));
  expect((await judge([file], { cwd })).code).toBe(0);
  const unreadable = await judge([recording("no recording")], { cwd });
  expect(unreadable).toMatchObject({ code: 2, stderr: expect.not.stringContaining("replaces") });
  expect(unreadable.report().target.url).toBe(BASE);
  const other = await judge([recording([entry("GET https://other.example/v1/store/orders")])], {
    cwd,
  });
  expect(other.stderr).toContain(`had the report of ${BASE}, which this one replaces.`);
});

test("a recording of which nothing can be judged is no pass; the right base address is named", async () => {
  const preflight = recording([entry("OPTIONS /store/orders", { status: 204 })]);
  const list = recording([entry("GET /store/orders", { text: "{}" })]);
  for (const [argv, why] of [
    [[preflight], /^No answer of https:\/\/orders\.example\/v1 that can be judged/],
    [
      [list, "--server", "https://orders.example"],
      / Calls of the interface went to https:\/\/orders\.example\/v1\.$/,
    ],
  ] as const) {
    const { code, report } = await judge(argv);
    expect(code).toBe(3);
    expect(report().why).toMatch(why);
  }
});

test("nothing is sent", async () => {
  let calls = 0;
  const { port, close } = await listening(createServer(() => calls++));
  const base = `http://127.0.0.1:${port}/v1`;
  expect((await judge([recording([entry(`GET ${base}/store/orders`)])])).code).toBe(0);
  close();
  expect(calls).toBe(0);
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
