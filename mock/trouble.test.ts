/** What the adapters make of trouble: the same over HTTP, and in the handlers of msw 2 and 3. */
import { getResponse } from "msw";
import { getResponse as getResponse3 } from "msw3";
import { expect, test } from "playwright/test";
import type { Fault } from "../scenarios/troubles.ts";
import { JsonError, parseJson } from "../spec/json.ts";
import { createHandlers, createWorld } from "./handlers.ts";
import { startMock } from "./server.ts";

const KEY = { authorization: "Bearer demo-key" };

/** Calls a service with one fault. */
type Caller = (
  fault: Fault,
  use: (fetchList: (signal?: AbortSignal) => Promise<Response>) => Promise<void>,
) => Promise<void>;

async function overHttp(...[fault, use]: Parameters<Caller>): Promise<void> {
  const mock = await startMock({ port: 0 });
  try {
    await fetch(`${mock.adminUrl}/faults`, {
      method: "PUT",
      body: JSON.stringify(fault),
      headers: { "content-type": "application/json" },
    });
    await use((signal) => fetch(`${mock.baseUrl}/store/orders`, { headers: KEY, ...(signal && { signal }) }));
  } finally {
    await mock.close();
  }
}

const onMsw =
  (respond: typeof getResponse): Caller =>
  async (fault, use) => {
    const [world, baseUrl] = [createWorld(), "http://orders.test/v1"];
    await world.fault(fault);
    const handlers = createHandlers({ world, baseUrl });
    await use(async (signal) => {
      const answer = respond(handlers, new Request(`${baseUrl}/store/orders`, { headers: KEY }));
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
      const response = (await Promise.race([answer, aborted]))!;
      // What fetch makes of a network error.
      if (response.type === "error") throw new TypeError("fetch failed");
      return response;
    });
  };

for (const [name, call] of [
  ["HTTP", overHttp],
  ["msw 2", onMsw(getResponse)],
  ["msw 3", onMsw(getResponse3 as unknown as typeof getResponse)],
] as const)
  test.describe(name, () => {
    test("a reset connection fails the call", async () => {
      await call({ fail: "reset" }, (list) => expect(list()).rejects.toThrow("fetch failed"));
    });

    test("a truncated body fails while it is read, after some of it came", async () => {
      await call({ fail: "truncate" }, async (list) => {
        const response = await list();
        expect(response.status).toBe(200);
        const reader = response.body!.getReader();
        let bytes = 0;
        const reading = async (): Promise<void> => {
          for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
        };
        await expect(reading()).rejects.toThrow("terminated");
        expect(bytes).toBeGreaterThan(1000);
        expect(bytes).toBeLessThan(Number(response.headers.get("content-length")));
      });
    });

    test("invalid JSON arrives whole, and is none", async () => {
      await call({ fail: "invalid-json" }, async (list) => {
        const response = await list();
        const text = await response.text();
        expect(text.length).toBe(Number(response.headers.get("content-length")));
        expect(() => parseJson(text)).toThrow(JsonError);
      });
    });

    test("a hang is no answer at all, until the client has had enough", async () => {
      await call({ fail: "hang" }, async (list) => {
        await expect(list(AbortSignal.timeout(150))).rejects.toThrow(/abort/i);
      });
    });

    test("a delay comes before the answer", async () => {
      await call({ delay: 120 }, async (list) => {
        const start = performance.now();
        expect((await list()).status).toBe(200);
        // A timer may fire a millisecond early.
        expect(performance.now() - start).toBeGreaterThanOrEqual(119);
      });
    });
  });

for (const fault of [{ fail: "hang" }, { delay: 60_000 }] as const)
  test(`the mock ends within a second although calls are held up: ${JSON.stringify(fault)}`, async () => {
    await overHttp(fault, async (list) => {
      // The mock is closed while they wait.
      for (let call = 0; call < 20; call++) list().catch(() => {});
      await expect(list(AbortSignal.timeout(100))).rejects.toThrow(/abort/i);
    });
  });

test("handlers built twice share nothing, unless they are given the same world", async () => {
  const baseUrl = "http://orders.test/v1";
  const call = (handlers: ReturnType<typeof createHandlers>, method: string, path = "/store/orders") =>
    getResponse(handlers, new Request(baseUrl + path, { method, headers: KEY }));
  const world = createWorld({ scenario: "all-pending" });
  const [one, two, other] = [
    createHandlers({ world, baseUrl }),
    createHandlers({ world, baseUrl }),
    createHandlers({ scenario: "all-pending", baseUrl }),
  ];
  const [first] = await world.ids("pending");
  expect((await call(one, "DELETE", `/store/orders/${first}`))!.status).toBe(204);
  expect((await call(two, "DELETE", `/store/orders/${first}`))!.status).toBe(404);
  expect((await call(other, "DELETE", `/store/orders/${first}`))!.status).toBe(204);
  expect((await world.requests()).map(({ status }) => status)).toEqual([204, 404]);
});

test("a test drives its world: it ships, is reset, and says what cannot be", async () => {
  const world = createWorld();
  await world.ship("9007199254740993");
  expect(await world.ids("pending")).not.toContain(9007199254740993n);
  await expect(world.ship(777_777)).rejects.toThrow('No order of this world has the id "777777".');
  await world.reset({ scenario: "empty" });
  expect(await world.ids("shipped")).toEqual([]);
  await world.reset();
  expect(await world.ids("pending")).toContain(9007199254740993n);
  await expect(world.reset({ scenario: "emty" })).rejects.toThrow("Did you mean empty?");
  expect(() => createHandlers({ world: { ...world } })).toThrow("world takes what createWorld");
});
