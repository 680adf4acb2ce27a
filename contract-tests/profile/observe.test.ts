/** The situation of a reply, what a profile may have of it, and what is left out. */
import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { FOREIGN_ORIGIN, OTHER_METHOD } from "../../spec/interface/situations.ts";
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { OutgoingCall, Response } from "../client/exchange.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { type ObservedReply, replyObserver, situationsOfCall } from "./observe.ts";
import { withPlaceholders } from "./placeholders.ts";

/** Of the clock of the run. */
const EPOCH = Date.UTC(2026, 10, 21, 9, 30);
const PROVIDED = { pending: [17n], shipped: [18n] };
const from = (origin: string) => ({ headers: [["Origin", origin]] as const });

// round-trip.test.ts has the calls of every situation: these are the ones beside them.
for (const [line, status, id, more] of [
  ["GET /store/orders good", 404, ""],
  ["GET /store/orders good", 200, "", { query: "a=b" }],
  ["GET /store/orders good", 200, "", { headers: [["Accept", "*/*"]] }],
  ["GET /store/orders good", 429, "rate-limited", { query: "a=b" }],
  ["GET /store/orders wrong", 403, ""],
  ["PUT /store/orders none", 401, ""],
  ["GET /store/orders truncated", 401, ""],
  ["HEAD /store/orders/17 good", 200, "head-order"],
  ["HEAD /store/orders/x good", 200, ""],
  ["PUT /store/orders good", 405, ""],
  ["OPTIONS /store/orders none", 204, "options-without-key"],
  ["OPTIONS /store/orders good", 204, "options"],
  ["GET /pets/1 good", 199, ""],
  ["GET /pets/1 good", 599, "pets"],
  ["GET /pets/1 good", 600, ""],
  ["GET /store/another-path good", 404, ""],
  [`${OTHER_METHOD} /store/orders/17 good`, 405, "other-method"],
  ["DELETE /store/orders/17 good", 409, "order-cancelled"],
  ["DELETE /store/orders/17 good", 410, ""],
  ["DELETE /store/orders/19 good", 404, "", { body: "{}" }],
  ["DELETE /store/orders/%zz good", 400, "id-bad-escape"],
  ["DELETE /store/orders/xyz2 good", 404, ""],
] as [string, number, string, Partial<OutgoingCall>?][])
  test(`${line} with ${JSON.stringify(more ?? {})} gets ${status}: ${id || "in no situation"}`, () => {
    const [method = "", path = "", credential = ""] = line.split(" ");
    const call = { method, path, credential, ...more } as OutgoingCall;
    expect(
      situationsOfCall(call, status, PROVIDED)
        .map((one) => one.id)
        .join(),
    ).toBe(id);
  });

const SHIPPED: Partial<OutgoingCall> = { method: "DELETE", path: "/store/orders/18" };
const LONG_TEXT = "a".repeat(1001);

/** The reply with its members by name, and what is hidden of it. */
function observed(
  call: Partial<OutgoingCall>,
  response: Partial<Omit<Response, "body">> & { body?: string | Uint8Array },
  sample: readonly JsonObject[] = [],
) {
  const [{ members, fields, hidden = [] } = {} as Partial<ObservedReply>] = observe(sample)(
    sampleExchange(call, response),
  );
  return { reply: { ...Object.fromEntries(members ?? []), ...(fields && { fields }) }, hidden };
}

const observe = (sample: readonly JsonObject[] = []) => replyObserver(PROVIDED, sample, EPOCH);

test("a reply is observed with its situation, its request and its time, and only where it is complete", () => {
  const [situation, at] = ["order-shipped", EPOCH + 1_000];
  expect(observe()(sampleExchange(SHIPPED, { status: 409 }))).toMatchObject([
    { situation, at, how: "DELETE /store/orders/{orderId}" },
  ]);
  expect(observe()(sampleExchange({ path: "/store/no-such-path" }, {}))[0]?.how).toBe(
    "GET /store/no-such-path",
  );
  expect(
    observe()(sampleExchange(SHIPPED, { status: 409 }, { kind: "reset", message: "closed" })),
  ).toEqual([]);
});

const ERROR = '{"code":"gone","message":"Pet 5 is gone.","status":404}';
const GONE = { body: "error", code: "gone", message: "Pet {petId} is gone." };
const COPY = { code: ["string"], message: ["string"], status: ["integer"] };
const GZIP = [["Content-Encoding", "gzip"]] as const;

for (const [title, status, body, headers, reply] of [
  ["an Error", 404, ERROR, [["content-type", "a/b"]], { ...GONE, type: "a/b" }],
  [
    "an Error with a further field",
    404,
    ERROR.replace("}", ',"at":[]}'),
    [],
    { ...GONE, fields: { at: ["list"] } },
  ],
  ["an Error of another status", 410, ERROR, [], { body: "json", fields: COPY }],
  [
    "an Error without a message",
    404,
    '{"code":"gone"}',
    [],
    { body: "json", fields: { code: ["string"] } },
  ],
  [
    "an object",
    200,
    '{"id":5,"name":"x"}',
    [],
    { body: "json", fields: { id: ["integer"], name: ["string"] } },
  ],
  ["an empty object", 200, "{}", [], { body: "json" }],
  ["an array", 200, "[1]", [["Content-Type", "a/b"]], { body: "json", type: "a/b" }],
  ["nothing", 404, "", [["Content-Type", "a/b"]], { body: "none" }],
  ["a text", 404, "Pet 5 is gone.", [], { body: "text", text: "Pet {petId} is gone." }],
  ["a text of a redirect", 300, "gone", [], { body: "text", text: "gone" }],
  ["a text of a pet", 299, "Rex", [], { body: "text" }],
  ["a long text", 404, LONG_TEXT.slice(1), [], { body: "text", text: LONG_TEXT.slice(1) }],
  ["a page for people", 404, LONG_TEXT, [], { body: "text" }],
  ["bytes", 404, Buffer.from([0xff]), [], { body: "text" }],
  ["a compressed text", 404, gzipSync("gone"), GZIP, { body: "text", text: "gone" }],
  ["what cannot be decoded", 404, "gone", GZIP, { body: "text" }],
  ["more than a MiB", 200, `{"a":"${"a".repeat(2 ** 20 - 7)}"}`, [], { body: "text" }],
] as [string, number, string | Uint8Array, Response["headers"], object][])
  test(`the body is ${title}`, () => {
    expect(observed({ path: "/pets/5" }, { status, body, headers }).reply).toEqual({
      status,
      ...reply,
    });
  });

test("what could be data of an order is hidden, and of a list only its media type is observed", () => {
  const sample = [
    parseJson('{"id":18,"name":"Rex"}') as JsonObject,
    parseJson('{"id":17}') as JsonObject,
  ];
  const body = '{"code":"rex-shipped","message":"Order 99 is shipped.","status":409}';
  const headers = Object.entries({
    "Content-Type": "application/json; v=7",
    Link: "</rex>",
    Allow: "GET",
  });
  expect(observed(SHIPPED, { status: 409, body, headers }, sample)).toEqual({
    reply: { status: 409, body: "error", "headers.Allow": "GET" },
    hidden: ["type", "code", "message", "headers.Link"],
  });
  expect(observed(SHIPPED, { status: 409, body: "Rex is shipped.", headers: [] }, sample)).toEqual({
    reply: { status: 409, body: "text" },
    hidden: ["text"],
  });
  const { reply } = observed({}, { body: '{"data":[]}' });
  expect(reply).toEqual({ status: 200, body: "json", type: "application/json" });
});

test("headers that an app can come to depend on are kept, joined, unless they are long or not ASCII", () => {
  const kept = Object.entries({
    allow: "GET",
    Date: "now",
    Allow: "HEAD",
    Link: LONG_TEXT.slice(1),
  });
  const left = Object.entries({
    Location: LONG_TEXT,
    Sunset: "caf\u00e9",
    "Access-Control-Allow-Origin": "*",
  });
  const { reply } = observed({ path: "/pets/5" }, { headers: [...kept, ...left] });
  expect(reply).toEqual({
    status: 200,
    body: "none",
    "headers.Allow": "GET, HEAD",
    "headers.Link": LONG_TEXT.slice(1),
  });
});

test("what a preflight repeats of the request is replaced by placeholders", () => {
  const asked = {
    "Access-Control-Request-Method": "DELETE",
    "Access-Control-Request-Headers": "authorization",
  };
  const headers = [...from(FOREIGN_ORIGIN).headers, ...Object.entries(asked)];
  const allowed = {
    "Access-Control-Allow-Headers": "authorization",
    "Access-Control-Allow-Methods": "DELETE",
    "Access-Control-Allow-Origin": FOREIGN_ORIGIN,
    "Access-Control-Max-Age": "60",
  };
  const call = { method: "OPTIONS", path: "/store/orders", credential: "none", headers } as const;
  expect(observed(call, { status: 204, headers: Object.entries(allowed) }).reply).toMatchObject({
    "headers.Access-Control-Allow-Headers": "{headers}",
    "headers.Access-Control-Allow-Methods": "{method}",
    "headers.Access-Control-Allow-Origin": "{origin}",
    "headers.Access-Control-Max-Age": "60",
  });
});

test("placeholders are whole tokens in the place of what they stand for", () => {
  const url = "http://127.0.0.4:7116/api/v1/pets/4";
  const general = (text: string, where: "body" | "header" = "body") =>
    withPlaceholders(
      text,
      { call: { method: "GET", path: "/pets/4", credential: "good" }, url },
      "petId",
      where,
    );
  for (const [text, expected] of [
    ["Pet 4 is gone (4).", "Pet {petId} is gone ({petId})."],
    ["1004, 4.5, 127.0.0.4, 12:04 and v4", "1004, 4.5, 127.0.0.4, 12:04 and v4"],
    ["Cannot GET /api/v1/pets/4.", "Cannot {method} {path}."],
    ["GETTING /pets/4, not /pets/41", "GETTING {relativePath}, not /pets/41"],
    [`${url}?a=1 or http://127.0.0.4:7116/docs`, "{server}{path}?a=1 or {server}/docs"],
    ["http://127.0.0.4:71160 has /api/v1/docs", "http://127.0.0.4:71160 has {basePath}/docs"],
  ] as const)
    expect(general(text)).toBe(expected);
  expect(general("GET, HEAD", "header")).toBe("GET, HEAD");
});
