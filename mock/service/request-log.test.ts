import { expect, test } from "playwright/test";
import { ask, PREFLIGHT } from "../testing/calls.ts";
import { createService } from "./service.ts";

test("the last 200 requests of a world are kept, and numbers continue after the log is cleared", async () => {
  const service = await createService();
  const { log } = service.main;
  const numbers = () => log.after(0).map(({ n }) => n);
  for (let call = 0; call < 500; call++) ask(service, {});
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, index) => 301 + index));
  expect([300, 301, 500, 501].map((n) => log.get(n)?.n)).toEqual([undefined, 301, 500, undefined]);
  log.clear();
  expect([numbers(), log.get(500)]).toEqual([[], undefined]);
  ask(service, PREFLIGHT);
  ask(service, { method: "OPTIONS" });
  expect(numbers()).toEqual([501, 502]);
  expect(log.after(0).map(({ preflight }) => preflight)).toEqual([true, false]);
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
  const part = Math.min(ask(service, {}).text.length, 65_536);
  const worlds = ["a", "b", "c", "d"].map((name) => service.worlds.open(name)!);
  for (const { name } of worlds)
    for (let call = 0; call < 60; call++)
      ask(service, { authorization: `Bearer demo-key.${name}` });
  const kept = () =>
    [service.main, ...worlds].map(
      ({ log }) => log.after(0).filter(({ exchange }) => exchange !== undefined).length,
    );
  const [main, ...others] = kept();
  expect([main, others.at(-1)]).toEqual([0, 60]);
  const all = others.reduce((sum, count) => sum + count, 0);
  expect(all * part).toBeLessThanOrEqual(8 << 20);
  expect((all + 2) * part).toBeGreaterThan(8 << 20);

  // A log that is cleared makes room for others.
  worlds.at(-1)!.log.clear();
  for (let call = 0; call < 60; call++) ask(service, {});
  expect(kept()).toEqual([60, ...others.slice(0, -1), 0]);
});
