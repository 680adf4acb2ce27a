import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { evidenceOf } from "../../report/evidence.ts";
import {
  exchangeWith,
  KEY,
  LIST,
  respondWith,
  withRawServer,
} from "../../testing/servers/raw-server.ts";
import { contentOf } from "../content.ts";
import { KEY_PLACEHOLDER } from "../masking/redaction.ts";
import { httpClient } from "./http-client.ts";

/** Returns the exchange for an answer with a header and a body. */
const gets = async (header: string, body: Buffer, status = "200 OK") =>
  (await exchangeWith(respondWith(`HTTP/1.1 ${status}\r\n${header}\r\n\r\n`, body))).got;

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

for (const [coding, compress] of [
  ["gzip", (body: Buffer) => gzipSync(body, { level: 1 })],
  ["br", (body: Buffer) => brotliCompressSync(body, QUICK)],
  ["gzip, gzip", (body: Buffer) => gzipSync(gzipSync(body, { level: 1 }))],
] as const)
  test(`a body that ${coding} blows up is not decoded`, async () => {
    const bytes = compress(Buffer.alloc(64 << 20, " "));
    expect(bytes.length).toBeLessThan(1 << 20);
    const got = await gets(`Content-Encoding: ${coding}`, bytes);
    expect(got).toMatchObject({ failure: { kind: "too-large" }, response: { status: 200 } });
    expect(got.response?.body).toHaveLength(0);
  });

test("an Error has no 4 MB", async () => {
  const got = await gets("Connection: close", Buffer.alloc((4 << 20) + 1), "401 Unauthorized");
  expect(got.failure?.kind).toBe("too-large");
});

test("a body has at most three codings, and is decoded once", async () => {
  for (const [layers, expected] of [
    [3, "[]"],
    [4, "unknown"],
    [1_000, "unknown"],
  ] as const) {
    // Stored, not compressed, so that each layer adds only its frame.
    let bytes = Buffer.from("[]");
    for (let layer = 0; layer < layers; layer++) bytes = gzipSync(bytes, { level: 0 });
    const codings = Array.from({ length: layers }, () => "gzip").join();
    const got = await gets(`Content-Encoding: ${codings}`, bytes);
    expect(got.failure).toBeUndefined();
    const content = contentOf(got.response!);
    expect(typeof content === "string" ? content : Buffer.from(content).toString()).toBe(expected);
    expect(contentOf(got.response!), "the same bytes, not decoded again").toBe(content);
  }
});

test("a list that compresses well is received", async () => {
  const order = '{"id":1,"petId":7,"quantity":1,"complete":true}';
  const list = Buffer.from(`[${Array(100_000).fill(order).join()}]`);
  for (const [coding, bytes] of [
    ["gzip", gzipSync(list)],
    ["br", brotliCompressSync(list, QUICK)],
  ] as const) {
    const got = await gets(`Content-Encoding: ${coding}`, bytes);
    expect(got.failure).toBeUndefined();
    expect(got.response?.body).toHaveLength(bytes.length);
  }
});

test("a body without end is too large, and once one was, the limit is a tenth", async () => {
  await withRawServer(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65536, " ")));
      };
      socket.on("drain", more);
      more();
    },
    async (baseUrl) => {
      const { send, close } = httpClient({
        baseUrl,
        key: "sk_live_4711",
        limits: { bodyBytes: 1_000_000 },
      });
      for (const bytes of ["1,000,000", "100,000"]) {
        const { failure, response } = await send(LIST);
        expect(failure?.message).toBe(`the body is larger than ${bytes} bytes`);
        expect(response?.body.length).toBeLessThanOrEqual(65_536);
      }
      await close();
    },
  );
});

test("a body that repeats the key without end is judged, and shown without it", async () => {
  const repeated = Buffer.from(`"${KEY}",`.repeat(200_000));
  const bytes = gzipSync(repeated);
  expect(bytes.length).toBeLessThan(1 << 16);
  const got = await gets("Content-Encoding: gzip", bytes);
  expect(got.failure).toBeUndefined();
  expect(evidenceOf(got).response).toContain(`"${KEY_PLACEHOLDER}"`);
  expect(evidenceOf(got).response).not.toContain(KEY.slice(0, 6));
});
