import { isListed } from "../../assertions/order-list.ts";
import { describeAnswer, expectStatus, isSuccess, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { shippedIdNeeded } from "../order-ids.ts";
import { cancel, firstChanged, UNREADABLE_LISTS } from "./cancellation.ts";

const CONFLICT = "cancel-shipped-conflict";
const UNCHANGED = "cancel-shipped-unchanged";

export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "cancelling a shipped order gets 409 and does not change it",
  clauses: [CONFLICT, UNCHANGED],
  async run(context) {
    if (context.readOnly || context.shipped.length === 0)
      for (const clause of [CONFLICT, UNCHANGED] as const) context.withheld(clause, shippedIdNeeded(context));
    else for (const id of context.shipped) await assertShippedStays(context, id);
  },
};

async function assertShippedStays(context: CheckContext, id: bigint): Promise<void> {
  const before = await context.listOrders();
  const situation = `Cancelling order ${id}, handed over as shipped,`;
  const refused = await cancel(context, id);
  expectStatus(context, refused, CONFLICT, [409], situation);
  if (isSuccess(refused))
    context.violated(UNCHANGED, `${situation} succeeds.`, [refused], {
      expected: "409",
      received: describeAnswer(refused),
    });
  const after = await context.listOrders();
  const changed =
    before === undefined || after === undefined ? undefined : await firstChanged(context, before, after, [id]);
  // Not before: a further change would look like a field that changes by itself.
  const again = await cancel(context, id);
  if (statusOf(refused) === 409 && statusOf(again) !== 409)
    expectStatus(context, again, UNCHANGED, [409], `${situation} a second time`);
  else expectStatus(context, again, CONFLICT, [409], situation);
  const last = await context.listOrders();
  if (before === undefined || after === undefined || last === undefined || last.withoutId > 0)
    return context.unproven(UNCHANGED, UNREADABLE_LISTS);
  if (isListed(before, id) && !isListed(after, id) && !isListed(last, id))
    context.violated(UNCHANGED, `Shipped order ${id} is no longer listed after the attempt to cancel it.`, [
      refused,
      last.exchange,
    ]);
  else if (changed !== undefined)
    context.violated(
      UNCHANGED,
      `Shipped order ${id} has changed after the attempt to cancel it.`,
      [before.exchange, refused, after.exchange],
      { expected: before.watched.get(id) ?? "", received: after.watched.get(id) ?? "" },
    );
  else if (isListed(last, id)) context.held(UNCHANGED);
  else context.unproven(UNCHANGED, `Order ${id} is not listed.`);
}
