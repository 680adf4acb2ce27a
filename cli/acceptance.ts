/** `verify --accept`: why violations are accepted, and until when. */

import { isAddress } from "../contract-tests/targets/address.ts";
import type { Acceptance } from "../contract-tests/targets/file/known-file.ts";
import { isEmbedded } from "../contract-tests/targets/target.ts";
import { inputError } from "../spec/errors/inputs.ts";
import { isDate } from "../spec/schema/date-time.ts";
import { commandError } from "./command-errors.ts";

/** How long a violation is accepted by default, in days. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Returns undefined without `--accept`. Throws a UserError before the run, so that no run is
 * wasted.
 */
export function acceptanceOf(
  { accept, until }: { readonly accept?: string | undefined; readonly until?: string | undefined },
  targets: readonly string[],
): Acceptance | undefined {
  if (accept === undefined) {
    if (until !== undefined)
      throw commandError("accept", { problem: "is missing: --until belongs to it" });
    return undefined;
  }
  const nameless = targets.find((target) => isEmbedded(target) || isAddress(target));
  if (nameless !== undefined)
    throw commandError("accept", { problem: `needs a target of orders-kit.yaml, not ${nameless}` });
  if (accept.trim() === "") throw commandError("accept", { problem: "needs a reason" });

  const now = Date.now();
  const today = isoDay(now);
  const usual = isoDay(now + DAYS * DAY_MS);
  const day = until ?? usual;
  if (!isDate(day) || day < today)
    throw inputError("bad-value", {
      flag: "--until",
      expected: `a date from ${today} on, such as ${usual}`,
      value: day,
    });
  return { reason: accept, until: day };
}

/** `2027-03-31`, in UTC. */
function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
