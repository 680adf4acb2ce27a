import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { evidenceOf } from "./evidence.ts";

const size = (...texts: string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const json = { headers: [["Content-Type", "application/json"]] } as const;

test("a body is cut around the fault, which is marked, and its position is shown", () => {
  const before = '{"id":1,"petId":"ü€😀"},'.repeat(9000);
  const body = `[${before}{"id":2,"shipDate":"2026-02-31T00:00:00Z"},${before}{}]`;
  const start = body.indexOf('"2026-');
  const { response } = evidenceOf(sampleExchange({}, { body }), {
    label: "orders[9000].shipDate",
    at: { start, end: start + 22 },
  });
  expect(response).toContain('"shipDate":»"2026-02-31T00:00:00Z"«}');
  expect(response).toContain("orders[9000].shipDate, byte ");
  expect(response).toMatch(/\n…[^\n]*…$/);
  expect(size(response)).toBeLessThan(2048);
});

test("bytes that are not UTF-8 and unprintable characters are escaped", () => {
  const body = Buffer.concat([
    Buffer.from('{"a":"'),
    Buffer.from("ffc3281b00", "hex"),
    Buffer.from('\u202e\u0085"}'),
  ]);
  const { response } = evidenceOf(sampleExchange({}, { ...json, body }));
  expect(response).toContain('{"a":"\\xff\\xc3(\\x1b\\x00\\xe2\\x80\\xae\\xc2\\x85"}');
});

test("a compressed body is decoded where possible, and marked where not", () => {
  const headers = [["Content-Encoding", "gzip"]] as const;
  const packed = sampleExchange({}, { headers, body: gzipSync('[{"id":null}]') });
  expect(
    evidenceOf(packed, { at: { start: 7, end: 11 }, label: "orders[0].id" }).response,
  ).toContain('(orders[0].id, decoded from gzip)\n[{"id":»null«}]');
  expect(evidenceOf(sampleExchange({}, { headers, body: "plain" })).response).toContain(
    "(gzip, not decoded)\nplain",
  );
});

test("the evidence of a large response is small", () => {
  const body = Buffer.alloc(64 * 2 ** 20, "\u0001é");
  const headers = Array.from({ length: 900 }, () => ["Link", "\u0002".repeat(5000)] as const);
  const exchange = sampleExchange(
    { query: "a".repeat(300) },
    { headers, reason: "\u0003".repeat(9000), body },
  );
  for (const at of [undefined, { start: 10_000_000, end: 30_000_000 }]) {
    const { request, response } = evidenceOf(exchange, {
      ...(at && { at }),
      label: "x".repeat(9000),
    });
    expect(size(request, response)).toBeLessThan(2600);
  }
});
