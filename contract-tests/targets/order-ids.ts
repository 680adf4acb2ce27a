/** The orders that a user provides: their ids, exact, and whether they can be what they are given as. */

import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { type OrderId, parseInt64 } from "../../spec/schema/integers.ts";
import { targetError } from "../errors/targets.ts";
import type { OrderIds } from "../safety/rules.ts";
import type { TargetOptions } from "./target.ts";

export type ExactOptions = Omit<TargetOptions, keyof OrderIds> & OrderIds;

const EXPECTED = "order ids, each an int64 as a string of digits or a bigint";

/** Throws a UserError for an id that is not an int64. */
export function exactIds(options: Pick<TargetOptions, keyof OrderIds>): OrderIds {
  const idsOf = (name: keyof OrderIds): bigint[] =>
    (options[name] ?? []).map((id) => exactId(name, id));
  return { pending: idsOf("pending"), shipped: idsOf("shipped"), absent: idsOf("absent") };
}

function exactId(name: keyof OrderIds, id: OrderId): bigint {
  // A number may have been rounded to the id of another order.
  const exact = typeof id === "number" ? undefined : parseInt64(String(id));
  if (exact === undefined)
    throw inputError("bad-value", { flag: name, expected: EXPECTED, value: String(id) });
  return exact;
}

/** Why ids cannot be what they are given as; undefined if they can. */
export function contradictionIn({ pending, shipped, absent }: OrderIds): UserError | undefined {
  for (const [state, ids] of Object.entries({ pending, shipped, absent })) {
    const seen = new Set<bigint>();
    const twice = ids.find((id) => seen.size === seen.add(id).size);
    if (twice !== undefined) return targetError("order-given-twice", { id: twice, state });
  }
  const both = pending.find((id) => shipped.includes(id));
  if (both !== undefined) return targetError("both-pending-and-shipped", { id: both });
  const order = [...pending, ...shipped].find((id) => absent.includes(id));
  if (order === undefined) return undefined;
  return targetError("absent-order", {
    id: order,
    state: pending.includes(order) ? "pending" : "shipped",
  });
}
