/** Checks that the orders of a user can be what they are given as. */
import type { UserError } from "../../spec/errors/user-error.ts";
import type { OrderIds } from "../safety/rules.ts";
import { targetError } from "./target-errors.ts";

/** Returns why ids cannot be what they are given as; undefined if they can. */
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
