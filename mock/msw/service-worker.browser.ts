import type { Page } from "playwright/test";
import { expect, type MswPackage, test } from "../testing/site.ts";
import type { HandlersOptions } from "./handlers.ts";

interface PageResponse {
  readonly status: number;
  readonly body: string;
}

const BASE_URL = "http://127.0.0.1:4010/v1";

function call(page: Page, method: string, url: string, key: string | undefined = "demo-key"): Promise<PageResponse> {
  return page.evaluate(
    async ([method, url, key]) => {
      const headers = key === null ? {} : { authorization: `Bearer ${key}` };
      const response = await fetch(url!, { method: method!, headers: headers as Record<string, string> });
      return { status: response.status, body: await response.text() };
    },
    [method, url, key ?? null],
  );
}

async function startWorker(page: Page): Promise<void> {
  await page.evaluate(() => window.kit.worker.start({ quiet: true }));
}

/** Starts a worker with other handlers. */
async function startWith(page: Page, options: HandlersOptions): Promise<void> {
  await page.evaluate(async (options) => {
    const { setupWorker, createHandlers } = window.kit;
    await setupWorker(...createHandlers(options)).start({ quiet: true });
  }, options);
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("two tabs are isolated", async ({ openPage }) => {
      const [one, other] = [await openPage(), await openPage()];
      await startWorker(one);
      await startWorker(other);
      expect(await call(one, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 204 });
      expect((await call(one, "GET", `${BASE_URL}/store/orders`)).body).not.toContain('{"id":2,');
      expect((await call(other, "GET", `${BASE_URL}/store/orders`)).body).toContain('{"id":2,');
    });

    test("use() overrides a handler until the handlers are reset", async ({ openPage }) => {
      const page = await openPage();
      await startWorker(page);
      await page.evaluate((url) => {
        const { worker, http, HttpResponse } = window.kit;
        worker.use(http.get(`${url}/store/orders`, () => new HttpResponse(null, { status: 503 })));
      }, BASE_URL);
      expect(await call(page, "GET", `${BASE_URL}/store/orders`)).toEqual({ status: 503, body: "" });
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 204 });
      await page.evaluate(() => window.kit.worker.resetHandlers());
      expect(await call(page, "GET", `${BASE_URL}/store/orders`)).toMatchObject({ status: 200 });
    });

    test("the page can ship an order and reset its world", async ({ openPage }) => {
      const page = await openPage();
      await startWorker(page);
      await page.evaluate(() => window.kit.world.ship("2"));
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 409 });
      await page.evaluate(() => window.kit.world.reset());
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 204 });
    });

    test("custom handlers serve another scenario on a path of the page's own origin", async ({ openPage }) => {
      const page = await openPage();
      await startWith(page, { baseUrl: "/v1", scenario: "empty" });
      expect(await call(page, "GET", "/v1/store/orders")).toEqual({ status: 200, body: "[]" });
    });
  });
