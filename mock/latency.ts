/** How long a deployment's answers take, as delays of the mock's: faults that strike as often as the percentiles say. */
import type { Fault } from "../scenarios/troubles.ts";
import type { OperationId } from "../spec/operations.ts";
import type { Latency, Profile } from "../spec/profile-shape.ts";

/** What the mock takes by itself is no wait worth a timer. */
const NOTHING_MS = 5;

/** Of the faults of one call the first that strikes decides: a tenth lies beyond p90, four ninths of the rest beyond p50. */
export function latencyFaults(latency: Profile["latency"]): Fault[] {
  return (Object.entries(latency) as [OperationId, Latency][]).flatMap(([on, { p50, p90, p99 }]) =>
    p90 < NOTHING_MS
      ? []
      : [
          { on, probability: 0.1, delay: [p90, p99] },
          { on, probability: 4 / 9, delay: [p50, p90] },
          { on, delay: [p50 / 2, p50] },
        ],
  );
}
