/** Classifies the result of a call by its response or its failure. */
import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import type { FailureKind } from "./exchange.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

type Header = readonly [name: string, value: string];

const RESPONSES: Readonly<
  Record<string, readonly [status: number, headers: readonly Header[], kind: Outcome["kind"]]>
> = {
  "an answer": [204, [], "answered"],
  "an error of the service": [500, [], "answered"],
  "a gateway": [502, [], "gateway"],
  "503 without Retry-After": [503, [], "gateway"],
  "503 with Retry-After": [503, [["Retry-After", "1"]], "wait"],
  "429, whatever its headers": [429, [], "wait"],
  "403 of a key that may not": [403, [], "answered"],
  "403 of a quota": [403, [["X-RateLimit-Remaining", "0"]], "wait"],
  "403 with something left of a quota": [403, [["X-RateLimit-Remaining", "9"]], "answered"],
  "402 with the standard field": [402, [["RateLimit", '"default";r=0;t=9']], "wait"],
  "a status that no limit has": [404, [["Retry-After", "1"]], "answered"],
};

for (const [what, [status, headers, kind]] of Object.entries(RESPONSES))
  test(`${what}: ${kind}`, () => {
    const mayActLater = [502, 503, 504].includes(status);
    expect(outcomeOf(sampleExchange({}, { status, headers }))).toEqual({
      kind,
      status,
      mayActLater,
    });
  });

for (const [failure, kind] of [
  ["unreachable", "gateway"],
  ["reset", "gateway"],
  ["timeout", "broken"],
  ["malformed", "broken"],
  ["tls", "broken"],
  ["forbidden", "not sent"],
] as const satisfies readonly (readonly [FailureKind, Outcome["kind"]])[])
  test(`${failure}: ${kind}`, () => {
    const exchange = sampleExchange({}, undefined, { kind: failure, message: "" });
    expect(outcomeOf(exchange)).toEqual({ kind, mayActLater: kind !== "not sent" });
  });

test("a response that is cut off is broken, and a copy of an exchange has an outcome of its own", () => {
  const whole = sampleExchange({}, { status: 200 });
  const failure = { kind: "reset", message: "cut off" } as const;
  expect(outcomeOf({ ...whole, failure })).toEqual({ kind: "broken", mayActLater: true });
});
