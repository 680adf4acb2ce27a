import fc from "fast-check";
import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { type KnownList, knownList } from "./known-list.ts";
import { readOrderList } from "./order-list-body.ts";
import { OrderIndex } from "./order-set.ts";

const WATCHED = [2n, 9007199254740993n];
const IDS = [5n, 2n, 9007199254740992n, 9007199254740993n, 11n, 1n, 12n, 120n];
const SPACES = [
  ["", ""],
  [" ", "\n  "],
] as const;

function textOf(ids: readonly bigint[], [inside, between]: readonly [string, string], quantity = 1): string {
  const order = (id: bigint): string =>
    `{"id":${inside}${id},"petId":7,"quantity":${quantity},"shipDate":"2026-01-28T10:00:00Z","complete":false}`;
  return `[${between}${ids.map(order).join(`,${between}`)}\n]`;
}

const index = new OrderIndex();

function read(text: string): KnownList {
  const response = sampleExchange({}, { body: text }).response!;
  const { list, isFaultless } = readOrderList(response, WATCHED, index);
  expect(isFaultless).toBe(true);
  return { body: response.body, list: list! };
}

const known = (before: string, after: string): KnownList["list"] | undefined =>
  knownList(read(before), Buffer.from(after));

test("without any of its orders, a list is what reading it again finds", () => {
  fc.assert(
    fc.property(fc.subarray(IDS, { minLength: 1 }), fc.constantFrom(...SPACES), (left, spaces) => {
      const found = known(textOf(IDS, spaces), textOf(left, spaces));
      // Without its last order a list ends in another way, and is read again.
      if (left.at(-1) !== IDS.at(-1)) return expect(found).toBe(undefined);
      const { sorted, keys, ...list } = read(textOf(left, spaces)).list;
      expect(found).toMatchObject(list);
      expect([...(found?.keys ?? [])]).toEqual([...keys]);
      expect(found?.sorted === "unknown").toBe(sorted === "unknown");
    }),
  );
});

test("a list that differs in anything else is read again", () => {
  const [compact] = SPACES;
  const before = textOf(IDS, compact);
  for (const after of [
    textOf([...IDS, 13n], compact),
    textOf([3n, ...IDS], compact),
    textOf(IDS.toReversed(), compact),
    textOf(IDS.slice(1), compact, 2),
    textOf(IDS, compact).replace('"petId":7', '"petId":6'),
    before.slice(0, -1),
    `${before.slice(0, 40)}${before.slice(100)}`,
    "[]",
    "",
  ])
    expect(known(before, after), after).toBe(undefined);
});

test("an order inside an order is not an order of the list", () => {
  const nested = (inner: string): string =>
    textOf(IDS, SPACES[0]).replaceAll('"complete":false', `"complete":false,"related":[${inner}]`);
  const [first = "", second = ""] = textOf([1n, 2n], SPACES[0])
    .slice(1, -2)
    .split(/(?<=\}),/);
  const before = nested(`${first},${second}`);
  expect(known(before, before.replace(`${first},`, ""))).toBe(undefined);
});
