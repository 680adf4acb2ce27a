/** The gate on the mock as a page meets it: its own fetch, answered by msw's service worker in Chromium. */
import type { Page } from "playwright/test";
import { expect, type MswPackage, test } from "../mock/browser/site.ts";
import { complaints, judgeFace } from "./faces.ts";
import { pageAnswer } from "./page-sender.ts";
import type { Answer } from "./wireless-sender.ts";

/** Handlers below a path of the page's own origin: only there can a page send a cookie. Returns the base address. */
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

    test("the service worker is proven to hold every clause", async ({ openPage }) => {
      const page = await openPage();
      const refused = new Set<string>();
      const answer: Answer = async (request, call) => {
        const { failure, ...answered } = await pageAnswer(page)(request, call);
        if (failure?.kind === "forbidden") refused.add(failure.message);
        return { ...answered, ...(failure !== undefined && { failure }) };
      };
      const report = await judgeFace(async (key) => ({ baseUrl: await startWorker(page, key), answer }));
      expect(complaints(report)).toEqual([]);
      expect(report.verdict).toBe("conforms");
      // The browser chooses the codings that it accepts and names the page's origin itself: the gate cannot ask for them here.
      expect([...refused].sort()).toEqual(["A page cannot send Accept-Encoding.", "A page cannot send Origin."]);
    });
  });

test("a worker that cancels what has shipped is found out", async ({ openPage }) => {
  const page = await openPage();
  const report = await judgeFace(async (key) => {
    const baseUrl = await page.evaluate(async (key) => {
      const { setupWorker, createHandlers, http, HttpResponse } = window.kit;
      const shipped = http.delete("/v1/store/orders/3", () => new HttpResponse(null, { status: 204 }));
      await setupWorker(shipped, ...createHandlers({ baseUrl: "/v1", apiKeys: [key] })).start({ quiet: true });
      return `${location.origin}/v1`;
    }, key);
    return { baseUrl, answer: pageAnswer(page) };
  });
  expect(report.verdict).toBe("violates");
  expect(complaints(report).join("\n")).toContain("cancel-shipped-conflict: violated");
});
