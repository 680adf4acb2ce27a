import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { UserError } from "../errors/user-errors.ts";
import { PROFILE_SCHEMA, parseProfile } from "./reader.ts";
import { EMPTY_PROFILE } from "./shape.ts";

const complaint = (yaml: string): string => {
  try {
    parseProfile(yaml, "staging.yaml");
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "none";
};

const validate = new Ajv2020({ allowUnionTypes: true }).compile(PROFILE_SCHEMA);

// round-trip.test.ts of contract-tests/profile reads every part of profiles that were learned.
test("what is not given is empty, a kind is a list, a header has its usual spelling, and __proto__ is a field", () => {
  expect(parseProfile("version: 1")).toEqual(EMPTY_PROFILE);
  const replies = "{ pets: { fields: { traceId: string }, headers: { cache-control: no-store } } }";
  expect(parseProfile(`version: 1\nreplies: ${replies}\norder: { __proto__: object }`)).toEqual({
    ...EMPTY_PROFILE,
    replies: {
      pets: { fields: { traceId: ["string"] }, headers: { "Cache-Control": "no-store" } },
    },
    order: Object.fromEntries([["__proto__", ["object"]]]),
  });
});

test("an error shows file, line, column, caret and the fix", () => {
  expect(complaint("version: 1\nanswers:\n  conflict-body: eror\n")).toBe(
    'staging.yaml:3:18 "eror" is not a valid value. Did you mean error? Valid: none, error, text.\n3 |   conflict-body: eror\n  |                  ^^^^',
  );
});

for (const [yaml, place, problem] of [
  ["", "1:1", 'Begin it with "version: 1"'],
  ["answers: {}", "1:1", 'Begin it with "version: 1"'],
  [
    "version: 2\nsomething: new",
    "1:10",
    "version 2, and this orders-kit reads version 1. Update orders-kit",
  ],
  ["version: 0", "1:10", "The version must be 1."],
  ["version: one", "1:10", "a version number"],
  ["version: 1\nversion: 1", "2:1", "is a duplicate"],
  ["answer: {}", "2:1", "Did you mean answers? Valid: version, learned, origin, answers"],
  ["learned: { by: me }", "2:12", "Valid: from, at."],
  ["answers: { conflict-bdy: none }", "2:12", "Did you mean conflict-body?"],
  ["replies: { order-unknwon: {} }", "2:12", "Did you mean order-unknown?"],
  ["replies: { key-missing: { status: 403 } }", "2:35", "an integer from 401 to 401"],
  ["replies: { key-missing: { body: none } }", "2:33", "Valid: error."],
  ["replies: { id-malformed: { status: 399 } }", "2:36", "from 400 to 499"],
  ["replies: { id-malformed: { status: 500 } }", "2:36", "from 400 to 499"],
  ["replies: { other-path: { status: 199 } }", "2:34", "from 200 to 599"],
  ["replies: { order-shipped: { body: none, code: X } }", "2:47", "which has no code"],
  ["replies: { cancelled: { message: Gone } }", "2:34", "which has no message"],
  ["replies: { list: { code: 17 } }", "2:26", "a string"],
  ["replies: { list: { fields: { total: number-ish } } }", "2:37", "Valid: string, date-time"],
  [
    "replies: { list: { headers: { X-Total: a } } }",
    "2:31",
    "X-Total is not a header of a profile",
  ],
  [
    "replies: { list: { headers: { Access-Control-Allow-Origin: a } } }",
    "2:31",
    "is not a header of a profile",
  ],
  ['replies: { list: { headers: { Link: "é" } } }', "2:37", "printable ASCII"],
  ["order: { id: string }", "2:14", "Valid: integer, absent."],
  ["order: { shipDate: [date-time, null] }", "2:32", "Valid: date-time, absent."],
  ["order: { note: [string, strin] }", "2:25", "Did you mean string?"],
  ["latency: { listOrders: { p50: 5 } }", "2:24", "Expected p50, p90 and p99"],
  ["latency: { listOrders: { p50: 5, p90: 4, p99: 9 } }", "2:24", "must not decrease"],
  ["latency: { listOrders: { p50: -1, p90: 6, p99: 60001 } }", "2:31", "from 0 to 60000"],
  ["latency: { listOrder: { p50: 5, p90: 6, p99: 7 } }", "2:12", "Did you mean listOrders?"],
  ["violates: list-ok", "2:11", "Expected a list"],
  ["violates: [list-okay]", "2:12", "Did you mean list-ok?"],
  ["accepted: { conflict-body: fine }", "2:13", "such as answers.conflict-body"],
  ["accepted: { answersx: fine }", "2:13", "Did you mean answers?"],
  ["accepted: { replies.pets: 3 }", "2:27", "a string"],
] as const)
  test(`${yaml.replaceAll("\n", " / ")} is rejected at ${place}, and by the schema`, () => {
    const text = place.startsWith("1") || yaml.startsWith("version") ? yaml : `version: 1\n${yaml}`;
    expect(complaint(text)).toContain(`staging.yaml:${place} `);
    expect(complaint(text)).toContain(problem);
    // Editors see neither what two values say together nor that a name is there twice.
    const isBeyondSchema = /which has no|not decrease|printable|duplicate/.test(problem);
    if (!isBeyondSchema) expect(validate(parse(text))).toBe(false);
  });

test("what the reader accepts is valid in the schema, but for duplicates and empty lists", () => {
  for (const yaml of [
    "learned: { from: https://staging.example.com/v1, at: 2026-11-21T01:00:00Z }",
    "replies: { order-shipped: { body: error, code: SHIPPED, message: Gone, fields: { traceId: string } } }",
    "replies: { key-missing: { status: 401, body: error }, id-malformed: { status: 499 }, other-path: { status: 200 } }",
    'replies: { preflight: { headers: { Access-Control-Allow-Origin: "*", Link: x } } }',
    'order: { id: integer, shipDate: [date-time, absent], note: [string, "null"], data: object }',
    "latency: { listOrders: { p50: 0, p90: 20.5, p99: 60000 } }",
    "accepted: { replies.pets: going away, answers: whatever, order.note: internal, clauses.list-ok: known }",
    "replies: { pets: { status: 500, body: text, type: text/html, text: <h1>Oops</h1> } }\nviolates: [list-ok, auth-first]",
  ]) {
    const text = `version: 1\n${yaml}`;
    parseProfile(text);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  }
  for (const yaml of [
    "order: { note: [string, string] }",
    "order: { note: [] }",
    "violates: [list-ok, list-ok]",
  ])
    expect(validate(parse(`version: 1\n${yaml}`)), yaml).toBe(false);
});
