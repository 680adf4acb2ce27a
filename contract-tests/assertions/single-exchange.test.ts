import { expect, test } from "playwright/test";
import { GET_PET } from "../client/calls.ts";
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
