/**
 * Tests the runs of one session of Playwright's UI mode or of an editor, which share parent process
 * and folders.
 */
import { once } from "node:events";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { deployed } from "../corpus/changed-reference.ts";
import { isWhole } from "../corpus/chosen.ts";
import { test } from "../testing/closing.ts";
import { KEY } from "../testing/key-leaks.ts";
import { startTestServer } from "../testing/servers/cli-runner.ts";
import { outputOf } from "../testing/servers/processes.ts";

/** The server's event for a test that has ended. */
interface Ended {
  readonly test: { readonly testId: string };
  readonly result: { readonly status: string };
}

declare global {
  interface Window {
    /** Calls a method of the server. Resolves to the events before its response. */
    call(method: string, params: object): Promise<readonly { readonly params: unknown }[]>;
  }
}

test("each run of a session is one of its own, and the third is red on a deployment that broke meanwhile", async ({
  open,
  page,
}) => {
  test.skip(!isWhole, "npm run check:long runs it");
  test.setTimeout(120_000);
  let isBroken = false;
  const deployment = open(
    await deployed((service) => {
      const { members } = service;
      service.members = (...order) => ({
        ...members(...order),
        ...(isBroken && { quantity: '"7"' }),
      });
    }, "without ids"),
  );
  const server = startTestServer({ target: deployment.baseUrl }, { env: { ORDERS_API_KEY: KEY } });
  open({
    close: async () => {
      // The server does not always end with its input.
      server.kill();
      await once(server, "exit");
    },
  });
  const [, address = ""] =
    /Listening on (\S+)/.exec(await outputOf(server, /Listening on \S+/)) ?? [];
  await connect(page, address);

  const runs: string[][] = [];
  for (const nth of [1, 2, 3]) {
    isBroken = nth === 3;
    const before = deployment.log.length;
    const statuses = await runTests(page);
    runs.push([...new Set(statuses)].sort());
    expect(deployment.log.length).toBeGreaterThan(before + CLAUSES.length);
    // Editors ask for the tests again at any time.
    await page.evaluate(() => window.call("listTests", {}));
  }
  expect(runs).toEqual([
    ["passed", "skipped"],
    ["passed", "skipped"],
    ["failed", "passed", "skipped"],
  ]);
});

/** Connects to the server by WebSocket, as the page of UI mode does. */
async function connect(page: Page, address: string): Promise<void> {
  await page.evaluate(async (url) => {
    const socket = new WebSocket(url);
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    let lastId = 0;
    window.call = (method, params) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const events: { readonly params: unknown }[] = [];
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === id) resolve(events);
          else events.push(message);
        };
        socket.send(JSON.stringify({ id, method, params }));
      });
    await window.call("initialize", { interceptStdio: true });
  }, address);
}

/** Returns the status of each test of a run. */
async function runTests(page: Page): Promise<string[]> {
  const events = await page.evaluate(() => window.call("runTests", {}));
  return events.flatMap(({ params }) => {
    const { method, params: ended } = params as { method?: string; params?: Ended };
    return method === "onTestEnd" && ended !== undefined ? [ended.result.status] : [];
  });
}
