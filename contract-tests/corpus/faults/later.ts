/** Services that are right at first, but not some seconds or requests later. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { afterEach, afterTime, counter } from "../changes/effects.ts";
import type { ReferenceService } from "../reference-service.ts";
import { empty } from "../replies.ts";
import { type Base, type Fault, fault, type Replacement } from "../variant.ts";

type Later = (action: () => void) => void;

/** A change after four seconds shows only if an order is cancelled, or its cancellation refused. */
const later = (
  title: string,
  clauses: readonly ClauseId[],
  change: (base: Base, service: ReferenceService, after: Later) => Replacement,
): Fault =>
  fault(title, clauses, { withoutIds: "undetected" }, (base, service) => {
    const after = afterTime(service);
    return change(base, service, (action) => after(4_000, action));
  });

export const LATER_FAULTS = [
  later("A cancellation is rolled back after 4 s.", ["cancel-once"], (base, _, after) =>
    afterEach(base, (order) => after(() => Object.assign(order, { state: "pending" }))),
  ),
  fault(
    "An unknown id gets 404, and 409 when it is asked for again.",
    ["cancel-unknown-not-found"],
    { foundBy: "once-more" },
    (base) => {
      const count = counter<bigint>();
      return { notFound: (id) => (count(id) > 1 ? empty(409) : base.notFound(id)) };
    },
  ),
];
