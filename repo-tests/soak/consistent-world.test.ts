import { expect, test } from "playwright/test";
import type { WorldClient } from "./client.ts";
import { cancelAll, type Tally } from "./consistent-world.ts";

/** A sound world of four orders, changed. */
function worldWith(change: Partial<WorldClient> = {}): WorldClient {
  const left = new Set(["1", "2", "3", "4"]);
  return {
    reset: async () => [...left],
    cancel: async (id) => (left.delete(id) ? 204 : 404),
    list: async () => new Set(left),
    setFaults: async () => {},
    ...change,
  };
}

async function wrongIn(world: WorldClient): Promise<string> {
  const tally: Tally = { calls: 0, wrong: [] };
  await cancelAll(world, "w", tally);
  expect(tally.calls).toBeGreaterThan(8);
  return tally.wrong.join("\n");
}

test("a sound world has nothing wrong, and what is wrong is named", async () => {
  expect(await wrongIn(worldWith())).toBe("");
  expect(await wrongIn(worldWith({ cancel: async () => 204 }))).toContain("DELETE 1 got 204 2 times");
  expect(await wrongIn(worldWith({ cancel: async () => 404 }))).toContain("DELETE 1 got 204 0 times");
  expect(await wrongIn(worldWith({ cancel: async () => 500 }))).toContain("DELETE 4 got 500");
  expect(await wrongIn(worldWith({ list: async () => new Set(["3"]) }))).toContain(
    "3 is listed after its cancellation",
  );
  expect(await wrongIn(worldWith({ list: async () => new Set() }))).toContain("is not listed, and was never cancelled");
});
