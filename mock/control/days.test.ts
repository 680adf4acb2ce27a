/**
 * Relative dates count from the day on which a world starts, wherever and whenever it continues.
 */
import { expect, test } from "playwright/test";
import { createService, type Service } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { localWorld } from "./local-world.ts";
import { ownWorlds } from "./open-world.ts";

const MINUTE = 60_000;
const RELATIVE = {
  orders: { list: [{ id: 1, shipDate: "+3d" }, { shipDate: "-1d" }], count: 5 },
};
const controlOf = (service: Service, world: string) =>
  localWorld(() => ownWorlds(service).open(world));
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

  await controlOf(service, "b").restore(mark);
  expect(dates(service, "b")).toEqual([first, text]);
  const other = await createService({ now: () => now });
  await controlOf(other, "c").restore(mark);
  expect(dates(other, "c")).toEqual([first, text]);
  await controlOf(service, "a").reset();
  expect(dates(service, "a")[0], "a reset starts again").toBe("2026-12-02");
});
