import type { Page } from "playwright/test";
import { parseJson } from "../../spec/json.ts";
import type { HandlersOptions } from "../handlers.ts";
import { expect, type MswPackage, test } from "./site.ts";

/** An answer as text, since a page's own JSON reader rounds the ids. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

const BASE_URL = "http://127.0.0.1:4010/v1";

function call(page: Page, method: string, url: string, key: string | undefined = "demo-key"): Promise<Answer> {
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

/** A worker with handlers of its own. */
async function startWith(page: Page, options: HandlersOptions): Promise<void> {
  await page.evaluate(async (options) => {
    const { setupWorker, createHandlers } = window.kit;
    await setupWorker(...createHandlers(options)).start({ quiet: true });
  }, options);
}

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("a page gets every kind of answer that the contract has", async ({ openPage }) => {
      const page = await openPage();
      await startWorker(page);
      const list = await call(page, "GET", `${BASE_URL}/store/orders`);
      expect(list.status).toBe(200);
      expect(parseJson(list.body)).toHaveLength(50);
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toEqual({ status: 204, body: "" });
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/3`)).toEqual({ status: 409, body: "" });
      const unknown = await call(page, "DELETE", `${BASE_URL}/store/orders/2`);
      expect(parseJson(unknown.body)).toMatchObject({ status: 404, code: "order_not_found" });
      const refused = await call(page, "GET", `${BASE_URL}/store/orders`, "another-key");
      expect(parseJson(refused.body)).toMatchObject({ status: 401, code: "unauthorized" });
    });

    test("ids keep every digit, on the way out and back", async ({ openPage }) => {
      const page = await openPage();
      await startWorker(page);
      const before = await call(page, "GET", `${BASE_URL}/store/orders`);
      for (const id of ["9007199254740992", "9007199254740993", "9223372036854775806", "9223372036854775807"])
        expect(before.body).toContain(`{"id":${id},`);
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/9007199254740993`)).toMatchObject({ status: 204 });
      const after = await call(page, "GET", `${BASE_URL}/store/orders`);
      expect(after.body).toContain('{"id":9007199254740992,');
      expect(after.body).not.toContain('{"id":9007199254740993,');
    });

    test("two tabs never see each other's orders", async ({ openPage }) => {
      const [one, other] = [await openPage(), await openPage()];
      await startWorker(one);
      await startWorker(other);
      expect(await call(one, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 204 });
      expect((await call(one, "GET", `${BASE_URL}/store/orders`)).body).not.toContain('{"id":2,');
      expect((await call(other, "GET", `${BASE_URL}/store/orders`)).body).toContain('{"id":2,');
    });

    test("use() overrides an answer until the handlers are reset", async ({ openPage }) => {
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

    test("the page can ship an order under its own feet, and begin anew", async ({ openPage }) => {
      const page = await openPage();
      await startWorker(page);
      await page.evaluate(() => window.kit.world.ship("2"));
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 409 });
      await page.evaluate(() => window.kit.world.reset());
      expect(await call(page, "DELETE", `${BASE_URL}/store/orders/2`)).toMatchObject({ status: 204 });
    });

    test("handlers of one's own serve another scenario below a path of the page's own origin", async ({ openPage }) => {
      const page = await openPage();
      await startWith(page, { baseUrl: "/v1", scenario: "empty" });
      expect(await call(page, "GET", "/v1/store/orders")).toEqual({ status: 200, body: "[]" });
    });
  });
