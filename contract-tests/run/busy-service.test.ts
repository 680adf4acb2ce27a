/** A conforming service that is used by others all the time is never blamed, whatever the order in which its answers arrive. */
import { expect, test } from "playwright/test";
import { judgeClient } from "../testing/judge-client.ts";
import { drawFrom } from "../testing/simulation/draw.ts";
import { type LiveSettings, liveService } from "../testing/simulation/live-service.ts";
import { virtualClock } from "../testing/simulation/virtual-clock.ts";

function settingsOf(seed: number): LiveSettings {
  const draw = drawFrom(seed);
  const effect = draw.one([
    [0, 0],
    [1, 1],
    [0, 1],
  ] as const);
  const fastest = draw.integer(1, 20);
  return {
    orders: draw.integer(3, 20),
    ids: draw.one(["small", "dense", "beyond int32", "snowflake"] as const),
    changesPerSecond: draw.one([500, 2_000, 5_000]),
    latency: [fastest, fastest + draw.integer(0, 60)],
    effectAt: effect,
    staleMs: draw.one([0, 0, 500, 1_900]),
    shuffled: draw.happens(0.3),
    cancelledStaysMs: draw.one([0, 0, 300, 3_000, Infinity]),
  };
}

const SEEDS = 20;

for (let first = 0; first < 500; first += SEEDS)
  test(`seeds ${first} to ${first + SEEDS - 1}: no busy service is blamed, and none is harmed`, async () => {
    for (let seed = first; seed < first + SEEDS; seed++) {
      const settings = settingsOf(seed);
      const clock = virtualClock();
      const { send, pending, shipped, harmed } = liveService(settings, drawFrom(seed), clock);
      const config = { baseUrl: "http://live.test/v1", pending, shipped, seed, settleMs: 5_000 };
      const { report } = await judgeClient(send, config, clock);
      const faults = report.clauses.flatMap(({ id, verdict, why }) =>
        verdict === "violated" ? [`${id}: ${why}`] : [],
      );
      const outcome = { faults, harmed, broken: report.broken, verdict: report.verdict };
      expect(outcome, `seed ${seed}: ${JSON.stringify(settings)}`).toEqual({
        ...{ faults: [], harmed: [], broken: [], verdict: "conforms" },
      });
    }
  });
