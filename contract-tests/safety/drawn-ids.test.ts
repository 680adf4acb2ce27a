import { expect, test } from "playwright/test";
import { INT64_MAX, INT64_MIN } from "../../spec/schema/integers.ts";
import { drawText, isRemote } from "./drawn-ids.ts";

const draw = (
  seed: number,
  drawn: Set<bigint>,
  template = "{drawn}",
  sameLow32As?: bigint,
): string => drawText(template, { seed, drawn, isAllowed: () => true, sameLow32As });

test("drawn ids are in the middle of int64, and far from small ids in 32 bits", () => {
  const drawn = new Set<bigint>();
  const near = Array.from({ length: 500 }, (_, seed) => BigInt(draw(seed, drawn))).filter(
    (id) =>
      id <= 2n ** 60n ||
      id >= 2n ** 63n - 2n ** 60n ||
      BigInt.asUintN(32, id) < 0xc0000000n ||
      BigInt.asIntN(32, id) > -(2n ** 28n) ||
      ![id, BigInt.asIntN(32, id), BigInt.asUintN(32, id)].every(isRemote),
  );
  expect(near).toEqual([]);
  expect(drawn.size).toBe(500);
});

test("ids that people choose are not remote", () => {
  const chosen = `0 1 -1 17 -17 1767225600000 ${2n ** 31n} ${2n ** 32n - 1n} ${-(2n ** 31n)} ${2n ** 53n} ${2n ** 60n} ${2n ** 62n}
    ${INT64_MAX} ${INT64_MIN}`;
  for (const id of chosen.split(/\s+/).map(BigInt))
    for (const step of [-1n, 0n, 1n]) expect(isRemote(id + step), `${id + step}`).toBe(false);
});

test("one seed draws the same ids again, and each id once", () => {
  const ids = (): string[] => {
    const drawn = new Set<bigint>();
    return Array.from({ length: 20 }, () => draw(7, drawn));
  };
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(20);
});

test("ids are drawn until one is allowed", () => {
  const drawn = new Set<bigint>();
  const text = drawText("{drawn}xyz", { seed: 1, drawn, isAllowed: (id) => /^\d*7xyz$/.test(id) });
  expect(text).toMatch(/7xyz$/);
  expect([...drawn].map((id) => `${id}xyz`)).toEqual([text]);
});

test("a twin has the lower 32 bits of an id, and a double holds it", () => {
  for (const id of [17n, 2n ** 31n - 1n, -5n]) {
    const twin = BigInt(draw(3, new Set(), "{drawn}", id));
    expect(BigInt.asIntN(32, twin)).toBe(id);
    expect(BigInt(Number(twin))).toBe(twin);
    expect(twin).toBeGreaterThan(2n ** 52n);
  }
});
