/** The ready-made server in a test process. Needs dist/. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { server, world } from "./node.ts";

const KEY = { authorization: "Bearer demo-key" };
const NEAR = "http://127.0.0.1:4010/v1/store/orders";

/** Returns what is printed meanwhile, also by msw. */
async function printedBy(act: () => Promise<void>): Promise<string[]> {
  const { warn, error } = console;
  const lines: string[] = [];
  console.warn = console.error = (line: unknown) => lines.push(String(line));
  try {
    await act();
  } finally {
    Object.assign(console, { warn, error });
  }
  return lines;
}

test("it answers at an address of no server, and tells once of a request that just misses it", async () => {
  server.listen({ onUnhandledRequest: "error" });
  try {
    const response = await fetch("http://orders.invalid/v1/store/orders", { headers: KEY });
    expect(parseJson(await response.text())).toHaveLength(50);
    const lines = await printedBy(async () => {
      // msw refuses the request, so a mock running there never gets it.
      for (let n = 0; n < 2; n++) await expect(fetch(NEAR, { headers: KEY })).rejects.toThrow();
    });
    expect(lines.filter((line) => line.startsWith("orders-kit:"))).toEqual([
      `orders-kit: GET ${NEAR} is not below http://orders.invalid/v1, so the handlers of the mock do not answer it. If it is for them, correct the address, or give baseUrl to worker.start or createHandlers.`,
    ]);
    expect(await world.requests()).toHaveLength(1);
  } finally {
    server.close();
  }
});

test("it does not listen where msw cannot replace fetch (fixed-fetch)", async () => {
  const entry = new URL("../../dist/mock/msw/node.js", import.meta.url).href;
  // A thread has its own globals.
  const script = `
    Object.defineProperty(globalThis, "fetch", { value: fetch, configurable: false });
    import("${entry}")
      .then(({ server }) => server.listen())
      .then(() => "listens", ({ display }) => display)
      .then((told) => require("node:worker_threads").parentPort.postMessage(told));`;
  const [told] = await once(new Worker(script, { eval: true }), "message");
  expect(told).toMatch(/^server\.listen\(\) cannot intercept fetch: .* \[fixed-fetch\]$/);
});
