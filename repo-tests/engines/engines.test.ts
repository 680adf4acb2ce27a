/**
 * The panel, the service worker and the panel in an app's page, in Firefox and WebKitGTK. The tests
 * of the project `browser` try much more, in Chromium.
 */
import { spawnSync } from "node:child_process";
import { startMock } from "../../mock/http/server.ts";
import { call as callMock } from "../../mock/testing/panel.ts";
import { expect, test } from "../../mock/testing/site.ts";
import type { Engine } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { call, listedIds, messageOf, openApp, press, rowOf } from "./in-page.ts";
import { startWebKit } from "./webkit.ts";

const FIREFOX = pathOf("firefox-esr") || pathOf("firefox");

const ENGINES = [
  {
    name: "Firefox",
    missing: FIREFOX === "" ? "apt-get install firefox-esr" : undefined,
    start: () => startFirefox(FIREFOX),
  },
  {
    name: "WebKitGTK",
    missing:
      pathOf("WebKitWebDriver") === "" || pathOf("Xvfb") === ""
        ? "apt-get install webkit2gtk-driver xvfb"
        : undefined,
    start: startWebKit,
  },
];

/** Where the program is installed; empty if it is not. */
function pathOf(program: string): string {
  return spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).stdout.trim();
}

const BIG = "9007199254740993";

for (const { name, missing, start } of ENGINES)
  test.describe(name, () => {
    test.skip(missing !== undefined, missing);
    test.describe.configure({ mode: "serial" });
    let engine: Engine;
    test.beforeAll(async () => {
      engine = await start();
    });
    test.afterAll(async () => engine?.close());

    test("the panel ships an order, and shows what an app cancels", async () => {
      const mock = await startMock({ port: 0 });
      const cancel = async (id: string): Promise<number> =>
        (await callMock(mock, "DELETE", `/store/orders/${id}`)).status;

      await engine.open(`${mock.adminUrl}/`);
      await press(engine, "Ship order 2");
      await expect.poll(() => messageOf(engine)).toBe("Order 2 is shipped.");
      expect(await cancel("2")).toBe(409);

      expect(await cancel(BIG)).toBe(204);
      await expect.poll(() => rowOf(engine, BIG)).toContain("Cancelled");
      await mock.close();
    });

    test("the service worker answers with every digit, also after a reload", async ({
      siteWith,
    }) => {
      const url = await siteWith("msw");
      await openApp(engine, url, { persist: "session" });
      expect(await call(engine, "GET")).toContain(`"id":${BIG},`);
      expect(await call(engine, "DELETE", `/${BIG}`)).toBe("204 ");

      await openApp(engine, url, { persist: "session" });
      expect(await call(engine, "DELETE", `/${BIG}`)).toMatch(/^404/);
      const ids = await listedIds(engine);
      expect(ids).toContain("9223372036854775807");
      expect(ids).not.toContain(BIG);
    });

    test("the panel in an app's page changes the world of the page", async ({ siteWith }) => {
      await openApp(engine, await siteWith("msw"), { panel: true });
      await press(engine, "Orders mock");
      await press(engine, "Ship order 2");
      await expect.poll(() => messageOf(engine)).toBe("Order 2 is shipped.");
      expect(await call(engine, "DELETE", "/2")).toMatch(/^409/);
    });
  });
