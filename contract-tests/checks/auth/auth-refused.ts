import { isListed } from "../../assertions/order-list.ts";
import { CREDENTIALS, credentialsOf } from "../../client/credentials.ts";
import { isSuccess } from "../answer-status.ts";
import { firstChanged, violateOtherChanged } from "../cancel/cancellation.ts";
import type { Check, CheckContext } from "../check.ts";
import { idsToBeListed } from "../list/expect-listed.ts";
import { orderPath, pendingIdFor, pendingIdsNeeded } from "../order-ids.ts";
import { expectAllRefused, sendWithCredentials } from "./refusal.ts";

const OPERATION = {
  clause: "cancel-unauthorized",
  phrase: "Cancelling a pending order",
  lookupStatuses: [404, 409],
} as const;

/**
 * Runs long before auth-no-effect cancels the same order: a service may carry out a refused cancellation in the background.
 */
export const authRefused: Check = {
  id: "auth-refused",
  area: "auth",
  title: "cancelling a pending order requires the key",
  clauses: ["auth-no-effect", "cancel-unauthorized", "auth-key-exact", "cancel-only-that-order"],
  async run(context) {
    const id = pendingIdFor("refused", context);
    if (id === undefined) return context.withheld("auth-no-effect", pendingIdsNeeded(context));
    // Another shard may cancel it with the good key meanwhile (auth-no-effect).
    await expectStaysPending(context, id, context.sharded ? "others-cancel" : "own");
  },
};

/** False when a bad credential has cancelled the order, so that it can prove nothing more. */
export async function expectStaysPending(
  context: CheckContext,
  id: bigint,
  order: "own" | "others-cancel" = "own",
): Promise<boolean> {
  const call = { method: "DELETE", path: orderPath(id) } as const;
  const before = await context.currentList();
  const refused = await sendWithCredentials(context, call, credentialsOf("none", "wrong", "unusual"));
  context.refusedCancellations.push(...refused);
  await expectAllRefused(context, OPERATION, refused);
  const success = refused.find(isSuccess);
  if (success !== undefined) {
    const { name } = CREDENTIALS[success.call.credential];
    context.violated("auth-no-effect", `A pending order is cancelled with ${name}.`, [success]);
    return false;
  }
  const after = await context.listOrders();
  if (before === undefined || after === undefined || order === "others-cancel") return true;
  const changed = await firstChanged(context, before, after, idsToBeListed(context));
  if (changed !== undefined)
    violateOtherChanged(context, "After cancellations with bad keys", changed, [before, after], refused[0]);
  if (!isListed(before, id) || isListed(after, id) || after.withoutId > 0) return true;
  const again = await context.listOrders();
  if (again === undefined || isListed(again, id)) return true;
  context.violated("auth-no-effect", `After refused cancellations, order ${id} is no longer listed.`, [
    ...context.refusedCancellations.slice(-1),
    again.exchange,
  ]);
  return true;
}
