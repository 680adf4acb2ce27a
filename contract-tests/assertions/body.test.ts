/** What is wrong with a body before it is read as JSON, and where its syntax is. */
import { deflateRawSync, gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import type { Exchange, Response } from "../client/exchange.ts";
import { createFindings } from "../run/findings.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { expectJsonBody, recordSyntaxError } from "./body.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;
type Headers = Response["headers"];

/** The value that was read, and the findings about the body. */
function read(body: string | Uint8Array, headers: Headers = [JSON_TYPE], requested: Headers = []) {
  const exchange = sampleExchange({ headers: requested }, { headers, body });
  const { recorder, list } = createFindings();
  const { value } = expectJsonBody(exchange, exchange.response!, recorder) ?? {};
  const found = list().map((one) =>
    "clause" in one ? `${one.kind} ${one.clause}` : one.kind === "advice" ? one.id : "",
  );
  return { value, found, findings: list() };
}

const SOUND = ["held body-media-type", "held body-json"];

for (const [types, requested, found] of [
  [["application/json"], [], SOUND],
  [["Application/JSON ; charset=utf-8"], [], SOUND],
  [["application/json", "application/json"], [], SOUND],
  [["application/json", "text/html"], [], ["held body-json", "violated body-media-type"]],
  [["text/html"], [["Accept", "text/html"]], ["held body-json", "violated body-media-type"]],
  [[], [], ["held body-json", "violated body-media-type"]],
  [["application/xml"], [], ["held body-json", "violated body-media-type"]],
  [["application/xml"], [["X-Other", "a"]], ["held body-json", "violated body-media-type"]],
  [
    ["application/xml"],
    [
      ["X-Other", "a"],
      ["ACCEPT", "application/xml"],
    ],
    ["xml-on-request"],
  ],
] as [string[], Headers, string[]][])
  test(`Content-Type ${types.join(" and ") || "missing"} to ${requested.join(" and ") || "any request"}: ${found.join(", ")}`, () => {
    const { value, found: actual } = read(
      "[1]",
      types.map((type) => ["content-type", type] as const),
      requested,
    );
    expect(actual).toEqual(found);
    expect(value).toEqual(found.includes("held body-json") ? [1] : undefined);
  });

const BROKEN = ["held body-media-type", "violated body-json"];
const asked = (value: string): Headers => [
  ["Other", "gzip"],
  ["ACCEPT-ENCODING", value],
];

test("a wrong media type is shown as it was received", () => {
  const received = (headers: Headers) =>
    read("[1]", headers).findings.flatMap((one) => (one.kind === "violated" ? [one.detail.received] : []));
  expect(received([])).toEqual(["no Content-Type"]);
  expect(received([["content-type", "text/plain"], JSON_TYPE])).toEqual(["Content-Type: text/plain, application/json"]);
});

for (const [coding, body, requested, found] of [
  ["identity", "[1]", [], SOUND],
  ["Identity", "[1]", [], SOUND],
  ["", "[1]", [], SOUND],
  ["gzip", gzipSync("[1]"), [], [...SOUND, "compression-unasked"]],
  ["gzip", gzipSync("[1]"), [["Other", "gzip"]], [...SOUND, "compression-unasked"]],
  ["gzip", gzipSync("[1]"), asked("deflate"), [...SOUND, "compression-unasked"]],
  ["gzip", gzipSync("[1]"), asked("br, GZIP"), SOUND],
  ["x-gzip", gzipSync("[1]"), asked("gzip"), SOUND],
  ["GZIP ", gzipSync("[1]"), asked("gzip"), SOUND],
  ["gzip", deflateRawSync("[1]"), asked("gzip"), BROKEN],
  ["compress", "[1]", asked("compress"), BROKEN],
] as [string, string | Uint8Array, Headers, string[]][])
  test(`Content-Encoding "${coding}" to ${requested.join(" and ") || "any request"}: ${found.join(", ")}`, () => {
    const { value, found: actual } = read(body, [JSON_TYPE, ["Content-Encoding", coding]], requested);
    expect(actual).toEqual(found);
    expect(value).toEqual(found.includes("held body-json") ? [1] : undefined);
  });

test("bytes that are not UTF-8 are not JSON", () => {
  expect(read(Buffer.from('["\xe9"]', "latin1"))).toMatchObject({ value: undefined, found: BROKEN });
});

test("a byte order mark is advice, and is not read", () => {
  const read1 = read("\ufeff[1]");
  expect([read1.value, read1.found]).toEqual([[1], [...SOUND, "byte-order-mark"]]);
});

for (const [text, place] of [
  ["[1,]", "line 1, column 4"],
  ["[\n1,\n]", "line 3, column 1"],
  ["\n\nx", "line 3, column 1"],
  [`[${" ".repeat(2 ** 22 - 1)}x]`, "line 1, column 4194305"],
  ['["é😀",\n\n  x]', "line 3, column 3"],
  ["", "line 1, column 1"],
  [`[${" ".repeat(2 ** 22)}x]`, "character 4,194,305"],
] as const)
  test(`the syntax of ${JSON.stringify(text.slice(0, 12))} is wrong at ${place}`, () => {
    const [violation] = read(text).findings.filter(({ kind }) => kind === "violated");
    expect(violation).toMatchObject({
      clause: "body-json",
      why: expect.stringMatching(new RegExp(`, at ${place}\\.$`)),
    });
  });

test("a defect of the reader is not a fault of the body", () => {
  const { recorder } = createFindings();
  const record = () => recordSyntaxError(new TypeError("a defect"), {} as Exchange, Buffer.from(""), recorder);
  expect(record).toThrow("a defect");
});
