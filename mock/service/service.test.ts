import { expect, test } from "playwright/test";
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/limits.ts";
import { withBrokenList } from "../testing/broken-core.ts";
import { ask } from "../testing/calls.ts";
import {
  checkOptions,
  createService,
  MAX_WORLDS,
  type Service,
  type ServiceOptions,
} from "./service.ts";

test("options beyond their limits are refused, and those at them are not", () => {
  for (const [options, message] of [
    [{ seed: MAX_SEED + 1 }, "seed"],
    [{ orders: 1.5 }, "orders"],
    [{ orders: MAX_ORDERS + 1 }, "orders"],
    [{ worlds: MAX_WORLDS + 1 }, "worlds"],
    [{ apiKeys: ["good", "line\nfeed"] }, "apiKeys"],
  ] as [ServiceOptions, string][])
    expect(() => checkOptions(options, "startMock")).toThrow(message);
  checkOptions({ seed: MAX_SEED, orders: MAX_ORDERS, worlds: MAX_WORLDS }, "startMock");
});

/** The number of listed orders, or the status of any other response. */
const list = (service: Service, key: string): number => {
  const { status, json } = ask(service, { authorization: `Bearer ${key}` });
  return status === 200 ? (json as unknown[]).length : status;
};
const cancel = (service: Service, key: string, id = "2"): number =>
  ask(service, { method: "DELETE", path: `/store/orders/${id}`, authorization: `Bearer ${key}` })
    .status;

test("a key with a dot and a name opens an isolated world", async () => {
  const service = await createService({ apiKeys: ["demo-key", "other"] });
  expect(["demo-key", "demo-key.w1", "demo-key.w2"].map((key) => cancel(service, key))).toEqual([
    204, 204, 204,
  ]);
  expect(cancel(service, "demo-key.w1")).toBe(404);
  expect(["demo-key", "demo-key.w1", "demo-key.w3"].map((key) => list(service, key))).toEqual([
    49, 49, 50,
  ]);
  // The name identifies the world, with either key.
  expect(list(service, "other.w1")).toBe(49);
  expect(list(service, "other")).toBe(49);
  for (const key of ["demo-key.", "demo-key.a/b", "demo-kez.w1", "constructor"])
    expect(list(service, key), key).toBe(401);
  expect(list(await createService({ worlds: 0 }), "demo-key.w1")).toBe(401);
});

test("above the limit the least recently used world is deleted, and watched ones last", async () => {
  const evicted: string[] = [];
  const onEvict = (name: string): void => void evicted.push(name);
  const service = await createService({ worlds: 2, onEvict });
  for (const name of ["a", "b"]) expect(cancel(service, `demo-key.${name}`)).toBe(204);
  list(service, "demo-key.a");
  expect(list(service, "demo-key.c")).toBe(50);
  expect(list(service, "demo-key.a")).toBe(49);
  expect(list(service, "demo-key.b")).toBe(50);
  expect(evicted.splice(0)).toEqual(["b", "c"]);
  expect(cancel(service, "demo-key")).toBe(204);

  const stop = service.worlds.open("a")!.watch(() => {});
  list(service, "demo-key.b");
  list(service, "demo-key.c");
  list(service, "demo-key.d");
  expect(evicted.splice(0)).toEqual(["b", "c"]);
  stop();
  list(service, "demo-key.d");
  list(service, "demo-key.e");
  expect(evicted).toEqual(["a"]);
});

test("without a limit of its own, a service has a thousand worlds beside the main one", async () => {
  const service = await createService();
  for (let world = 0; world <= 1000; world++) service.worlds.open(`w${world}`);
  expect(service.worlds.all()).toHaveLength(1001);
});

test("one key may begin with another and a dot: each opens what it says, in any order", async () => {
  for (const apiKeys of [
    ["k", "k.w1"],
    ["k.w1", "k"],
  ]) {
    const service = await createService({ apiKeys });
    expect(cancel(service, "k.w1")).toBe(204);
    expect(list(service, "k")).toBe(49);
    expect(cancel(service, "k.w1.x")).toBe(204);
    expect(service.worlds.open("x")!.calls).toBe(1);
    // A world with the name does not hide the key.
    service.worlds.open("w1");
    expect(list(service, "k.w1")).toBe(49);
  }
});

test("another scenario for the service resets the worlds that have the current one", async () => {
  const service = await createService();
  service.worlds.open("w1");
  service.worlds.open("w2")!.reset(await service.templateFor("int64", {}));
  const { scenario } = await service.templateFor("empty", {});
  await service.useScenario(scenario);
  expect(
    ["demo-key", "demo-key.w1", "demo-key.w2", "demo-key.w3"].map((key) => list(service, key)),
  ).toEqual([0, 0, 14, 0]);
  // An edited scenario is a different one, even with the same name and size.
  const shipped = { ...scenario, orders: { count: 3, pending: 0, list: [] } };
  await service.useScenario({ ...shipped, orders: { ...shipped.orders, pending: 1 } });
  await service.useScenario(shipped);
  expect(cancel(service, "demo-key")).toBe(409);
});

test("a call at which the mock itself fails gets 500, is told once without the key, and ends nothing", async () => {
  const service = await createService({ apiKeys: ["broken"] });
  const authorization = "Bearer broken";
  const told = await withBrokenList(service, () => {
    for (let call = 0; call < 2; call++)
      expect(ask(service, { authorization }).json).toMatchObject({
        code: "mock_failed",
        status: 500,
      });
  });
  expect(told).toEqual([
    expect.stringMatching(
      /^orders-kit: GET \/store\/orders got 500.*the list is \$\{ORDERS_API_KEY\}/s,
    ),
  ]);
  expect(ask(service, { authorization }).status).toBe(200);
});
