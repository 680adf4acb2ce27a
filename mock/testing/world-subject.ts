/** A world that tests change, in the mock's process and over HTTP: one suite for both. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { getResponse } from "msw";
import { test as base } from "playwright/test";
import type { WorldControl } from "../control/world-control.ts";
import { createHandlers, createWorld } from "../msw/handlers.ts";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { withMock } from "./with-mock.ts";

export const PLACES = ["in the process", "over HTTP"] as const;

interface Subject {
  readonly world: WorldControl;
  /** Sends a request as an app does; resolves with the status. */
  readonly call: (method: string, path: string) => Promise<number>;
}

const BASE_URL = "http://orders.test/v1";
const KEY = { authorization: "Bearer demo-key" };
export const test = base.extend<{
  place: (typeof PLACES)[number];
  subject: Subject;
  file: (text: string) => string;
}>({
  place: ["in the process", { option: true }],
  subject: async ({ place }, use) => {
    if (place === "in the process") {
      const world = createWorld();
      const handlers = createHandlers({ world, baseUrl: BASE_URL });
      const call = async (method: string, path: string): Promise<number> =>
        (await getResponse(handlers, new Request(BASE_URL + path, { method, headers: KEY })))!
          .status;
      return use({ world, call });
    }
    await withMock({}, ({ baseUrl }) => {
      const call = async (method: string, path: string): Promise<number> =>
        (await fetch(baseUrl + path, { method, headers: KEY })).status;
      return use({ world: mockOverHttp(baseUrl, undefined).world(""), call });
    });
  },
  file: async ({ browserName: _ }, use, testInfo) => {
    await use((text) => {
      const path = testInfo.outputPath("mine.yaml");
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    });
  },
});
