import { expect, test } from "playwright/test";
import { parseJson } from "../spec/json.ts";
import { type Call, respond } from "./respond.ts";
import { concat } from "./seed.ts";
import { createService, type Service, type ServiceOptions } from "./service.ts";

const CALL: Call = {
  method: "GET",
  path: "/store/orders",
  query: undefined,
  authorization: undefined,
  origin: undefined,
  preflight: undefined,
  body: "none",
};

const list = (service: Service, key: string): number => {
  const { status, body } = respond(service, { ...CALL, authorization: `Bearer ${key}` });
  return status === 200 ? (parseJson(new TextDecoder().decode(concat(body))) as unknown[]).length : status;
};
const cancel = (service: Service, key: string, id = "2"): number =>
  respond(service, { ...CALL, method: "DELETE", path: `/store/orders/${id}`, authorization: `Bearer ${key}` }).status;

/** A service whose clock ticks with every look at it, and the worlds that it gave up. */
async function ticking(options: ServiceOptions): Promise<{ service: Service; evicted: string[] }> {
  const evicted: string[] = [];
  let now = 0;
  const service = await createService({ ...options, now: () => ++now, onEvict: (name) => evicted.push(name) });
  return { service, evicted };
}

test("a key with a dot and a name opens a world like the main one, which no other sees", async () => {
  const service = await createService({ apiKeys: ["demo-key", "other"] });
  expect(["demo-key", "demo-key.w1", "demo-key.w2"].map((key) => cancel(service, key))).toEqual([204, 204, 204]);
  expect(cancel(service, "demo-key.w1")).toBe(404);
  expect(["demo-key", "demo-key.w1", "demo-key.w3"].map((key) => list(service, key))).toEqual([49, 49, 50]);
  // The name makes the world, whichever key it goes with.
  expect(list(service, "other.w1")).toBe(49);
  expect(list(service, "other")).toBe(49);
});

test("calls are logged in the world that they concern", async () => {
  const service = await createService();
  list(service, "demo-key.w1");
  list(service, "wrong");
  expect(service.worlds.open("w1")!.log.after(0)).toMatchObject([{ n: 1, path: "/store/orders", credential: "good" }]);
  expect(service.main.log.after(0)).toMatchObject([{ n: 1, credential: "wrong" }]);
});

test("beyond the bound the idlest world goes, and its name begins anew", async () => {
  const { service, evicted } = await ticking({ worlds: 2 });
  for (const name of ["a", "b"]) expect(cancel(service, `demo-key.${name}`)).toBe(204);
  list(service, "demo-key.a");
  expect(list(service, "demo-key.c")).toBe(50);
  expect(evicted).toEqual(["b"]);
  expect(list(service, "demo-key.a")).toBe(49);
  expect(list(service, "demo-key.b")).toBe(50);
  expect(evicted).toEqual(["b", "c"]);
  expect(cancel(service, "demo-key")).toBe(204);
});

test("a world that is watched goes last", async () => {
  const { service, evicted } = await ticking({ worlds: 2 });
  service.worlds.open("watched")!.watch(() => {});
  list(service, "demo-key.a");
  list(service, "demo-key.b");
  expect(evicted).toEqual(["a"]);
});

test("without worlds a key is compared whole", async () => {
  const service = await createService({ worlds: 0 });
  expect(list(service, "demo-key.w1")).toBe(401);
  expect(list(service, "demo-key")).toBe(50);
});

test("one key may begin with another and a dot: each opens what it says", async () => {
  const service = await createService({ apiKeys: ["k", "k.w1"] });
  expect(cancel(service, "k.w1")).toBe(204);
  expect(list(service, "k")).toBe(49);
  expect(cancel(service, "k.w1.x")).toBe(204);
  expect(
    service.worlds
      .all()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["", "x"]);
  service.worlds.open("w1");
  expect(list(service, "k.w1")).toBe(49);
});

test("a world is reset on its own, to another scenario too", async () => {
  const service = await createService();
  cancel(service, "demo-key");
  const w1 = service.worlds.open("w1")!;
  w1.reset(await service.stageOf("empty", {}));
  expect([list(service, "demo-key"), list(service, "demo-key.w1"), list(service, "demo-key.w2")]).toEqual([49, 0, 50]);
  w1.reset(await service.stageOf(undefined, { orders: 7 }));
  expect(list(service, "demo-key.w1")).toBe(7);
  w1.reset(await service.stageOf(undefined, {}));
  expect(w1.stage).toBe(service.stage);
});

test("another scenario for the service starts over the worlds that stood on the one before", async () => {
  const service = await createService();
  service.worlds.open("w1");
  service.worlds.open("w2")!.reset(await service.stageOf("int64", {}));
  const { scenario } = await service.stageOf("empty", {});
  await service.restage(scenario);
  expect(["demo-key", "demo-key.w1", "demo-key.w2", "demo-key.w3"].map((key) => list(service, key))).toEqual([
    0, 0, 14, 0,
  ]);
});

test("a scenario that was edited is another one, be its name and size the same", async () => {
  const { scenario } = await createService({ scenario: "all-pending" }).then(({ stage }) => stage);
  const service = await createService({ scenario });
  expect(cancel(service, "demo-key")).toBe(204);
  await service.restage({ ...scenario, orders: { ...scenario.orders, pending: 0 } });
  expect(cancel(service, "demo-key")).toBe(409);
});

test("the scenario of a file is known by its name, before a ready-made one", async () => {
  const { scenario } = await createService({ scenario: "empty" }).then(({ stage }) => stage);
  const service = await createService({ scenario: { ...scenario, name: "shop" } });
  expect((await service.stageOf("shop", {})).scenario.name).toBe("shop");
  expect((await service.stageOf("default", {})).list.count).toBe(50);
  const other = await createService({ scenario: { ...scenario, name: "default" } });
  expect((await other.stageOf("default", {})).list.count).toBe(0);
});

test("the log of a world is bounded, and long texts are cut", async () => {
  const service = await createService();
  const path = `/${"x".repeat(5000)}`;
  for (let call = 0; call < 500; call++) respond(service, { ...CALL, path, authorization: "Bearer demo-key" });
  const kept = service.main.log.after(0);
  expect(kept.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, index) => 301 + index));
  expect(kept.every((seen) => seen.path!.length <= 201)).toBe(true);
});
