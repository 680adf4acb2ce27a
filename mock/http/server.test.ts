import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import { ownWorlds } from "../control/open-world.ts";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { createService } from "../service/service.ts";
import { withBrokenList } from "../testing/broken-core.ts";
import { withMock } from "../testing/with-mock.ts";
import { answerRequests } from "./answer-requests.ts";
import { type RunningMock, startMock } from "./server.ts";

/** Sends bytes and resolves with everything received until the connection ends. */
function exchange(mock: RunningMock, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(mock.port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(received));
    socket.on("error", (error) => (received === "" ? reject(error) : resolve(received)));
  });
}

const KEY = "Authorization: Bearer demo-key\r\n";
const requestText = (line: string, headers = KEY, body = ""): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n${body}`;
const statusOf = (received: string): string => received.split(" ")[1] ?? "";

for (const [name, bytes, status] of [
  ["an absolute-form target", requestText("GET http://orders.example/v1/store/orders?x=1"), "200"],
  ["a path that starts like the base", requestText("GET /v10"), "404"],
  ["a method of WebDAV", requestText("PROPFIND /v1/store/orders"), "405"],
  ["an unknown method", requestText("FROBNICATE /v1/store/orders"), "400"],
  ["CONNECT", requestText("CONNECT example.org:443"), "404"],
  ["no Host", "GET /v1/store/orders HTTP/1.1\r\n\r\n", "400"],
  [
    "a malformed Host",
    requestText("GET /v1/store/orders").replace("Host: x", "Host: :::@[%"),
    "200",
  ],
  ["HTTP/1.0", `GET /v1/store/orders HTTP/1.0\r\n${KEY}\r\n`, "200"],
  [
    "two Authorization headers, the good one last",
    requestText("GET /v1/store/orders", `Authorization: Bearer x\r\n${KEY}`),
    "401",
  ],
  ["headers of 20 KB", requestText("GET /v1/store/orders", `X: ${"a".repeat(20_000)}\r\n`), "431"],
  ["a TLS ClientHello", Buffer.from("16030100a5010000a10303", "hex"), "400"],
  [
    "a length and chunks",
    requestText(
      "DELETE /v1/store/orders/5",
      `${KEY}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`,
      "abc",
    ),
    "400",
  ],
  ["an upgrade", requestText("GET /v1/store/orders", `${KEY}Upgrade: h2c\r\n`), "200"],
] as const)
  test(`${name} gets ${status}, and the service keeps running`, async () => {
    await withMock({}, async (mock) => {
      const received = await exchange(mock, bytes);
      expect(statusOf(received)).toBe(status);
      if (status !== "200" && name !== "no Host")
        expect(received).toMatch(/Content-Type: application\/json[\s\S]*"status":\d{3}}$/);
      expect(statusOf(await exchange(mock, requestText("GET /v1/store/orders")))).toBe("200");
    });
  });

test("Expect: 100-continue is answered, and the body is ignored", async () => {
  await withMock({}, async (mock) => {
    const received = await exchange(
      mock,
      requestText(
        "DELETE /v1/store/orders/5",
        `${KEY}Expect: 100-continue\r\nContent-Length: 2\r\n`,
        "{}",
      ),
    );
    expect(received).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 409 /);
  });
});

test("pipelined requests with faults are answered in order", async () => {
  const one = `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
  for (const [fail, statuses] of [
    ["truncate", ["HTTP/1.1 200", "HTTP/1.1 200"]],
    ["reset", []],
  ] as const) {
    const faults = [
      { nth: 1, delay: 50 },
      { nth: 2, fail },
    ] as const;
    await withMock({ scenario: { ...scenarioNamed("default"), faults } }, async (mock) => {
      const received = await exchange(mock, one + one).catch(() => "");
      expect(received.match(/HTTP\/1.1 \d+/g) ?? []).toEqual(statuses);
      expect(statusOf(await exchange(mock, requestText("GET /v1/store/orders")))).toBe("200");
    });
  }
});

test("a body above the limit closes the connection, and the service keeps running", async () => {
  await withMock({}, async (mock) => {
    const size = 8 << 20;
    const bytes = requestText(
      "DELETE /v1/store/orders/5",
      `${KEY}Content-Length: ${size}\r\n`,
      "a".repeat(size),
    );
    await exchange(mock, bytes).catch(() => "reset");
    expect(statusOf(await exchange(mock, requestText("GET /v1/store/orders")))).toBe("200");
  });
});

for (const [name, bytes] of [
  ["a refused CONNECT", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"],
  [
    "responses that are never read",
    `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`.repeat(200),
  ],
] as const)
  test(`it closes within a second with an open connection: ${name}`, async () => {
    const mock = await startMock({ port: 0, orders: 20_000 });
    const client = connect({ port: mock.port, host: "127.0.0.1", allowHalfOpen: true });
    const closed = new Promise((resolve) => client.on("close", resolve).on("error", () => {}));
    await new Promise((resolve) => client.on("connect", resolve));
    await new Promise((resolve) => client.write(bytes, resolve));
    // The mock still answers another client after those bytes.
    expect(statusOf(await exchange(mock, requestText("HEAD /v1/store/orders")))).toBe("200");
    const start = performance.now();
    await mock.close();
    expect(performance.now() - start).toBeLessThan(1000);
    client.destroy();
    await closed;
  });

for (const fault of [{ fail: "hang" }, { delay: 60_000 }] as const)
  test(`it closes at once although a fault holds a request: ${JSON.stringify(fault)}`, async () => {
    const mock = await startMock({
      port: 0,
      scenario: { ...scenarioNamed("default"), faults: [fault] },
    });
    const held = fetch(`${mock.baseUrl}/store/orders`, {
      headers: { authorization: "Bearer demo-key" },
    }).then(
      () => "answered",
      () => "closed",
    );
    const logged = async (): Promise<string> => (await fetch(`${mock.adminUrl}/requests`)).text();
    await expect.poll(logged).toContain("listOrders");
    await mock.close();
    expect(await held).toBe("closed");
  });

test("a visit of the origin or of the base address leads to the panel, a call does not", async () => {
  await withMock({}, async ({ baseUrl, adminUrl }) => {
    const get = async (
      url: string,
      headers: Record<string, string>,
    ): Promise<(string | number | null)[]> => {
      const { status, headers: sent } = await fetch(url, { headers, redirect: "manual" });
      return [status, sent.get("location")];
    };
    const browser = { accept: "text/html,application/xhtml+xml" };
    for (const url of [new URL("/", baseUrl).href, baseUrl])
      expect(await get(url, browser), url).toEqual([303, "/__admin/"]);
    expect(new URL(adminUrl).pathname).toBe("/__admin");
    expect(await get(`${baseUrl}/store/orders`, browser)).toEqual([401, null]);
    expect(await get(baseUrl, { accept: "*/*" })).toEqual([401, null]);
    expect(await get(baseUrl, { ...browser, authorization: "Bearer demo-key" })).toEqual([
      404,
      null,
    ]);
  });
});

test("a connection that has been used is closed as soon as a fault may reset one, however that came about", async () => {
  await withMock({}, async (mock) => {
    const reset = { faults: [{ fail: "reset" }] } as const;
    for (const change of [
      () => mock.world.fault({ fail: "reset" }),
      () => mock.world.reset({ scenario: reset }),
      () => mock.useScenario(reset),
    ]) {
      await mock.useScenario({});
      await mock.world.reset();
      const socket = connect(mock.port, "127.0.0.1");
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.write(`GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`);
      await new Promise((resolve) => socket.once("data", resolve));
      await change();
      expect(await closed).toBe(false);
    }

    // Such a fault, once set, leaves connections of other worlds alone.
    const socket = connect(mock.port, "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("data", (part) => (received += part));
    const listed = async (lists: number): Promise<void> => {
      const key = "Authorization: Bearer demo-key.other\r\n";
      socket.write(`GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
      await expect.poll(() => received.split("HTTP/1.1 200 OK").length - 1).toBe(lists);
    };
    const other = mockOverHttp(mock.baseUrl, undefined);
    await other.world("other").reset({ scenario: "default" });
    await listed(1);
    await mock.world.fault({ status: 503 });
    await other.world("new").list();
    await listed(2);
    socket.destroy();
  });
});

test("a request at which the mock itself fails gets 500, and the next one an answer", async () => {
  const service = await createService();
  const server = createServer();
  answerRequests(server, { service, worlds: ownWorlds(service), adminKey: undefined });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/store/orders`;
  const list = () => fetch(url, { headers: { authorization: "Bearer demo-key" } });
  const told = await withBrokenList(service, async () => {
    expect([(await list()).status, (await list()).status]).toEqual([500, 500]);
  });
  expect(told).toEqual([expect.stringContaining("the mock itself has failed")]);
  expect((await list()).status).toBe(200);
  server.closeAllConnections();
  server.close();
});
