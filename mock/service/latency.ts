/** Turns the latency percentiles of a profile into faults with delays. */
import type { Fault } from "../../scenarios/events.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import type { Latency, Profile } from "../../spec/profile/shape.ts";

/** Below this the mock's own response time is close enough. */
const NEGLIGIBLE_MS = 5;

/** The first fault that applies decides: 10% of requests are above p90, and 4/9 of the others (40% of all) above p50. */
export function latencyFaults(latency: Profile["latency"]): Fault[] {
  return (Object.entries(latency) as [OperationId, Latency][]).flatMap(([on, { p50, p90, p99 }]) =>
    p90 < NEGLIGIBLE_MS
      ? []
      : [
          { on, probability: 0.1, delay: [p90, p99] },
          { on, probability: 4 / 9, delay: [p50, p90] },
          { on, delay: [p50 / 2, p50] },
        ],
  );
}
