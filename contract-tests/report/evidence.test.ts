// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a shell’s notation
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { keySecret, LEFT_OUT, Redactor } from "../client/masking/redaction.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { evidenceOf, proofEvidence } from "./evidence.ts";

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

test("the request and the curl line name the variable that holds the key", () => {
  const exchange = { ...sampleExchange({}), keyVariable: "STAGING_KEY" };
  const { request, curl } = evidenceOf(exchange);
  expect(request).toContain("Authorization: Bearer ${STAGING_KEY}");
  expect(curl).toContain('"Authorization: Bearer ${STAGING_KEY:?}"');
});

test("a key is masked in the excerpt, also where it crosses an edge of it or of the fault", () => {
  const key = "sk_live_9Xw4Tq7Lm2Zp";
  const redactor = new Redactor([keySecret(key, "STAGING_KEY")]);
  const shownOf = (body: string, at?: { start: number; end: number }) =>
    evidenceOf({ ...sampleExchange({}, { body }), redactor }, at && { at }).response;
  const far = "x".repeat(3_000);
  for (const [body, at] of [
    [`{"a":"${key}"}`],
    [`${"x".repeat(470)}${key}${far}`],
    [`${far}${key}1${key}${far}`, { start: 3_020, end: 3_021 }],
    [
      `${far}${"y".repeat(225)}1${far}`.replace("yyyyyyyyyyyyyyyyyyyy", key),
      { start: 3_225, end: 3_226 },
    ],
    [`${far}${key}${far}`, { start: 3_010, end: 3_012 }],
    [`${far}1${"y".repeat(210)}${key}${far}`, { start: 3_000, end: 3_001 }],
    [`${far}${"y".repeat(230)}${key}${far}`, { start: 3_000, end: 3_260 }],
  ] as const) {
    const shown = shownOf(body, at);
    for (let from = 0; from + 6 <= key.length; from++)
      expect(shown).not.toContain(key.slice(from, from + 6));
    expect(shown.length).toBeGreaterThan(60);
  }
  const references = [...key].map((one) => `&#${one.charCodeAt(0)};`).join("");
  expect(shownOf(`<p>${references}</p>`)).toMatch(new RegExp(`\n\n${escaped(LEFT_OUT)}$`));
  expect(shownOf(`${"x".repeat(470)}${references}`)).toContain(LEFT_OUT);
});

const escaped = (text: string): string => text.replace(/[()]/g, "\\$&");

test("bytes that are not UTF-8 and unprintable characters are escaped", () => {
  const bytes = Buffer.from("ffc3281b00", "hex").toString("latin1");
  const body = Buffer.from(`{"a":"${bytes}\xe2\x80\xae\xc2\x85"}`, "latin1");
  const { response } = evidenceOf(sampleExchange({}, { ...json, body }));
  expect(response).toContain('{"a":"\\xff\\xc3(\\x1b\\x00\\xe2\\x80\\xae\\xc2\\x85"}');
});

test("a compressed body is decoded where possible, and marked where not", () => {
  const headers = [["Content-Encoding", "gzip"]] as const;
  const packed = sampleExchange({}, { headers, body: gzipSync('[{"id":null}]') });
  const decoded = evidenceOf(packed, { at: { start: 7, end: 11 }, label: "orders[0].id" });
  expect(decoded.response).toContain('(orders[0].id, decoded from gzip)\n[{"id":»null«}]');
  const plain = evidenceOf(sampleExchange({}, { headers, body: "plain" }));
  expect(plain.response).toContain("(gzip, not decoded)\nplain");
});

test("the evidence of a large response is small", () => {
  const body = Buffer.alloc(64 * 2 ** 20, "\u0001é");
  const headers = Array.from({ length: 900 }, () => ["Link", "\u0002".repeat(5000)] as const);
  const exchange = sampleExchange(
    { query: "a".repeat(300) },
    { headers, reason: "\u0003".repeat(9000), body },
  );
  for (const at of [undefined, { start: 10_000_000, end: 30_000_000 }]) {
    const label = "x".repeat(9000);
    const { request, response } = evidenceOf(exchange, { ...(at && { at }), label });
    expect(size(request, response)).toBeLessThan(2600);
  }
});

test("a call that was not sent is no evidence, and no part of the line", () => {
  const failure = { kind: "forbidden", message: "a gentle run sends few bad keys" } as const;
  const notSent = { ...sampleExchange({ credential: "wrong" }, undefined, failure), url: "" };
  const sent = sampleExchange({}, { status: 401, reason: "Unauthorized" });
  expect(proofEvidence([notSent, sent])).toEqual([evidenceOf(sent)]);
  expect(proofEvidence([sent], { atOnce: [notSent, sent] })).toEqual([evidenceOf(sent)]);
  const [, { curl = "" } = {}] = proofEvidence([sent, sent], { atOnce: [] });
  expect(curl.match(/curl -i/g)).toHaveLength(2);
});
