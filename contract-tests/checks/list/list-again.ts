import { describeOrder, type OrderList } from "../../assertions/order-list.ts";
import { firstChanged } from "../cancel/cancellation.ts";
import type { Check, CheckContext } from "../check.ts";
import { idsToBeListed } from "./expect-listed.ts";

/** Orders that other clients cancel are gone for good: so a list is compared with the first and with the last ones. */
export const listAgain: Check = {
  id: "list-again",
  area: "list",
  title:
    "no list of the run leaves out orders that lists before and after it contain, and those handed over are unchanged",
  clauses: ["list-whole", "cancel-only-that-order", "cancel-shipped-unchanged"],
  async run(context) {
    const last = (await Promise.all([context.listOrders(), context.listOrders()])).filter((list) => list !== undefined);
    const { lists, attemptedIds } = context;
    const left = lists.leavesOut(last, attemptedIds);
    if (left !== undefined && lists.first !== undefined)
      context.violated(
        "list-whole",
        `${left.missing.length} orders, including ${describeOrder(left.missing[0])}, are missing from one list and are in the lists before and after it.`,
        [lists.first.exchange, left.exchange, ...last.slice(-1).map(({ exchange }) => exchange)],
      );
    if (!context.readOnly) await expectUnchanged(context, lists.first, last[0]);
  },
};

/** Orders that were handed over and that no call may have cancelled are at the end as they were at the beginning. */
async function expectUnchanged(
  context: CheckContext,
  first: OrderList | undefined,
  last: OrderList | undefined,
): Promise<void> {
  if (first === undefined || last === undefined) return;
  const id = await firstChanged(context, first, last, idsToBeListed(context));
  if (id === undefined) return;
  const isShipped = context.shipped.includes(id);
  context.violated(
    isShipped ? "cancel-shipped-unchanged" : "cancel-only-that-order",
    `Order ${id}, handed over ${isShipped ? "as shipped" : "and not cancelled"}, has changed in the course of the run.`,
    [first.exchange, last.exchange],
    { expected: first.watched.get(id) ?? "", received: last.watched.get(id) ?? "" },
  );
}
