import type { Page } from "playwright/test";
import type { Fault } from "../../scenarios/troubles.ts";
import { expect, type MswPackage, test } from "./site.ts";

/** What a page sees of a list under one fault. */
function listUnder(page: Page, fault: Fault): Promise<string> {
  return page.evaluate(async (fault) => {
    const { setupWorker, createHandlers } = window.kit;
    const orders = { count: 50, pending: 0.6, list: [] };
    const scenario = { name: "x", description: "", seed: 1, orders, answers: {}, faults: [fault] };
    await setupWorker(...createHandlers({ scenario })).start({ quiet: true });
    const signal = AbortSignal.timeout(1500);
    const headers = { authorization: "Bearer demo-key" };
    const start = performance.now();
    try {
      const response = await fetch("http://127.0.0.1:4010/v1/store/orders", { headers, signal });
      const text = await response.text();
      const waited = performance.now() - start >= 299;
      return `${response.status} ${text.endsWith("]") ? "whole" : "cut"}${waited ? " later" : ""}`;
    } catch (error) {
      return (error as Error).name;
    }
  }, fault);
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });
    for (const [fault, seen] of [
      [{ fail: "reset" }, "TypeError"],
      [{ fail: "hang" }, "TimeoutError"],
      [{ fail: "truncate" }, "TypeError"],
      [{ fail: "invalid-json" }, "200 cut"],
      [{ status: 503 }, "503 cut"],
      [{ delay: 300 }, "200 whole later"],
    ] as const)
      test(`a page meets ${JSON.stringify(fault)} as it would on the network`, async ({ openPage }) => {
        expect(await listUnder(await openPage(), fault)).toBe(seen);
      });
  });
