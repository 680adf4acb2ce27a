/** The service worker in an app's page: separate worlds, and worlds that survive a reload. */
import { expect, type MswPackage, test } from "../testing/site.ts";
import { call, demand, list, reload, start, warningsOf } from "../testing/worker-page.ts";
import type { WorkerOptions } from "./browser.ts";

for (const msw of ["msw", "msw3"] satisfies MswPackage[])
  test.describe(`on ${msw}`, () => {
    test.use({ msw });

    test("two tabs are isolated; a world persists for the session if it is to, and not otherwise", async ({
      openPage,
    }) => {
      const [page, other] = [await openPage(), await openPage()];
      for (const tab of [page, other]) await start(tab, { persist: "session" });
      await page.evaluate(() => window.kit.world.ship("2"));
      expect(await call(page, "DELETE", "/9007199254740993")).toBe(204);
      expect([(await list(page)).length, (await list(other)).length]).toEqual([49, 50]);

      await reload(page, { persist: "session" });
      expect(await call(page, "DELETE", "/9007199254740993")).toBe(404);
      expect(await call(page, "DELETE", "/2")).toBe(409);
      await reload(page, {});
      expect(await list(page)).toHaveLength(50);
    });

    test("custom handlers serve another scenario on a path of the page's own origin", async ({
      openPage,
    }) => {
      const page = await openPage();
      const list = await page.evaluate(async () => {
        const { setupWorker, createHandlers } = window.kit;
        const handlers = createHandlers({ baseUrl: "/v1", scenario: "empty" });
        await setupWorker(...handlers).start({ quiet: true });
        const headers = { authorization: "Bearer demo-key" };
        return (await fetch("/v1/store/orders", { headers })).text();
      });
      expect(list).toBe("[]");
    });

    test("the worker starts with a scenario, faults and a base address, which resets go back to", async ({
      openPage,
    }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      const options: WorkerOptions = {
        baseUrl: "/v1",
        scenario: "all-pending",
        faults: [{ on: "cancelOrder", times: 1, status: 503 }],
        panel: true,
      };
      await start(page, options);
      const cancel = () => call(page, "DELETE", "/2", "/v1");
      expect([await cancel(), await cancel()]).toEqual([503, 204]);
      expect(await list(page)).toHaveLength(29);
      await page.evaluate(() => window.kit.worker.resetHandlers());
      await page.evaluate(() => window.kit.world.reset());
      expect([await cancel(), await cancel()]).toEqual([503, 204]);
      for (let n = 0; n < 2; n++) await page.evaluate(() => fetch("/store/orders"));
      expect(warnings.filter((text) => text.startsWith("orders-kit:"))).toEqual([
        expect.stringMatching(/GET http:\S+\/store\/orders is not below \/v1, so the handlers/),
      ]);

      // With a panel, the world persists while the page starts the same way.
      await reload(page, options);
      expect(await list(page)).toHaveLength(29);
      await reload(page, { ...options, scenario: "int64" });
      expect(await list(page)).toHaveLength(14);
    });

    test("a script that is missing, or a corner that does not exist, is named with the fix", async ({
      openPage,
    }) => {
      const page = await openPage();
      await expect(start(page, { serviceWorker: { url: "/none.js" } })).rejects.toThrow(
        "The script of the service worker is not at /none.js.",
      );
      const corner = "bottom" as "bottom-left"; // a mistake that JavaScript allows
      await expect(
        page.evaluate((corner) => window.kit.addPanel(window.kit.world, "/v1", corner), corner),
      ).rejects.toThrow('panel takes bottom-right, bottom-left, top-right, top-left, not "bottom"');
    });

    test("where the page requires trusted types, the app starts without the mock, and a warning says why", async ({
      openPage,
    }) => {
      const page = await openPage();
      const warnings = warningsOf(page);
      await demand(page, "require-trusted-types-for 'script'");
      await reload(page, { panel: true, baseUrl: "/v1" });
      expect(warnings).toEqual([expect.stringContaining("Leave out require-trusted-types-for")]);
      await expect(page.getByRole("button", { name: "Orders mock" })).toHaveCount(0);
      // Nothing answers instead of the server.
      const status = async () => (await fetch("/mockServiceWorker.js")).status;
      expect(await page.evaluate(status)).toBe(200);
    });
  });
