import { getResponse } from "msw";
import { expect, test } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { createHandlers, createWorld, type MockWorld } from "./handlers.ts";
import { keepWorld } from "./mock-world.ts";

const BASE_URL = "http://orders.test/v1";
const ITEM = "orders-kit-world";

/** A page's storage. */
function storageOf(items: Map<string, string>) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

/** Sends requests to a world, one after the other. */
async function statuses(world: MockWorld, ...lines: readonly string[]): Promise<number[]> {
  const handlers = createHandlers({ world, baseUrl: BASE_URL });
  const found: number[] = [];
  for (const line of lines) {
    const [method = "", path = ""] = line.split(" ");
    const headers = { authorization: "Bearer demo-key" };
    const request = new Request(`${BASE_URL}/store/orders${path}`, { method, headers });
    found.push((await getResponse(handlers, request))!.status);
  }
  return found;
}

test("a world goes on where the page was left", async () => {
  const scenario = parseScenario(
    `orders: { count: 20, list: [{ id: 9007199254740993 }, { id: 17 }, { id: 19 }] }
ships: [{ id: 19, afterLists: 1 }, { id: 17, afterLists: 2 }, { beforeCancel: 3 }, { count: 2, afterLists: 3 }]
faults: [{ on: cancelOrder, times: 1, status: 503 }, { on: cancelOrder, every: 3, status: 500 }]
key: { expiresAfter: 9 }`,
    "mine.yaml",
  );
  const items = new Map<string, string>();
  const before = createWorld({ scenario });
  await keepWorld(before, storageOf(items));
  const big = "DELETE /9007199254740993";
  expect(await statuses(before, "GET ", big, big)).toEqual([200, 503, 204]);
  const after = createWorld({ scenario });
  await keepWorld(after, storageOf(new Map(items)));
  expect(await after.state()).toEqual(await before.state());
  const rest = [big, "GET ", "DELETE /17", "DELETE /18", "GET ", "GET "];
  expect(await statuses(after, ...rest)).toEqual(await statuses(before, ...rest));
  expect(await statuses(after, "GET ")).toEqual([401]);
  expect(await after.state()).toEqual({ ...(await before.state()), calls: 10 });
});

test("a ready-made scenario is kept by its name, also overnight, and faults that were removed stay away", async () => {
  const clock = { now: Date.parse("2026-11-28T23:59:00Z") };
  const options = { scenario: "outage", now: () => clock.now } as const;
  const items = new Map<string, string>();
  const before = createWorld(options);
  await keepWorld(before, storageOf(items));
  await before.fault();
  await before.cancel("2");
  await expect
    .poll(() => items.get(ITEM))
    .toMatch(/^(?!.*"description")(?=.*"faults":\[\]).*"cancelled"/s);
  // The page is loaded again on the next day.
  clock.now += 120_000;
  const after = createWorld(options);
  await keepWorld(after, storageOf(items));
  expect(await after.state()).toEqual(await before.state());
  expect((await after.state()).counts.cancelled).toBe(1);
  // The page's code has changed since.
  const other = createWorld({ scenario: "empty" });
  await keepWorld(other, storageOf(items));
  expect(await other.list()).toEqual([]);
});

test("what another version has kept, or what is damaged, is not read", async () => {
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void warnings.push(text);
  const items = new Map<string, string>();
  const before = createWorld();
  await keepWorld(before, storageOf(items));
  await before.cancel("2");
  await expect.poll(() => items.get(ITEM)).toContain('["2","cancelled"]');
  for (const [text, told] of [
    ['{"version":1,"start":{"orders":3}}', []],
    ["{", []],
    [items.get(ITEM)!.replace('"2"', '"999"'), ["This world has no order 999."]],
    [items.get(ITEM)!.replace(/}$/, ""), ["This is not JSON"]],
  ] as const) {
    const world = createWorld();
    await keepWorld(world, storageOf(new Map([[ITEM, text]])));
    expect(await world.list(), text).toHaveLength(50);
    expect(warnings.splice(0)).toEqual(told.map((part) => expect.stringContaining(part)));
  }
  console.warn = warn;
});

test("the scenario that a world was created with keeps its number of orders", async () => {
  const scenario = parseScenario("orders: { count: 9 }", "mine.yaml");
  const world = createWorld({ scenario, orders: 3 });
  for (const wanted of [scenario, "mine", [scenario, "slow"], "mine"] as const) {
    await world.reset({ scenario: wanted });
    expect((await world.state()).orders).toHaveLength(3);
  }
});

test("nothing of the mock waits for a clock that a test has put in place", async () => {
  const world = createWorld();
  const handlers = createHandlers({ world, baseUrl: BASE_URL });
  const headers = { authorization: "Bearer demo-key" };
  const list = () => getResponse(handlers, new Request(`${BASE_URL}/store/orders`, { headers }));
  const { setTimeout } = globalThis;
  const { now } = Date;
  // Like fake timers that nobody advances.
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  try {
    await world.reset({ orders: 9000 });
    await world.fault({ on: "listOrders", times: 1, fail: "truncate" });
    await expect((await list())?.text()).rejects.toThrow();

    const ships = [{ id: 7, afterSeconds: 60 }];
    await world.reset({ scenario: { orders: { list: [{ id: 7 }] }, ships } });
    Date.now = () => 1_900_000_000_000;
    await list();
    Date.now = () => 1_900_000_060_000;
    expect(await world.ids("shipped")).toEqual(["7"]);
  } finally {
    globalThis.setTimeout = setTimeout;
    Date.now = now;
  }
});

test("a mistake in a scenario is thrown at once, and a list of scenarios is a start", async () => {
  const cyclic: { faults: unknown[] } = { faults: [] };
  cyclic.faults.push(cyclic);
  for (const [scenario, message] of [
    [{ faults: [{ on: "listOrder", status: 503 }] }, 'faults[0].on: "listOrder" is not a valid'],
    [["default", { sede: 1 }], 'sede: "sede" is not a valid key. Did you mean seed?'],
    [cyclic, "faults[0].faults: This is nested too deep."],
    [null, "scenario: Expected a mapping with the keys name, description"],
  ] as const) {
    const options = { scenario: scenario as unknown as "default" };
    expect(() => createWorld(options), message).toThrow(message);
    expect(() => createHandlers(options), message).toThrow(message);
  }
  const own = { orders: { list: [{ id: 3 }] } };
  const world = createWorld({ scenario: [own, "outage"] });
  expect(await world.ids("pending")).toEqual(["3"]);
  expect(await statuses(world, ...Array<string>(6).fill("GET "))).toEqual([
    ...Array(5).fill(200),
    503,
  ]);
});
