/**
 * Whatever recorders write, leave out and mask, a recording shows a deployment's faults and never
 * blames a conforming one.
 */
import { expect, test } from "playwright/test";
import { CANCEL, entry, error } from "../testing/har.ts";
import { violationsIn } from "../testing/judge-command.ts";

const list = (changes: Parameters<typeof entry>[1]) => entry("GET /store/orders", changes);
const cancelled = { status: 204 };
const masked = { authorization: "Bearer [REDACTED]" };
const conditional = { requestHeaders: [{ name: "If-None-Match", value: '"1"' }] };
const JSON_TYPE = { name: "content-type", value: "application/json" };

const SOUND = {
  "keys that the recorder has left out": [
    list({ authorization: null }),
    entry(CANCEL, { ...cancelled, authorization: null }),
    entry(CANCEL, { ...cancelled, authorization: null }),
  ],
  "keys that are masked": [list(masked), list({ ...masked, status: 401, text: error(401) })],
  "keys that are blank, or masked with their scheme": ["", "Bearer", "Bearer ", "REDACTED"].map(
    (authorization) => list({ authorization }),
  ),
  "a body that was valid before": [list({ ...conditional, text: "" })],
  "a body of another length than the recorder has counted": [
    list({ text: "[ ]  {", content: { size: 3 } }),
  ],
  "a body without an end": [list({ text: '[{"id":1,"pe' })],
  "a body that is shorter than its length": [
    list({ text: "[{", headers: [JSON_TYPE, { name: "content-length", value: "70" }] }),
  ],
  "a body that may have been left out": [list({ text: "" })],
  "a body that is masked": [list({ text: "[REDACTED]" })],
  "values of a body that are masked": [list({ text: '[{"id":"***","petId":"[REDACTED]"}]' })],
  "a body in another coding": [list({ content: { encoding: "hex" } })],
  "headers that were left out": [list({ headers: [] })],
  "a type that is masked": [
    list({
      headers: [{ name: "content-type", value: "[REDACTED]" }],
      content: { mimeType: "text/plain" },
    }),
  ],
  "a type that stands beside the headers": [
    list({
      headers: [{ name: "date", value: "now" }],
      content: { mimeType: "application/json" },
    }),
  ],
  "a page of the app": [
    list({}),
    entry("GET /pets/5", {
      text: "<html>",
      authorization: null,
      requestHeaders: [{ name: "sec-fetch-mode", value: "navigate" }],
    }),
  ],
  "a call that the app gave up": [list({ status: 0 })],
};

for (const [title, entries] of Object.entries(SOUND))
  test(`${title}: no violation`, async () => {
    expect(await violationsIn(entries)).toEqual([]);
  });

for (const [title, entries, violation] of [
  [
    "a second 204 for one order, whatever the order of the entries",
    [entry(CANCEL, { ...cancelled, at: 5 }), entry(CANCEL, { ...cancelled, at: 1 })],
    "cancel-once: cancelOrder",
  ],
  [
    "a call without a key that is served",
    [list({}), list({ authorization: null })],
    "list-unauthorized: listOrders 200",
  ],
  [
    "a 500 to a call with a condition, whose 200 is not judged",
    [
      list({ ...conditional, text: '[{"id":"1"}]' }),
      list({ ...conditional, status: 500, text: "boom" }),
    ],
    "list-ok: listOrders 500",
  ],
  [
    "an Error that is empty by its length",
    [entry(CANCEL, { status: 404, headers: [{ name: "content-length", value: "0" }] })],
    "not-found-error-body: cancelOrder 404",
  ],
  [
    "an address in capitals",
    [entry("GET https://ORDERS.example:443/v1/store/orders", { text: "{}" })],
    "list-array: listOrders 200",
  ],
] as const)
  test(`${title}: ${violation}`, async () => {
    expect(await violationsIn(entries)).toEqual([violation]);
  });
