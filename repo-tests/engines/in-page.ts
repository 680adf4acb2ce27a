/** What the trials do in a page. The functions run there, and use nothing from outside. */
import { expect } from "playwright/test";
import type { WorkerOptions } from "../../mock/msw/browser.ts";
import type { Engine } from "./engine.ts";

const ORDERS = "http://127.0.0.1:4010/v1/store/orders";
const WITH_KEY = { authorization: "Bearer demo-key" };

/** Loads the app and starts its service worker. */
export async function openApp(engine: Engine, url: string, options: WorkerOptions): Promise<void> {
  await engine.open(url);
  await expect.poll(() => engine.evaluate(() => window.kit !== undefined, undefined)).toBe(true);
  await engine.evaluate(async (options) => {
    await window.kit.worker.start({ quiet: true, ...options });
  }, options);
}

/** Sends a call to the service. Resolves with the status and the body. */
export function call(engine: Engine, method: string, path = ""): Promise<string> {
  const request = { method, url: ORDERS + path, headers: WITH_KEY };
  return engine.evaluate(async ({ url, ...init }) => {
    const response = await fetch(url, init);
    return `${response.status} ${await response.text()}`;
  }, request);
}

/** The ids of the list as `parseJson` reads them. */
export function listedIds(engine: Engine): Promise<string[]> {
  const request = { url: ORDERS, headers: WITH_KEY };
  return engine.evaluate(async ({ url, headers }) => {
    const text = await (await fetch(url, { headers })).text();
    return (window.kit.parseJson(text) as { id: unknown }[]).map(({ id }) => String(id));
  }, request);
}

/** Presses a button by its name, once it is there: in the page, or in the panel of an app. */
export async function press(engine: Engine, name: string): Promise<void> {
  const isPressed = (): Promise<boolean> =>
    engine.evaluate((name) => {
      const host = document.querySelector("[data-corner]")?.shadowRoot;
      const panel = host?.querySelector("iframe")?.contentDocument;
      const buttons = [document, host, panel].flatMap((root) =>
        root ? [...root.querySelectorAll("button")] : [],
      );
      const button = buttons.find((one) => (one.ariaLabel ?? one.textContent.trim()) === name);
      button?.click();
      return button !== undefined;
    }, name);
  await expect.poll(isPressed).toBe(true);
}

/** The last message of the panel. */
export const messageOf = (engine: Engine): Promise<string> =>
  engine.evaluate(() => {
    const host = document.querySelector("[data-corner]")?.shadowRoot;
    const panel = host?.querySelector("iframe")?.contentDocument ?? document;
    return panel.querySelector("#status")?.textContent ?? "";
  }, undefined);

/** The text of an order's row, in the page of the panel. */
export const rowOf = (engine: Engine, id: string): Promise<string> =>
  engine.evaluate((id) => {
    const rows = [...document.querySelectorAll("tr")];
    return rows.find((row) => row.textContent.includes(id))?.textContent ?? "";
  }, id);
