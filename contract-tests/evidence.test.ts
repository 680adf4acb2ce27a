import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { evidenceOf } from "./evidence.ts";
import { sampleExchange } from "./reporters/sample-exchange.ts";

const size = (...texts: string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const json = { headers: [["Content-Type", "application/json"]] } as const;

test("a body is cut around the fault, which is marked, with its place", () => {
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

test("offsets are counted as a reader of the text counts them: behind a byte order mark, in UTF-16 units", () => {
  const text = '{"message":"😀","status":400}';
  const at = { start: text.indexOf("400"), end: text.indexOf("400") + 3 };
  const { response } = evidenceOf(sampleExchange({}, { body: `\ufeff${text}` }), { at });
  expect(response).toContain('\\u{feff}{"message":"😀","status":»400«}');
});

test("without a fault the beginning is shown, and how much there is of it", () => {
  const { response } = evidenceOf(sampleExchange({}, { body: `[${"1,".repeat(50_000)}1]` }));
  expect(response).toContain("(the beginning of 100,003 bytes)");
  expect(response).toMatch(/\[1,1,.*…$/);
});

test("a short body stands whole, an empty one is said to be empty", () => {
  expect(evidenceOf(sampleExchange({}, { body: '[{"id":9223372036854775807}]' })).response).toMatch(
    /\n\n\[\{"id":9223372036854775807\}\]$/,
  );
  expect(evidenceOf(sampleExchange({}, { status: 204, reason: "No Content" })).response).toMatch(/\n\n\(no body\)$/);
});

test("bytes that are no UTF-8, and characters that are not seen, are written out", () => {
  const body = Uint8Array.from([
    ...Buffer.from('{"a":"'),
    0xff,
    0xc3,
    0x28,
    0x1b,
    0x00,
    ...Buffer.from('\u202e\u0085"}'),
  ]);
  const { response } = evidenceOf(sampleExchange({}, { ...json, body }));
  expect(response).toContain('{"a":"\\xff\\xc3(\\x1b\\x00\\u{202e}\\x85"}');
});

test("header fields that steer or repeat themselves cannot break the lines", () => {
  const { response } = evidenceOf(
    sampleExchange(
      {},
      {
        headers: [
          ["Location", "/x\r\nSet-Cookie: a=b"],
          ["X-Noise", "1"],
          ["Date", "now"],
        ],
      },
    ),
  );
  expect(response).toContain("Location: /x\\r\\nSet-Cookie: a=b");
  expect(response).toContain("(and 2 more headers)");
});

test("a compressed body is unpacked where that is possible, and said to be packed where not", () => {
  const headers = [["Content-Encoding", "gzip"]] as const;
  const packed = sampleExchange({}, { headers, body: gzipSync('[{"id":null}]') });
  expect(evidenceOf(packed, { at: { start: 7, end: 11 }, label: "orders[0].id" }).response).toContain(
    '(orders[0].id, unpacked from gzip)\n[{"id":»null«}]',
  );
  expect(evidenceOf(sampleExchange({}, { headers, body: "plain" })).response).toContain("(gzip, not unpacked)\nplain");
});

test("what did not arrive is named, beside what did", () => {
  const failure = { kind: "reset", message: "the connection broke" } as const;
  expect(evidenceOf(sampleExchange({}, undefined, failure)).response).toBe("(reset: the connection broke)");
  const part = evidenceOf(sampleExchange({}, { body: '[{"id":' }, failure)).response;
  expect(part).toMatch(/^HTTP\/1.1 200 OK\n[\s\S]*\[\{"id":\n\(reset: the connection broke\)$/);
  const bytes = evidenceOf(sampleExchange({}, { status: 204, reason: "No Content", trailingBytes: 2 })).response;
  expect(bytes).toContain("(2 bytes after a response that has no content)");
});

test("the request says in words what the credential was", () => {
  const { request } = evidenceOf(
    sampleExchange({ method: "DELETE", path: "/store/orders/17", credential: "truncated" }, {}),
  );
  expect(request).toBe(
    "DELETE https://staging.pets.example/v1/store/orders/17\nAuthorization: Bearer <the key without its last character>",
  );
});

test("however large the response, its evidence stays small and quick to make", () => {
  const body = Buffer.alloc(64 * 2 ** 20, "\u0001é");
  const headers = Array.from({ length: 900 }, () => ["Link", "\u0002".repeat(5000)] as const);
  const exchange = sampleExchange({ query: "a".repeat(300) }, { headers, reason: "\u0003".repeat(9000), body });
  for (const at of [undefined, { start: 10_000_000, end: 30_000_000 }]) {
    const { request, response } = evidenceOf(exchange, { ...(at && { at }), label: "x".repeat(9000) });
    expect(size(request, response)).toBeLessThan(2600);
  }
});
