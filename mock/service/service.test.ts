import { expect, test } from "playwright/test";
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/scenario.ts";
import { checkOptions, createService, MAX_WORLDS, type ServiceOptions } from "./service.ts";

for (const [options, message] of [
  [{ seed: -1 }, "seed"],
  [{ seed: MAX_SEED + 1 }, "seed"],
  [{ orders: 1.5 }, "orders"],
  [{ orders: MAX_ORDERS + 1 }, "orders"],
  [{ worlds: -1 }, "worlds"],
  [{ worlds: MAX_WORLDS + 1 }, "worlds"],
  [{ apiKeys: [] }, "apiKeys"],
  [{ apiKeys: ["good", "line\nfeed"] }, "apiKeys"],
  [{ scenario: "defalt" }, "defalt"],
] as [ServiceOptions, string][])
  test(`a service is not created with ${JSON.stringify(options)}`, () => {
    expect(() => checkOptions(options, "startMock")).toThrow(message);
  });

test("numbers at their limits are valid", () => {
  checkOptions({ seed: 0, orders: 0, worlds: 0 }, "createService");
  expect(() => checkOptions({ seed: MAX_SEED, orders: MAX_ORDERS, worlds: MAX_WORLDS }, "")).not.toThrow();
});

test("without a limit of its own, a service has a thousand worlds beside the main one", async () => {
  const evicted: string[] = [];
  let now = 0;
  const service = await createService({ now: () => ++now, onEvict: (name) => evicted.push(name) });
  for (let world = 0; world <= 1000; world++) service.worlds.open(`w${world}`);
  expect(service.worlds.all()).toHaveLength(1001);
  expect(evicted).toEqual(["w0"]);
});
