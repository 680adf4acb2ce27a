import zlib from "node:zlib";
import { expect, test } from "playwright/test";
import { cancellationOf, LIST_WITH_KEY } from "../../client/calls.ts";
import { sampleExchange } from "../../testing/sample-exchange.ts";
import { assertSingleExchange } from "./single-exchange.ts";

const zstd = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
const LIST = Buffer.from("[]");

for (const [coding, encode, outcome] of [
  ["gzip", zlib.gzipSync, "held"],
  ["gzip", (body) => body, "violated"],
  ["deflate", zlib.deflateSync, "held"],
  ["deflate", zlib.deflateRawSync, "unproven"],
  ["deflate", (body) => body, "violated"],
  ["zstd", zstd ?? ((body) => body), zstd === undefined ? "unproven" : "held"],
  ["dcb", (body) => body, "unproven"],
] as const satisfies readonly (readonly [string, (body: Buffer) => Buffer, string])[])
  test(`a list with Content-Encoding ${coding} from ${encode.name || "no coding"}: body-json is ${outcome}`, () => {
    const headers = [
      ["Content-Type", "application/json"],
      ["Content-Encoding", coding],
    ] as const;
    const exchange = sampleExchange(
      { ...LIST_WITH_KEY, headers: [["Accept-Encoding", coding]] },
      { headers, body: Buffer.from(encode(LIST)) },
    );
    const { findings } = assertSingleExchange(exchange);
    const notHeld = findings.filter((one) => "clause" in one && one.kind !== "held");
    expect(notHeld).toMatchObject(
      outcome === "held" ? [] : [{ kind: outcome, clause: "body-json" }],
    );
  });

test("the Error of a 409 is read also where it is compressed", () => {
  const body = zlib.gzipSync('{"code":"shipped","message":"Too late.","status":409}');
  const headers = [
    ["Content-Type", "application/json"],
    ["Content-Encoding", "gzip"],
  ] as const;
  const { findings } = assertSingleExchange(
    sampleExchange(cancellationOf(17n), { status: 409, headers, body }),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: "observed", question: "conflict-body", observed: "error" }),
  );
});
