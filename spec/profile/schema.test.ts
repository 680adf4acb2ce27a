import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { PROFILE_SCHEMA, parseProfile } from "./reader.ts";

const validate = new Ajv2020({ allowUnionTypes: true }).compile(PROFILE_SCHEMA);

const VALID = [
  "",
  "learned: { from: https://staging.example.com/v1, at: 2026-11-21T01:00:00Z }",
  "answers: { conflict-body: error, head: refused }",
  "replies: { order-shipped: { body: error, code: SHIPPED, message: Gone, fields: { traceId: string } } }",
  "replies: { order-shipped: { body: none, headers: { Cache-Control: no-store } } }",
  "replies: { key-missing: { status: 401, body: error } }",
  "replies: { id-malformed: { status: 499 }, other-path: { status: 200 } }",
  "replies: { pets: { status: 500, body: text, type: text/html, text: <h1>Oops</h1> } }",
  'replies: { preflight: { headers: { Access-Control-Allow-Origin: "*", Link: x } } }',
  'order: { id: integer, shipDate: [date-time, absent], note: [string, "null"], data: object }',
  "latency: { listOrders: { p50: 0, p90: 20.5, p99: 60000 } }",
  "violates: [list-ok, auth-first]",
  "accepted: { replies.pets: going away, answers: whatever, order.note: internal, clauses.list-ok: known }",
];

const INVALID = [
  "answer: {}",
  "learned: { by: me }",
  "answers: { conflict-bdy: none }",
  "answers: { conflict-body: eror }",
  "replies: { order-unknwon: {} }",
  "replies: { key-missing: { status: 403 } }",
  "replies: { key-missing: { body: none } }",
  "replies: { id-malformed: { status: 399 } }",
  "replies: { id-malformed: { status: 500 } }",
  "replies: { other-path: { status: 199 } }",
  "replies: { list: { code: 17 } }",
  "replies: { list: { reason: OK } }",
  "replies: { list: { fields: { total: number-ish } } }",
  "replies: { list: { headers: { X-Total: a } } }",
  "replies: { list: { headers: { Access-Control-Allow-Origin: a } } }",
  "replies: { list: { headers: { Link: 3 } } }",
  "order: { id: string }",
  "order: { shipDate: [date-time, null] }",
  "order: { note: strin }",
  "order: { note: [string, strin] }",
  "latency: { listOrders: { p50: 5, p90: 6 } }",
  "latency: { listOrders: { p50: 5, p90: 6, p99: 60001 } }",
  "latency: { listOrders: { p50: -1, p90: 6, p99: 7 } }",
  "latency: { listOrder: { p50: 5, p90: 6, p99: 7 } }",
  "violates: [list-okay]",
  "violates: list-ok",
  "accepted: { conflict-body: fine }",
  "accepted: { answersx: fine }",
  "accepted: { replies.pets: 3 }",
];

for (const [yamls, valid] of [
  [VALID, true],
  [INVALID, false],
] as const)
  for (const yaml of yamls)
    test(`schema and reader agree that this is ${valid ? "valid" : "invalid"}: ${yaml || "a version alone"}`, () => {
      const text = `version: 1\n${yaml}`;
      expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(valid);
      if (valid) parseProfile(text);
      else expect(() => parseProfile(text)).toThrow();
    });

test("schema and reader require version 1", () => {
  for (const text of ["answers: {}", "version: 2", "version: one"]) {
    expect(validate(parse(text)), text).toBe(false);
    expect(() => parseProfile(text), text).toThrow();
  }
});

test("the schema also rejects duplicates and empty lists, which the reader accepts", () => {
  for (const text of ["order: { note: [string, string] }", "order: { note: [] }", "violates: [list-ok, list-ok]"])
    expect(validate(parse(`version: 1\n${text}`)), text).toBe(false);
});
