/** An order that has shipped cannot be cancelled (sections Cancel an order, States and transitions). */
import type { Check } from "../check.ts";
import { lists } from "../order-list.ts";
import { expectStatus, receivedOf, statusOf } from "./answers.ts";
import { cancel, differs } from "./cancel.ts";
import { wantsShipped } from "./ids.ts";

export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "a shipped order gets 409 and stays as it is",
  clauses: ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
  async run(context) {
    const [conflict, unchanged] = ["cancel-shipped-conflict", "cancel-shipped-unchanged"] as const;
    if (context.readOnly || context.shipped.length === 0) {
      context.withheld(conflict, wantsShipped(context));
      return context.withheld(unchanged, wantsShipped(context));
    }
    for (const id of context.shipped) {
      const before = await context.list();
      const situation = `Cancelling order ${id}, handed over as shipped,`;
      const refused = await cancel(context, id);
      expectStatus(context, refused, conflict, [409], situation);
      if ((statusOf(refused) ?? 500) < 300)
        context.violated(unchanged, `${situation} is carried out.`, [refused], {
          expected: "409",
          received: receivedOf(refused),
        });
      const after = await context.list();
      const confirmed =
        before !== undefined && after !== undefined && differs(before, after, id) ? await context.list() : undefined;
      const again = await cancel(context, id);
      if (statusOf(refused) === 409 && statusOf(again) !== 409)
        expectStatus(context, again, unchanged, [409], `${situation} a second time`);
      else expectStatus(context, again, conflict, [409], situation);
      const last = await context.list();
      if (before === undefined || after === undefined || last === undefined || last.withoutId > 0) {
        context.unproven(unchanged, "The lists do not tell which orders they hold.");
        continue;
      }
      if (lists(before, id) && !lists(after, id) && !lists(last, id))
        context.violated(unchanged, `Shipped order ${id} vanishes from the list after the attempt to cancel it.`, [
          refused,
          last.exchange,
        ]);
      else if (confirmed !== undefined && differs(before, confirmed, id))
        context.violated(
          unchanged,
          `Shipped order ${id} changes when someone tries to cancel it.`,
          [before.exchange, refused, confirmed.exchange],
          {
            expected: before.watched.get(id) ?? "",
            received: confirmed.watched.get(id) ?? "",
          },
        );
      else if (lists(last, id)) context.held(unchanged);
      else context.unproven(unchanged, `Order ${id} is not listed.`);
    }
  },
};
