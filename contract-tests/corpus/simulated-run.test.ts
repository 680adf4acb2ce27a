/**
 * The gate never blames a conforming service, in whatever surroundings, and harms nothing of
 * others. A failing seed repeats exactly.
 */
import { expect, test } from "playwright/test";
import { isQuick, isWhole } from "./chosen.ts";
import { simulate } from "./simulated-run.ts";

const SEEDS = isWhole ? 5_000 : isQuick ? 0 : 60;
const TOGETHER = 10;

for (let first = 1; first <= SEEDS; first += TOGETHER)
  test(`seeds ${first} to ${first + TOGETHER - 1}: no conforming service is blamed, and none is harmed`, async () => {
    test.slow();
    for (let seed = first; seed < first + TOGETHER; seed++) {
      const { variant, surroundings, verdict, violated, harmed, broken } = await simulate(seed);
      const drawn = `seed ${seed}: ${variant.title} ${JSON.stringify(surroundings)}`;
      expect({ violated, harmed }, drawn).toEqual({ violated: [], harmed: [] });
      // A run without a verdict gives its reason: an outage or limit that lasted longer than it
      // waits.
      if (broken.length === 0) expect(verdict, drawn).toBe("conforms");
    }
  });
