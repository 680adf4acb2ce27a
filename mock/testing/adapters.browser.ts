/** In all cases, the service worker in Chromium answers a page what `respond` answers. */
import type { Page } from "playwright/test";
import { ADAPTER_CASES } from "./adapter-cases.ts";
import { type AdapterRequest, type OpenAdapter, type Received, runCase } from "./adapter-suite.ts";
import { type MswPackage, test as onSite } from "./site.ts";

/** Opens a page with a started service worker, once for all cases. */
const test = onSite.extend<object, { startedPage: (msw: MswPackage) => Promise<Page> }>({
  startedPage: [
    async ({ browser, siteWith }, use) => {
      const pages = new Map<MswPackage, Promise<Page>>();
      const open = async (msw: MswPackage): Promise<Page> => {
        const page = await browser.newPage();
        await page.goto(await siteWith(msw));
        await page.waitForFunction(() => window.kit !== undefined);
        await page.evaluate(() => window.kit.worker.start({ quiet: true }));
        return page;
      };
      await use((msw) => {
        const page = pages.get(msw) ?? open(msw);
        pages.set(msw, page);
        return page;
      });
      for (const page of pages.values()) await (await page).close();
    },
    { scope: "worker" },
  ],
});

const openPage =
  (page: Page): OpenAdapter =>
  async (options) => {
    await page.evaluate((options) => {
      const { worker, createHandlers, serviceOptions } = window.kit;
      worker.resetHandlers(...createHandlers(serviceOptions(options)));
    }, options);
    return {
      send: (request) => page.evaluate(sendInPage, request),
      losesBody: "An error of the stream discards what the page has not read yet.",
      close: async () => {},
    };
  };

/** Runs in the page. */
async function sendInPage({ method, target, headers, body }: AdapterRequest): Promise<Received> {
  const url = `http://127.0.0.1:4010/v1${target}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const received = { status: response.status, headers: [...response.headers] };
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
    return { ...received, body: text, complete: true };
  } catch {
    return { ...received, body: text, complete: false };
  }
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`service worker of ${msw}`, () => {
    for (const one of ADAPTER_CASES)
      test(one.name, async ({ startedPage }) => {
        const reason = one.except?.page;
        test.skip(reason !== undefined, reason);
        await runCase(one, openPage(await startedPage(msw)));
      });
  });
