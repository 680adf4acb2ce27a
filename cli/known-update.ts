/** `verify --known-update`: what the flags accept, and until when. */

import { isAddress } from "../contract-tests/targets/address.ts";
import { isDate } from "../contract-tests/targets/known-entries.ts";
import { isEmbedded } from "../contract-tests/targets/target.ts";
import type { Acceptance } from "../contract-tests/targets/update-known.ts";
import { badValueError } from "../spec/errors/inputs.ts";
import { knownUpdateError } from "./errors.ts";

/** How long a violation is accepted by default. */
const DAYS = 90;
const DAY_MS = 86_400_000;

interface Given {
  readonly "known-update"?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly expires?: string | undefined;
}

/** Undefined without `--known-update`. Throws a UserError before the run, so that no run is in vain. */
export function acceptanceOf(
  { "known-update": isAsked, reason, expires }: Given,
  target = "mock",
  now = Date.now(),
): Acceptance | undefined {
  if (!isAsked) {
    const needless = reason === undefined ? expires && "--expires" : "--reason";
    if (needless) throw knownUpdateError({ problem: `is missing, and ${needless} belongs to it` });
    return undefined;
  }
  if (isEmbedded(target) || isAddress(target))
    throw knownUpdateError({ problem: `needs a target of orders-kit.yaml, not ${target}` });
  if (reason === undefined) throw knownUpdateError({ problem: "needs --reason TEXT" });
  const today = dayOf(now);
  const day = expires ?? dayOf(now + DAYS * DAY_MS);
  if (!isDate(day) || day < today)
    throw badValueError({
      flag: "--expires",
      expected: `a date from ${today} on, such as ${dayOf(now + DAYS * DAY_MS)}`,
      value: day,
    });
  return { reason, expires: day };
}

/** `2027-03-31`, in UTC. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
