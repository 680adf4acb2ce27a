import { expect, test } from "playwright/test";
import { INT64_MAX, INT64_MIN } from "../../../spec/schema/int64.ts";
import { cancellationOf } from "../../client/exchange.ts";
import { ListedIds } from "../../safety/listed-ids.ts";
import { refusal } from "../../safety/policy.ts";
import { PENDING } from "../../testing/simulation/scripted-run.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import { providedOrders } from "../provided-orders.ts";
import { DISPUTABLE_TEXTS, EDGE_IDS, fillId, ID_SPELLINGS, SIMILAR_TEXTS, similarIds } from "./similar-ids.ts";

const [P53, P62] = [2n ** 53n, 2n ** 62n];

for (const [id, similar] of [
  [0n, []],
  [9n, [-9n]],
  [99n, [-99n]],
  [109n, [-109n, 10n]],
  [210n, [-210n, 21n, 10n]],
  [-210n, [210n, 10n]],
  [P53 + 1n, [P53, -P53 - 1n, P53 / 10n, 7199254740993n]],
  // As doubles they are one another: the nearest four.
  [P62, [P62 - 1n, P62 + 1n, P62 - 2n, P62 + 2n, -P62, P62 / 10n, 611686018427387904n]],
  [P62 + 512n, [P62, P62 + 511n, P62 + 510n, P62 + 509n, -P62 - 512n, P62 / 10n + 51n, 611686018427388416n]],
] as [bigint, bigint[]][])
  test(`similar to ${id}: its neighbours${similar.map((other) => `, ${other}`).join("")}`, () => {
    expect(similarIds(id)).toEqual([...new Set([...similar, id - 1n, id + 1n])]);
  });

test("ids beyond int64 are similar to none", () => {
  for (const id of [INT64_MIN, INT64_MAX])
    for (const similar of similarIds(id))
      expect(similar >= INT64_MIN && similar <= INT64_MAX && similar !== id).toBe(true);
  expect(similarIds(INT64_MIN)).not.toContain(-INT64_MIN);
});

test("edges are the limits of int32, uint32, int64 and of the integers of doubles", () => {
  const limits = [
    ...[-1n, 0n, 1n],
    ...[-2147483648n, 2147483647n, 2147483648n],
    ...[4294967295n, 4294967296n],
    ...[9007199254740991n, 9007199254740992n, 9007199254740993n],
    ...[INT64_MIN, INT64_MAX],
  ];
  expect(new Set(EDGE_IDS)).toEqual(new Set(limits));
});

test("with the useful ids provided as absent, no text that is similar to an id is refused", () => {
  const rules = { readOnly: false, pending: PENDING, shipped: [1n] };
  const absent = usefulAbsentIds(rules);
  const listed = new ListedIds();
  listed.add([...PENDING, 1n]);
  const { exact = 0n, parallel = 0n, refused = 0n } = providedOrders(rules);
  const texts = [
    ...[...EDGE_IDS, ...similarIds(exact), exact + 2n ** 64n].map(String),
    ...SIMILAR_TEXTS.map((text) => fillId(text, parallel)),
    ...[...DISPUTABLE_TEXTS, ...ID_SPELLINGS.slice(2)].map((text) => fillId(text, refused)),
  ];
  const isRefused = (text: string) =>
    refusal(cancellationOf(text), { ...rules, absent }, { listed, drawn: new Set() }) !== undefined;
  expect(texts.filter(isRefused)).toEqual([]);
  expect(absent.filter((id) => id === 1n || PENDING.some((pending) => pending === id))).toEqual([]);
});
