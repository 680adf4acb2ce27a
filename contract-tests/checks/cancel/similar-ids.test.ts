import { expect, test } from "playwright/test";
import { INT64_MAX, INT64_MIN } from "../../../spec/schema/int64.ts";
import { similarIds } from "./similar-ids.ts";

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
  test(`similar to ${id}: ${similar.join(", ") || "none"}`, () => {
    expect(similarIds(id)).toEqual(similar);
  });

test("ids beyond int64 are similar to none", () => {
  for (const id of [INT64_MIN, INT64_MAX])
    for (const similar of similarIds(id))
      expect(similar >= INT64_MIN && similar <= INT64_MAX && similar !== id).toBe(true);
  expect(similarIds(INT64_MIN)).not.toContain(-INT64_MIN);
});
