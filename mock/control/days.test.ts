/** Relative dates are from the day on which a world starts, wherever and whenever it goes on. */
import { expect, test } from "playwright/test";
import { createService, type Service } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { resetWorld, restoreWorld } from "./commands.ts";

const MINUTE = 60_000;
const RELATIVE = {
  orders: { list: [{ id: 1, shipDate: "+3d" }, { shipDate: "-1d" }], count: 5 },
};
/** The date of the first order, and the list of a world. */
const dates = (service: Service, world: string) => {
  const { text } = ask(service, { authorization: `Bearer demo-key.${world}` });
  return [/"shipDate":"(.{10})/.exec(text)?.[1], text];
};

test("the day of relative dates is that on which a world starts, and stays with it", async () => {
  let now = Date.parse("2026-11-28T23:59:00Z");
  const service = await createService({ scenario: RELATIVE, now: () => now });
  const [first, text] = dates(service, "a");
  expect(first).toBe("2026-12-01");
  const mark = service.worlds.open("a")!.document();
  now += 2 * MINUTE;
  expect(dates(service, "a")).toEqual([first, text]);
  expect(dates(service, "b")[0], "a world of the next day").toBe("2026-12-02");

  const [a, b] = [service.worlds.open("a")!, service.worlds.open("b")!];
  await restoreWorld(service, b, mark);
  expect(dates(service, "b")).toEqual([first, text]);
  const other = await createService({ now: () => now });
  await restoreWorld(other, other.worlds.open("c")!, mark);
  expect(dates(other, "c")).toEqual([first, text]);
  await resetWorld(service, a);
  expect(dates(service, "a")[0], "a reset starts anew").toBe("2026-12-02");
});
