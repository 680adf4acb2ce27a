/** Judges the mock through the fetch of a page in Chromium that the service worker of msw intercepts. */
import type { Page } from "playwright/test";
import { expect, type MswPackage, test } from "../../mock/testing/site.ts";
import { type FetchHandler, fetchClient } from "../client/fetch-client.ts";
import { embeddedRules } from "../targets/embedded.ts";
import { judgeClient, notHeld } from "./judge-client.ts";
import { pageHandler } from "./page-client.ts";

const KEY = "a-key-of-this-test";

/** Starts handlers at the origin of the page, where the page can send cookies. Returns the base address. */
function startWorker(page: Page, key: string): Promise<string> {
  return page.evaluate(async (key) => {
    const { setupWorker, createHandlers } = window.kit;
    await setupWorker(...createHandlers({ baseUrl: "/v1", apiKeys: [key] })).start({ quiet: true });
    return `${location.origin}/v1`;
  }, key);
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("the service worker: every clause is held", async ({ openPage }) => {
      const page = await openPage();
      const refused = new Set<string>();
      const answer: FetchHandler = async (request, call) => {
        const { failure, ...answered } = await pageHandler(page)(request, call);
        if (failure?.kind === "forbidden") refused.add(failure.message);
        return { ...answered, ...(failure !== undefined && { failure }) };
      };
      const baseUrl = await startWorker(page, KEY);
      const judged = await judgeClient(fetchClient(answer, baseUrl, KEY), { baseUrl, ...(await embeddedRules()) });
      expect(notHeld(judged)).toEqual([]);
      expect(judged.report.verdict).toBe("conforms");
      // The browser sets these headers itself, and normalizes some addresses.
      expect([...refused].filter((message) => !message.includes(baseUrl)).sort()).toEqual([
        "A page cannot send Accept-Encoding.",
        "A page cannot send Origin.",
        "A page cannot send User-Agent.",
      ]);
    });
  });

test("a worker that cancels a shipped order is a violation", async ({ openPage }) => {
  const page = await openPage();
  const baseUrl = await page.evaluate(async (key) => {
    const { setupWorker, createHandlers, http, HttpResponse } = window.kit;
    const shipped = http.delete("/v1/store/orders/3", () => new HttpResponse(null, { status: 204 }));
    await setupWorker(shipped, ...createHandlers({ baseUrl: "/v1", apiKeys: [key] })).start({ quiet: true });
    return `${location.origin}/v1`;
  }, KEY);
  const client = fetchClient(pageHandler(page), baseUrl, KEY);
  const { report } = await judgeClient(client, { baseUrl, ...(await embeddedRules()) });
  expect(report.verdict).toBe("violates");
  expect(report.clauses.find(({ id }) => id === "cancel-shipped-conflict")?.verdict).toBe("violated");
});
