import { expect, test } from "playwright/test";
import { UserError } from "../errors/user-errors.ts";
import { parseProfile } from "./reader.ts";
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

test("a profile has the parts that are given, and the others are empty", () => {
  expect(parseProfile("version: 1")).toEqual(EMPTY_PROFILE);
  expect(
    parseProfile(`
version: 1
learned: { from: "https://staging.example.com/v1", at: 2026-11-21T01:00:00Z }
answers: { conflict-body: error }
replies:
  order-shipped:
    code: SHIPPED
    message: "Order {orderId} has shipped."
    fields: { traceId: string }
    headers: { cache-control: no-store }
  pets: { status: 500, body: text, type: text/html, text: <h1>Oops</h1> }
order: { shipDate: [date-time, absent], note: [string, "null"], __proto__: object }
latency: { listOrders: { p50: 10, p90: 20.5, p99: 80 } }
violates: [list-ok]
accepted: { replies.pets: it is going away }
`),
  ).toEqual({
    learned: { from: "https://staging.example.com/v1", at: "2026-11-21T01:00:00Z" },
    answers: { "conflict-body": "error" },
    replies: {
      "order-shipped": {
        code: "SHIPPED",
        message: "Order {orderId} has shipped.",
        fields: { traceId: ["string"] },
        headers: { "Cache-Control": "no-store" },
      },
      pets: { status: 500, body: "text", type: "text/html", text: "<h1>Oops</h1>" },
    },
    order: Object.fromEntries([
      ["shipDate", ["date-time", "absent"]],
      ["note", ["string", "null"]],
      ["__proto__", ["object"]],
    ]),
    latency: { listOrders: { p50: 10, p90: 20.5, p99: 80 } },
    violates: ["list-ok"],
    accepted: { "replies.pets": "it is going away" },
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
  ["version: 2\nsomething: new", "1:10", "version 2, and this orders-kit reads version 1. Update orders-kit"],
  ["version: 0", "1:10", "The version must be 1."],
  ["version: one", "1:10", "a version number"],
  ["version: 1\nanswer: {}", "2:1", "Did you mean answers? Valid: version, learned, answers"],
  ["version: 1\nanswers: { conflict-bdy: none }", "2:12", "Did you mean conflict-body?"],
  ["version: 1\nreplies: { key-missing: { status: 403 } }", "2:35", "an integer from 401 to 401"],
  ["version: 1\nreplies: { key-missing: { body: none } }", "2:33", "Valid: error."],
  ["version: 1\nreplies: { id-malformed: { status: 200 } }", "2:36", "from 400 to 499"],
  ["version: 1\nreplies: { order-shipped: { body: none, code: X } }", "2:47", "which has no code"],
  ["version: 1\nreplies: { cancelled: { message: Gone } }", "2:34", "which has no message"],
  ["version: 1\nreplies: { list: { headers: { X-Total: 3 } } }", "2:31", "X-Total is not a header of a profile"],
  ['version: 1\nreplies: { list: { headers: { Link: "é" } } }', "2:37", "printable ASCII"],
  ["version: 1\norder: { id: string }", "2:14", "Valid: integer, absent."],
  ["version: 1\norder: { note: strin }", "2:16", "Did you mean string?"],
  ["version: 1\nlatency: { listOrders: { p50: 5 } }", "2:24", "Expected p50, p90 and p99"],
  ["version: 1\nlatency: { listOrders: { p50: 5, p90: 4, p99: 9 } }", "2:24", "must not decrease"],
  ["version: 1\nviolates: [list-okay]", "2:12", "Did you mean list-ok?"],
  ["version: 1\naccepted: { conflict-body: fine }", "2:13", "such as answers.conflict-body"],
  ["version: 1\nversion: 1", "2:1", "is a duplicate"],
] as const)
  test(`${yaml.replaceAll("\n", " / ")} is rejected at ${place}`, () => {
    expect(complaint(yaml)).toContain(`staging.yaml:${place} `);
    expect(complaint(yaml)).toContain(problem);
  });
