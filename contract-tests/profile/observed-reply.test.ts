/** What a profile may have of a reply, and what is left out. */
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import type { JsonObject } from "../../spec/json/json.ts";
import { parseJson } from "../../spec/json/json.ts";
import type { OutgoingCall, Response } from "../client/exchange.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { observeReply } from "./observed-reply.ts";

/** Of the clock of the run. */
const EPOCH = Date.UTC(2026, 10, 21, 9, 30);
const PROVIDED = { pending: [17n], shipped: [18n] };
const PETS: Partial<OutgoingCall> = { path: "/pets/5" };
const SHIPPED: Partial<OutgoingCall> = { method: "DELETE", path: "/store/orders/18" };
const PREFLIGHT: Partial<OutgoingCall> = {
  method: "OPTIONS",
  path: "/store/orders/17",
  credential: "none",
  headers: [
    ["Origin", "http://app"],
    ["Access-Control-Request-Method", "DELETE"],
    ["Access-Control-Request-Headers", "authorization"],
  ],
};
const JSON_TYPE = ["Content-Type", "application/json"] as const;

function observed(
  call: Partial<OutgoingCall>,
  response: Partial<Omit<Response, "body">> & { body?: string | Uint8Array },
  sample: readonly JsonObject[] = [],
) {
  return observeReply(sampleExchange(call, response), PROVIDED, sample, EPOCH);
}

test("a reply is observed with its situation, its request and its time", () => {
  expect(observed(SHIPPED, { status: 409 })).toEqual({
    situation: "order-shipped",
    reply: { status: 409, body: "none", headers: {} },
    how: "DELETE /store/orders/{orderId}",
    at: EPOCH + 1_000,
    hidden: [],
  });
  expect(observed({ path: "/store/no-such-path" }, {})?.how).toBe("GET /store/no-such-path");
});

test("what is in no situation, or is not a complete response, is not observed", () => {
  const failure = { kind: "reset", message: "closed" } as const;
  expect(observed(SHIPPED, { status: 500 })).toBeUndefined();
  expect(observeReply(sampleExchange(SHIPPED, undefined, failure), PROVIDED, [], EPOCH)).toBeUndefined();
  expect(observeReply(sampleExchange(SHIPPED, { status: 409 }, failure), PROVIDED, [], EPOCH)).toBeUndefined();
});

const ERROR = '{"code":"gone","message":"Pet 5 is gone.","status":404}';
const LONG_TEXT = "a".repeat(1001);

for (const [title, status, body, headers, reply] of [
  [
    "an Error",
    404,
    ERROR,
    [JSON_TYPE],
    { body: "error", code: "gone", message: "Pet {petId} is gone.", type: "application/json" },
  ],
  [
    "an Error with a further field",
    404,
    ERROR.replace("}", ',"at":[]}'),
    [JSON_TYPE],
    {
      body: "error",
      code: "gone",
      message: "Pet {petId} is gone.",
      fields: { at: ["list"] },
      type: "application/json",
    },
  ],
  [
    "an Error of another status",
    410,
    ERROR,
    [],
    { body: "json", fields: { code: ["string"], message: ["string"], status: ["integer"] } },
  ],
  [
    "an Error without a message",
    404,
    '{"code":"gone","status":404}',
    [],
    { body: "json", fields: { code: ["string"], status: ["integer"] } },
  ],
  [
    "an Error without a code",
    404,
    '{"message":"gone","status":404}',
    [],
    { body: "json", fields: { message: ["string"], status: ["integer"] } },
  ],
  [
    "an object",
    200,
    '{"id":5,"name":"Rex"}',
    [JSON_TYPE],
    { body: "json", fields: { id: ["integer"], name: ["string"] }, type: "application/json" },
  ],
  ["an empty object", 200, "{}", [], { body: "json" }],
  ["an array", 200, "[1]", [JSON_TYPE], { body: "json", type: "application/json" }],
  ["nothing", 404, "", [JSON_TYPE], { body: "none" }],
  [
    "a text",
    404,
    "Pet 5 is gone.",
    [["content-type", "text/plain"]],
    { body: "text", type: "text/plain", text: "Pet {petId} is gone." },
  ],
  ["a text of a redirect", 300, "gone", [], { body: "text", text: "gone" }],
  ["a text of a pet", 299, "Rex", [], { body: "text" }],
  ["a long text", 404, LONG_TEXT.slice(1), [], { body: "text", text: LONG_TEXT.slice(1) }],
  ["a page for people", 404, LONG_TEXT, [], { body: "text" }],
  ["bytes", 404, Buffer.from([0xff]), [], { body: "text" }],
  ["a compressed text", 404, gzipSync("gone"), [["Content-Encoding", "gzip"]], { body: "text", text: "gone" }],
  ["what cannot be decoded", 404, "gone", [["Content-Encoding", "gzip"]], { body: "text" }],
  ["an object of a MiB", 200, `{"a":"${"a".repeat(2 ** 20 - 8)}"}`, [], { body: "json", fields: { a: ["string"] } }],
  ["a longer object", 200, `{"a":"${"a".repeat(2 ** 20 - 7)}"}`, [], { body: "text" }],
] as [string, number, string | Uint8Array, Response["headers"], object][])
  test(`the body is ${title}`, () => {
    expect(observed(PETS, { status, body, headers })?.reply).toEqual({ status, headers: {}, ...reply });
  });

test("of a list only its media type is observed", () => {
  const { reply } = observed({}, { body: '{"data":[]}' }) ?? {};
  expect(reply).toEqual({ status: 200, body: "json", type: "application/json", headers: {} });
});

test("what could be data of an order is hidden", () => {
  const sample = [parseJson('{"id":18,"name":"Rex"}') as JsonObject, parseJson('{"id":17}') as JsonObject];
  const hiding = observed(
    SHIPPED,
    {
      status: 409,
      body: '{"code":"rex-shipped","message":"Order 99 is shipped.","status":409}',
      headers: [
        ["Content-Type", "application/json; v=7"],
        ["Link", "</rex>"],
        ["Allow", "GET"],
      ],
    },
    sample,
  );
  expect(hiding?.reply).toEqual({ status: 409, body: "error", headers: { Allow: "GET" } });
  expect(hiding?.hidden).toEqual(["type", "code", "message", "headers.Link"]);
  const text = observed(SHIPPED, { status: 409, body: "Rex is shipped.", headers: [] }, sample);
  expect([text?.reply, text?.hidden]).toEqual([{ status: 409, body: "text", headers: {} }, ["text"]]);
});

test("headers that an app can come to depend on are kept, joined, unless they are long or not ASCII", () => {
  const { reply } =
    observed(PETS, {
      headers: [
        ["allow", "GET"],
        ["Date", "now"],
        ["Allow", "HEAD"],
        ["Link", LONG_TEXT.slice(1)],
        ["Location", LONG_TEXT],
        ["Sunset", "caf\u00e9"],
        ["Access-Control-Allow-Origin", "*"],
      ],
    }) ?? {};
  expect(reply?.headers).toEqual({ Allow: "GET, HEAD", Link: LONG_TEXT.slice(1) });
});

test("what a preflight repeats of the request is replaced by placeholders", () => {
  const { reply } =
    observed(PREFLIGHT, {
      status: 204,
      headers: [
        ["Access-Control-Allow-Origin", "http://app"],
        ["Access-Control-Allow-Methods", "DELETE"],
        ["Access-Control-Allow-Headers", "authorization"],
        ["Access-Control-Max-Age", "60"],
      ],
    }) ?? {};
  expect(reply?.headers).toEqual({
    "Access-Control-Allow-Origin": "{origin}",
    "Access-Control-Allow-Methods": "{method}",
    "Access-Control-Allow-Headers": "{headers}",
    "Access-Control-Max-Age": "60",
  });
});
