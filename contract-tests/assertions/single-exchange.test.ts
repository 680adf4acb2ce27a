import zlib from "node:zlib";
import { expect, test } from "playwright/test";
import { cancellationOf, GET_PET, LIST_WITH_KEY } from "../client/calls.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { assertSingleExchange } from "./single-exchange.ts";

for (const [status, kind] of [
  [302, "advice"],
  [404, "advice"],
  [410, "advice"],
  [200, "violated"],
] as const)
  test(`the pets operation without a key gets ${status}: ${kind}`, () => {
    const exchange = sampleExchange({ ...GET_PET, credential: "none" }, { status });
    const { findings } = assertSingleExchange(exchange);
    const aboutStatus = findings.filter((one) => "why" in one && one.why.endsWith(`${status}.`));
    expect(aboutStatus.map((one) => one.kind)).toEqual([kind]);
  });

const zstd = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
const LIST = Buffer.from("[]");
const ERROR = Buffer.from('{"code":"c","message":"m","status":404}');

for (const [coding, encode, outcome] of [
  ["gzip", zlib.gzipSync, "held"],
  ["gzip", (body) => body, "violated"],
  ["deflate", zlib.deflateSync, "held"],
  ["deflate", zlib.deflateRawSync, "unproven"],
  ["deflate", (body) => body, "violated"],
  ["zstd", zstd ?? ((body) => body), zstd === undefined ? "unproven" : "held"],
  ["dcb", (body) => body, "unproven"],
] as const satisfies readonly (readonly [string, (body: Buffer) => Buffer, string])[])
  for (const [what, call, status, body] of [
    ["a list", LIST_WITH_KEY, 200, LIST],
    ["an Error", cancellationOf(17n), 404, ERROR],
  ] as const)
    test(`${what} with Content-Encoding ${coding} from ${encode.name || "no coding"}: body-json is ${outcome}`, () => {
      const headers = [
        ["Content-Type", "application/json"],
        ["Content-Encoding", coding],
      ] as const;
      const exchange = sampleExchange(
        { ...call, headers: [["Accept-Encoding", coding]] },
        { status, headers, body: Buffer.from(encode(body)) },
      );
      const { findings } = assertSingleExchange(exchange);
      const onClauses = findings.filter((one) => "clause" in one);
      const wrong = onClauses.filter(({ kind }) => kind !== "held");
      expect(wrong.map(({ kind, clause }) => `${kind} ${clause}`)).toEqual(
        outcome === "held"
          ? []
          : outcome === "violated" && what === "an Error"
            ? ["violated body-json", "violated not-found-error-body"]
            : [`${outcome} body-json`],
      );
    });
