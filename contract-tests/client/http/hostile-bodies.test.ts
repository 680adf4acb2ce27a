import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { exchangeWith, LIST, respondWith, withRawServer } from "../../testing/raw-server.ts";
import { httpClient } from "./http-client.ts";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

for (const [coding, compress] of [
  ["gzip", (body: Buffer) => gzipSync(body, { level: 1 })],
  ["br", (body: Buffer) => brotliCompressSync(body, QUICK)],
  ["gzip, gzip", (body: Buffer) => gzipSync(gzipSync(body, { level: 1 }))],
] as const)
  test(`a body that ${coding} blows up is not decoded`, async () => {
    const bytes = compress(Buffer.alloc(64 << 20, " "));
    expect(bytes.length).toBeLessThan(1 << 20);
    const { got } = await exchangeWith(respondWith(`${HEAD}Content-Encoding: ${coding}\r\n\r\n`, bytes));
    expect(got).toMatchObject({ failure: { kind: "too-large" }, response: { status: 200 } });
    expect(got.response?.body).toHaveLength(0);
  });

test("a list that compresses well is received", async () => {
  const orders = Array.from({ length: 100_000 }, (_, id) => `{"id":${id},"petId":7,"quantity":1,"complete":true}`);
  const list = Buffer.from(`[${orders.join(",")}]`);
  for (const [coding, bytes] of [
    ["gzip", gzipSync(list)],
    ["br", brotliCompressSync(list, QUICK)],
  ] as const) {
    const { got } = await exchangeWith(respondWith(`${HEAD}Content-Encoding: ${coding}\r\n\r\n`, bytes));
    expect(got.failure).toBeUndefined();
    expect(got.response?.body).toHaveLength(bytes.length);
  }
});

test("once a body was too large, the limit is a tenth", async () => {
  const limits = { bodyBytes: 1_000_000 };
  const body = (bytes: number) => `${HEAD}Content-Length: ${bytes}\r\n\r\n${" ".repeat(bytes)}`;
  let size = 200_000;
  await withRawServer(
    (socket) => socket.end(body(size)),
    async (baseUrl) => {
      const { send, close } = httpClient({ baseUrl, key: "sk_live_4711", limits });
      expect((await send(LIST)).failure).toBeUndefined();
      size = 1_000_001;
      expect((await send(LIST)).failure?.message).toBe("the body is larger than 1,000,000 bytes");
      size = 200_000;
      expect((await send(LIST)).failure?.message).toBe("the body is larger than 100,000 bytes");
      await close();
    },
  );
});

test("an Error has no 4 MB", async () => {
  const { got } = await exchangeWith(respondWith("HTTP/1.1 401 Unauthorized\r\n\r\n", Buffer.alloc((4 << 20) + 1)));
  expect(got.failure?.kind).toBe("too-large");
});
