import { isListed } from "../../assertions/order-list.ts";
import type { Exchange } from "../../client/exchange.ts";
import { describeAnswer, expectStatus, isSuccess, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { idsToBeListed } from "../list/expect-listed.ts";
import { shippedIdNeeded } from "../order-ids.ts";
import { cancel, firstChanged, UNREADABLE_LISTS, violateOtherChanged } from "./cancellation.ts";
import { cancelByForce } from "./forced-cancellation.ts";

const CONFLICT = "cancel-shipped-conflict";
const UNCHANGED = "cancel-shipped-unchanged";

export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "cancelling a shipped order gets 409 and does not change it",
  clauses: [CONFLICT, UNCHANGED, "cancel-only-that-order"],
  async run(context) {
    if (context.readOnly || context.shipped.length === 0)
      for (const clause of [CONFLICT, UNCHANGED] as const) context.withheld(clause, shippedIdNeeded(context));
    else await expectShippedStay(context, context.shipped);
  },
};

async function expectShippedStay(context: CheckContext, ids: readonly bigint[]): Promise<void> {
  const before = await context.currentList();
  const refused = await Promise.all(ids.map((id) => cancel(context, id)));
  const after = await context.listOrders();
  const changed =
    before === undefined || after === undefined
      ? undefined
      : await firstChanged(context, before, after, idsToBeListed(context));
  // Not before: a further change would look like a field that changes by itself.
  const again = await Promise.all(ids.map((id) => cancelByForce(context, id)));
  const last = await context.listOrders();
  for (const [nth, id] of ids.entries()) expectRefusals(context, id, refused[nth]!, again[nth]!);
  if (before === undefined || after === undefined || last === undefined || last.withoutId > 0)
    return context.unproven(UNCHANGED, UNREADABLE_LISTS);
  if (changed !== undefined && !ids.includes(changed))
    violateOtherChanged(context, "After refused cancellations", changed, [before, after], refused[0]);
  for (const [nth, id] of ids.entries())
    if (isListed(before, id) && !isListed(after, id) && !isListed(last, id))
      context.violated(UNCHANGED, `Shipped order ${id} is no longer listed after the attempt to cancel it.`, [
        refused[nth]!,
        last.exchange,
      ]);
    else if (id === changed)
      context.violated(
        UNCHANGED,
        `Shipped order ${id} has changed after the attempt to cancel it.`,
        [before.exchange, refused[nth]!, after.exchange],
        { expected: before.watched.get(id) ?? "", received: after.watched.get(id) ?? "" },
      );
    else if (isListed(last, id)) context.held(UNCHANGED);
    else context.unproven(UNCHANGED, `Order ${id} is not listed.`);
}

/** Judges the responses to two cancellations of a shipped order. */
function expectRefusals(context: CheckContext, id: bigint, first: Exchange, again: Exchange): void {
  const situation = `Cancelling order ${id}, handed over as shipped,`;
  expectStatus(context, first, CONFLICT, [409], situation);
  if (isSuccess(first))
    context.violated(UNCHANGED, `${situation} succeeds.`, [first], {
      expected: "409",
      received: describeAnswer(first),
    });
  if (statusOf(first) === 409 && statusOf(again) !== 409)
    expectStatus(context, again, UNCHANGED, [409], `${situation} a second time`);
  else expectStatus(context, again, CONFLICT, [409], situation);
}
