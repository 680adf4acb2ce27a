import { connect } from "node:net";
import { expect, test } from "playwright/test";
import { scenarioNamed } from "../scenarios/ready-made.ts";
import { parseJson } from "../spec/json.ts";
import { type MockOptions, type RunningMock, startMock } from "./server.ts";

async function serving(use: (mock: RunningMock) => Promise<void>, options: MockOptions = {}): Promise<void> {
  const mock = await startMock({ port: 0, ...options });
  try {
    await use(mock);
  } finally {
    await mock.close();
  }
}

/** Sends bytes as they are and resolves with all that comes back until the connection ends. */
function raw(mock: RunningMock, bytes: string | Buffer): Promise<string> {
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
const once = (line: string, headers = KEY, body = ""): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n${body}`;
const statusOf = (received: string): string => received.split(" ")[1] ?? "";

test("the whole list comes, and a cancelled order is gone from the next one", async () => {
  await serving(async ({ baseUrl, orders }) => {
    const headers = { authorization: "Bearer demo-key" };
    const list = async (): Promise<string> => (await fetch(`${baseUrl}/store/orders`, { headers })).text();
    const { ids, count } = orders("pending");
    expect((await list()).match(/"id":/g)).toHaveLength(50);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(`${baseUrl}/store/orders/${ids[0]}`, { method: "DELETE", headers })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(11).fill(404)]);
    expect((await list()).match(/"id":/g)).toHaveLength(49);
    expect(orders("pending").count).toBe(count - 1);
  });
});

test("a list of many pieces comes whole", async () => {
  await serving(
    async ({ baseUrl, orders }) => {
      const headers = { authorization: "Bearer demo-key" };
      const { ids } = orders("pending");
      for (const id of ids)
        expect((await fetch(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers })).status).toBe(204);
      const response = await fetch(`${baseUrl}/store/orders`, { headers });
      const text = await response.text();
      expect(text.length).toBe(Number(response.headers.get("content-length")));
      expect(parseJson(text)).toHaveLength(20_000 - ids.length);
    },
    { orders: 20_000 },
  );
});

for (const [name, bytes, status] of [
  ["an absolute-form target", once("GET http://orders.example/v1/store/orders?x=1"), "200"],
  ["an absolute-form target without a path", once("GET http://orders.example"), "404"],
  ["the asterisk", once("OPTIONS *"), "404"],
  ["a broken escape", once("DELETE /v1/store/orders/%zz"), "404"],
  ["a path with another version", once("GET /v2/store/orders"), "404"],
  ["a path that only begins like the base", once("GET /v10"), "404"],
  ["TRACE", once("TRACE /v1/store/orders"), "405"],
  ["a method of WebDAV", once("PROPFIND /v1/store/orders"), "405"],
  ["a method that nobody knows", once("FROBNICATE /v1/store/orders"), "400"],
  ["CONNECT without a key", once("CONNECT example.org:443", ""), "401"],
  ["CONNECT", once("CONNECT example.org:443"), "404"],
  ["no Host", "GET /v1/store/orders HTTP/1.1\r\n\r\n", "400"],
  ["an odd Host", once("GET /v1/store/orders").replace("Host: x", "Host: :::@[%"), "200"],
  ["HTTP/1.0", `GET /v1/store/orders HTTP/1.0\r\n${KEY}\r\n`, "200"],
  ["two Authorization headers", once("GET /v1/store/orders", `${KEY}Authorization: Bearer x\r\n`), "401"],
  [
    "two Authorization headers, the good one last",
    once("GET /v1/store/orders", `Authorization: Bearer x\r\n${KEY}`),
    "401",
  ],
  ["headers of 20 KB", once("GET /v1/store/orders", `X: ${"a".repeat(20_000)}\r\n`), "431"],
  ["no HTTP at all", "hello\r\n\r\n", "400"],
  ["a TLS greeting", Buffer.from("16030100a5010000a10303", "hex"), "400"],
  ["two lengths", once("DELETE /v1/store/orders/5", `${KEY}Content-Length: 1\r\nContent-Length: 2\r\n`, "ab"), "400"],
  [
    "a length and chunks",
    once("DELETE /v1/store/orders/5", `${KEY}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, "abc"),
    "400",
  ],
  ["a body on DELETE", once("DELETE /v1/store/orders/5", `${KEY}Content-Length: 2\r\n`, "{}"), "409"],
  ["an unknown expectation", once("GET /v1/store/orders", `${KEY}Expect: wonders\r\n`), "200"],
] as const)
  test(`${name} gets ${status}, and the service lives on`, async () => {
    await serving(async (mock) => {
      const received = await raw(mock, bytes);
      expect(statusOf(received)).toBe(status);
      if (status !== "200" && name !== "no Host" && status !== "409")
        expect(received).toMatch(/Content-Type: application\/json[\s\S]*"status":\d{3}}$/);
      expect(statusOf(await raw(mock, once("GET /v1/store/orders")))).toBe("200");
    });
  });

test("an upgrade is not taken, and its connection goes on", async () => {
  await serving(async (mock) => {
    const socket = connect(mock.port, "127.0.0.1");
    const answer = (bytes: string): Promise<string> =>
      new Promise((resolve) => {
        socket.once("data", (chunk) => resolve(statusOf(chunk.toString("latin1"))));
        socket.write(bytes);
      });
    const upgrade = once("HEAD /v1/store/orders", `${KEY}Upgrade: h2c\r\n`).replace("close", "Upgrade");
    expect(await answer(upgrade)).toBe("200");
    expect(await answer(once("HEAD /v1/store/orders"))).toBe("200");
  });
});

test("an announced body is asked for with 100, and ignored", async () => {
  await serving(async (mock) => {
    const received = await raw(
      mock,
      once("DELETE /v1/store/orders/5", `${KEY}Expect: 100-continue\r\nContent-Length: 2\r\n`, "{}"),
    );
    expect(received).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 409 /);
  });
});

test("requests that come in one go are answered one by one, HEAD without a body", async () => {
  await serving(async (mock) => {
    const one = (line: string): string => `${line} HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
    const received = await raw(
      mock,
      one("HEAD /v1/store/orders") +
        one("DELETE /v1/store/orders/9007199254740993") +
        once("DELETE /v1/store/orders/5"),
    );
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 204", "HTTP/1.1 409"]);
    expect(received).not.toContain("petId");
  });
});

test("requests that come in one go and meet trouble are answered in their order", async () => {
  const one = `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
  for (const [fail, statuses] of [
    ["truncate", ["HTTP/1.1 200", "HTTP/1.1 200"]],
    ["reset", []],
  ] as const) {
    const faults = [
      { nth: 1, delay: 50 },
      { nth: 2, fail },
    ] as const;
    await serving(
      async (mock) => {
        const received = await raw(mock, one + one).catch(() => "");
        expect(received.match(/HTTP\/1.1 \d+/g) ?? []).toEqual(statuses);
        expect(statusOf(await raw(mock, once("GET /v1/store/orders")))).toBe("200");
      },
      { scenario: { ...scenarioNamed("default"), faults } },
    );
  }
});

test("a body beyond the limit is cut off, and the service lives on", async () => {
  await serving(async (mock) => {
    const size = 8 << 20;
    const bytes = once("DELETE /v1/store/orders/5", `${KEY}Content-Length: ${size}\r\n`, "a".repeat(size));
    await raw(mock, bytes).catch(() => "reset");
    expect(statusOf(await raw(mock, once("GET /v1/store/orders")))).toBe("200");
  });
});

for (const [name, bytes] of [
  ["idle", ""],
  ["half a request", "GET /v1/store/orders HTTP/1.1\r\nHost:"],
  ["a request that was refused", "hello\r\n\r\n"],
  ["a tunnel that was refused", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["an answer that is never read", `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`.repeat(200)],
] as const)
  test(`it ends within a second although a client holds on to its connection: ${name}`, async () => {
    const mock = await startMock({ port: 0, orders: 20_000 });
    const client = connect({ port: mock.port, host: "127.0.0.1", allowHalfOpen: true });
    const closed = new Promise((resolve) => client.on("close", resolve).on("error", () => {}));
    await new Promise((resolve) => client.on("connect", resolve));
    if (bytes !== "") await new Promise((resolve) => client.write(bytes, resolve));
    // Another client's call comes after those bytes, so that they have arrived.
    expect(statusOf(await raw(mock, once("HEAD /v1/store/orders")))).toBe("200");
    const start = performance.now();
    await mock.close();
    expect(performance.now() - start).toBeLessThan(1000);
    client.destroy();
    await closed;
  });

test("a port in use is named with the flag that changes it", async () => {
  await serving(async ({ port }) => {
    await expect(startMock({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Choose another with --port`,
    );
  });
});
