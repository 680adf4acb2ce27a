import { expect, test } from "playwright/test";
import { ask, PREFLIGHT } from "../testing/calls.ts";
import type { RequestLog } from "./request-log.ts";
import { createService } from "./service.ts";

const numbers = (log: RequestLog): number[] => log.after(0).map(({ n }) => n);

test("the last 200 requests of a world are kept", async () => {
  const service = await createService();
  for (let call = 0; call < 500; call++) ask(service, {});
  const { log } = service.main;
  expect(numbers(log)).toEqual(Array.from({ length: 200 }, (_, index) => 301 + index));
  expect([300, 301, 500, 501].map((n) => log.get(n)?.n)).toEqual([undefined, 301, 500, undefined]);
});

test("paths and queries are cut, and a key in them is hidden before: no beginning of it is kept", async () => {
  const service = await createService({ apiKeys: ["k-0123456789"] });
  for (const shown of ["k-0123456789", "%6b-0123456789"])
    for (const before of [185, 192, 197, 199]) {
      const long = `${"p".repeat(before - 1)}${shown}${"x".repeat(300)}`;
      ask(service, { path: `/${long}`, query: long });
    }
  for (const { path, query } of service.main.log.after(0)) {
    expect([path!.length, query!.length]).toEqual([201, 201]);
    expect(path! + query!).not.toMatch(/p(?:k|%)/);
  }
});

test("a preflight is logged as one, other calls are not", async () => {
  const service = await createService();
  ask(service, PREFLIGHT);
  ask(service, { method: "OPTIONS" });
  expect(service.main.log.after(0).map(({ preflight }) => preflight)).toEqual([true, false]);
});

test("of a long list the log keeps the first 64 KB and the length", async () => {
  const service = await createService({ orders: 20_000 });
  ask(service, { method: "DELETE", path: "/store/orders/2" });
  const { text } = ask(service, {});
  const { responseBody, bytes } = service.main.log.get(2)!.exchange!;
  expect(new TextDecoder().decode(responseBody)).toBe(text.slice(0, 65_536));
  expect(bytes).toBe(text.length);
});

test("requests are kept in full for every world, up to 8 MB in all: the oldest go first", async () => {
  const service = await createService({ orders: 1000 });
  const listBytes = ask(service, {}).text.length;
  const worlds = ["a", "b", "c", "d"];
  for (const world of worlds)
    for (let call = 0; call < 60; call++)
      ask(service, { authorization: `Bearer demo-key.${world}` });
  const kept = (name: string): number =>
    service.worlds
      .open(name)!
      .log.after(0)
      .filter(({ exchange }) => exchange !== undefined).length;
  expect(kept("d")).toBe(60);
  const all = [...worlds, ""].reduce((sum, name) => sum + kept(name), 0);
  const part = Math.min(listBytes, 65_536);
  expect(all * part).toBeLessThanOrEqual(8 << 20);
  expect((all + 2) * part).toBeGreaterThan(8 << 20);
  service.worlds.open("d")!.log.clear();
  for (let call = 0; call < 20; call++) ask(service, {});
  expect(kept("")).toBe(20);
});

test("a log that was cleared has no requests, and its numbers continue", async () => {
  const service = await createService();
  ask(service, {});
  service.main.log.clear();
  expect([numbers(service.main.log), service.main.log.get(1)]).toEqual([[], undefined]);
  ask(service, {});
  expect(numbers(service.main.log)).toEqual([2]);
});
