/**
 * Whatever recorders write, leave out and mask, a recording shows a deployment's faults and never
 * blames a conforming one.
 */
import { expect, test } from "playwright/test";
import type { HarEntry } from "../../contract-tests/traffic/recordings/har-entry.ts";
import { CANCEL, entry, error } from "../testing/har.ts";
import { violationsIn } from "../testing/judge-command.ts";

for (const [title, entries, violations] of [
  [
    "a second 204 for one order, whatever the order of the entries",
    [entry(CANCEL, { at: 5, status: 204 }), entry(CANCEL, { at: 1, status: 204 })],
    ["cancel-once: cancelOrder"],
  ],
  [
    "a call without a key that is served",
    [entry("GET /store/orders"), entry("GET /store/orders", { authorization: null })],
    ["list-unauthorized: listOrders 200"],
  ],
  [
    "keys that the recorder has left out",
    [
      entry("GET /store/orders", { authorization: null }),
      entry(CANCEL, { status: 204, authorization: null }),
      entry(CANCEL, { status: 204, authorization: null }),
    ],
    [],
  ],
  [
    "keys that are masked",
    [
      entry("GET /store/orders", { authorization: "Bearer [REDACTED]" }),
      entry("GET /store/orders", {
        authorization: "Bearer [REDACTED]",
        status: 401,
        text: error(401),
      }),
    ],
    [],
  ],
  [
    "a body that was valid before",
    [
      entry("GET /store/orders", {
        text: "",
        requestHeaders: [{ name: "If-None-Match", value: '"1"' }],
      }),
    ],
    [],
  ],
  [
    "a condition that is not met, and a 500 to one",
    [
      entry("GET /store/orders", {
        text: '[{"id":"1"}]',
        requestHeaders: [{ name: "If-None-Match", value: '"1"' }],
      }),
      entry("GET /store/orders", {
        status: 500,
        text: "boom",
        requestHeaders: [{ name: "If-None-Match", value: '"1"' }],
      }),
    ],
    ["list-ok: listOrders 500"],
  ],
  [
    "keys that the recorder has blanked",
    ["", "Bearer", "Bearer "].map((authorization) => entry("GET /store/orders", { authorization })),
    [],
  ],
  [
    "a list between two cancellations that is not shown",
    [
      entry(CANCEL, { at: 1, status: 204 }),
      entry("GET /store/orders", { at: 2, content: { text: undefined } }),
      entry(CANCEL, { at: 3, status: 204 }),
    ],
    [],
  ],
  [
    "a body of another length than the recorder has counted",
    [entry("GET /store/orders", { text: "[ ]  {", content: { size: 3 } })],
    [],
  ],
  ["a body without an end", [entry("GET /store/orders", { text: '[{"id":1,"pe' })], []],
  [
    "values of a body that are masked",
    [entry("GET /store/orders", { text: '[{"id":"***","petId":"[REDACTED]"}]' })],
    [],
  ],
  ["a body that is masked", [entry("GET /store/orders", { text: "[REDACTED]" })], []],
  ["a body in another coding", [entry("GET /store/orders", { content: { encoding: "hex" } })], []],
  [
    "a type that is masked",
    [
      entry("GET /store/orders", {
        headers: [{ name: "content-type", value: "[REDACTED]" }],
        content: { mimeType: "text/plain" },
      }),
    ],
    [],
  ],
  ["headers that were left out", [entry("GET /store/orders", { headers: [] })], []],
  [
    "a body that is shorter than its length",
    [
      entry("GET /store/orders", {
        text: "[{",
        headers: [
          { name: "content-type", value: "application/json" },
          { name: "content-length", value: "70" },
        ],
      }),
    ],
    [],
  ],
  ["a body that may have been left out", [entry("GET /store/orders", { text: "" })], []],
  [
    "an Error that is empty by its length",
    [
      entry(CANCEL, {
        status: 404,
        text: "",
        headers: [{ name: "content-length", value: "0" }],
      }),
    ],
    ["not-found-error-body: cancelOrder 404"],
  ],
  [
    "a type that stands beside the headers",
    [
      entry("GET /store/orders", {
        headers: [{ name: "date", value: "now" }],
        content: { mimeType: "application/json" },
      }),
    ],
    [],
  ],
  [
    "a page of the app",
    [
      entry("GET /store/orders"),
      entry("GET /pets/5", {
        text: "<html>",
        authorization: null,
        requestHeaders: [{ name: "sec-fetch-mode", value: "navigate" }],
      }),
    ],
    [],
  ],
  [
    "an address in capitals",
    [entry("GET https://ORDERS.example:443/v1/store/orders", { text: "{}" })],
    ["list-array: listOrders 200"],
  ],
  ["a call that the app gave up", [entry("GET /store/orders", { status: 0 })], []],
  [
    "a status without a body that was kept",
    [entry("GET /store/orders", { status: 500, content: { text: undefined } })],
    ["list-ok: listOrders 500"],
  ],
] as const satisfies readonly (readonly [string, readonly HarEntry[], readonly string[]])[])
  test(`${title}: ${violations.join(", ") || "no violation"}`, async () => {
    expect(await violationsIn(entries)).toEqual(violations);
  });
