import { connect } from "node:net";
import { expect, test } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import { KEY, LIST, lastRequest, openConnection, statusesIn } from "../testing/raw-http.ts";
import { withMock } from "../testing/with-mock.ts";
import { type RunningMock, startMock } from "./server.ts";

const send = ({ port }: RunningMock, bytes: string | Buffer): Promise<string> =>
  openConnection(port, bytes).closed;
const stillServes = async (mock: RunningMock): Promise<void> =>
  expect(statusesIn(await send(mock, lastRequest("GET /v1/store/orders")))).toEqual(["200"]);

const DELETE = "DELETE /v1/store/orders/5";
for (const [name, bytes, ...statuses] of [
  ["an absolute-form target", lastRequest("GET http://orders.example/v1/store/orders?x=1"), "200"],
  ["a path that starts like the base", lastRequest("GET /v10"), "404"],
  ["a method of WebDAV", lastRequest("PROPFIND /v1/store/orders"), "405"],
  ["an unknown method", lastRequest("FROBNICATE /v1/store/orders"), "400"],
  ["CONNECT", lastRequest("CONNECT example.org:443"), "404"],
  ["no Host", "GET /v1/store/orders HTTP/1.1\r\n\r\n", "400"],
  ["a malformed Host", lastRequest("GET /v1/store/orders").replace("Host: x", "Host: :@[%"), "200"],
  ["HTTP/1.0", `GET /v1/store/orders HTTP/1.0\r\n${KEY}\r\n`, "200"],
  [
    "two Authorization headers, the good one last",
    lastRequest("GET /v1/store/orders", `Authorization: Bearer x\r\n${KEY}`),
    "401",
  ],
  ["headers of 20 KB", lastRequest("GET /v1/store/orders", `X: ${"a".repeat(20_000)}\r\n`), "431"],
  ["a TLS ClientHello", Buffer.from("16030100a5010000a10303", "hex"), "400"],
  [
    "a length and chunks",
    lastRequest(DELETE, `${KEY}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, "abc"),
    "400",
  ],
  ["an upgrade", lastRequest("GET /v1/store/orders", `${KEY}Upgrade: h2c\r\n`), "200"],
  [
    "Expect: 100-continue",
    lastRequest(DELETE, `${KEY}Expect: 100-continue\r\nContent-Length: 2\r\n`, "{}"),
    "100",
    "409",
  ],
] as const)
  test(`${name} gets ${statuses.join(", then ")}, and the service keeps running`, async () => {
    await withMock({}, async (mock) => {
      const received = await send(mock, bytes);
      expect(statusesIn(received)).toEqual(statuses);
      if (statuses[0] >= "400" && name !== "no Host")
        expect(received).toMatch(/Content-Type: application\/json[\s\S]*"status":\d{3}}$/);
      await stillServes(mock);
    });
  });

test("a body above the limit closes the connection, and the service keeps running", async () => {
  await withMock({}, async (mock) => {
    const size = 8 << 20;
    const headers = `${KEY}Content-Length: ${size}\r\n`;
    await send(mock, `${DELETE} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${"a".repeat(size)}`);
    await stillServes(mock);
  });
});

test("pipelined requests with faults are answered in order", async () => {
  for (const [fail, statuses] of [
    ["truncate", ["200", "200"]],
    ["reset", []],
  ] as const) {
    const faults = [
      { nth: 1, delay: 50 },
      { nth: 2, fail },
    ] as const;
    await withMock({ scenario: { ...scenarioNamed("default"), faults } }, async (mock) => {
      expect(statusesIn(await send(mock, LIST + LIST)), fail).toEqual(statuses);
      await stillServes(mock);
    });
  }
});

test("it closes within a second, whatever its connections wait for", async () => {
  for (const [name, bytes, fault] of [
    ["a client that keeps its side of a refused CONNECT open", lastRequest("CONNECT x:1"), {}],
    ["a client that reads no response", LIST.repeat(200), {}],
    ["a fault that gives no response", LIST, { on: "listOrders", times: 1, fail: "hang" }],
    ["a fault with a long delay", LIST, { on: "listOrders", times: 1, delay: 60_000 }],
  ] as const) {
    const mock = await startMock({ port: 0, orders: 20_000 });
    if ("on" in fault) await mock.world.fault(fault);
    const client = connect({ port: mock.port, host: "127.0.0.1", allowHalfOpen: true });
    const closed = new Promise((resolve) => client.on("close", resolve).on("error", () => {}));
    client.write(bytes);
    const logged = async (): Promise<number> => (await mock.world.requests()).length;
    await expect.poll(logged, name).toBeGreaterThan(0);
    await stillServes(mock);
    const start = performance.now();
    await mock.close();
    expect(performance.now() - start, name).toBeLessThan(1000);
    client.destroy();
    await closed;
  }
});

test("a visit of the origin or of the base address leads to the panel, a call does not", async () => {
  await withMock({}, async ({ baseUrl }) => {
    const browser = { accept: "text/html,application/xhtml+xml" };
    for (const [url, headers, answer] of [
      [new URL("/", baseUrl).href, browser, [303, "/__admin/"]],
      [baseUrl, browser, [303, "/__admin/"]],
      [`${baseUrl}/store/orders`, browser, [401, null]],
      [baseUrl, { accept: "*/*" }, [401, null]],
      [baseUrl, { ...browser, authorization: "Bearer demo-key" }, [404, null]],
    ] as const) {
      const { status, headers: sent } = await fetch(url, { headers, redirect: "manual" });
      expect([status, sent.get("location")], url).toEqual(answer);
    }
  });
});
