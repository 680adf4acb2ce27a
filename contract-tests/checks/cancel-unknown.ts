/** Ids that no order has, within int64 and beyond it (section Cancel an order). */
import { INT64_MAX, INT64_MIN } from "../../spec/int64.ts";
import type { Check, Context } from "../check.ts";
import { lists } from "../order-list.ts";
import { expectStatus, isForbidden, receivedOf, statusOf } from "./answers.ts";
import { adviseNegative, cancel } from "./cancel.ts";
import { absentId, orderPath } from "./ids.ts";

export const cancelUnknown: Check = {
  id: "cancel-unknown",
  area: "cancel",
  title: "an int64 that is no order gets 404",
  clauses: ["cancel-unknown-not-found", "not-found-error-body"],
  async run(context) {
    const list = await context.list();
    const clause = "cancel-unknown-not-found";
    // Beyond 2^53, within it, beyond int32, within it, and the largest of all.
    const positive = [0n, 14n, 24n, 33n]
      .map((shift, nth) => absentId(context, list, nth + 10) >> shift)
      .concat(INT64_MAX);
    const handedOver = [...context.pending, ...context.shipped];
    const unknown = positive.filter((id) => !handedOver.includes(id) && (list === undefined || !lists(list, id)));
    for (const exchange of await Promise.all(unknown.map((id) => cancel(context, id)))) {
      const id = exchange.call.path.split("/").at(-1);
      // The largest int64 may be refused for what it could be taken for: the others prove the clause.
      if (isForbidden(exchange) && id === String(INT64_MAX)) continue;
      expectStatus(context, exchange, clause, [404], `Cancelling with the unknown id ${id}`);
    }
    // A number without its sign, none at all, and the one that has no positive counterpart.
    const others = [-absentId(context, list, 4), 0n, INT64_MIN].filter(
      (id) => !handedOver.includes(id) && (list === undefined || !lists(list, id)),
    );
    for (const id of others) {
      const exchange = await cancel(context, id);
      if (statusOf(exchange) === 400) adviseNegative(context, exchange, id);
      else if (!isForbidden(exchange))
        expectStatus(context, exchange, clause, [404], `Cancelling with the unknown id ${id}`);
    }
    await observeBody(context, absentId(context, list, 9));
    const beyond = await cancel(context, 2n ** 64n + absentId(context, list, 5));
    if (isForbidden(beyond)) return;
    const answers: Record<number, string> = { 404: "not-found", 400: "bad-request" };
    const status = statusOf(beyond);
    context.observe("id-beyond-int64", (status !== undefined && answers[status]) || receivedOf(beyond));
    if (status !== undefined && status < 300)
      context.violated(
        "cancel-id-exact",
        `An orderId beyond int64, which no order can have, gets ${status}.`,
        [beyond],
        {
          expected: "a refusal",
          received: String(status),
        },
      );
  },
};

/** Whether a body, which no operation takes, is in the way of an answer. */
async function observeBody(context: Context, absent: bigint): Promise<void> {
  const exchange = await context.send({
    method: "DELETE",
    path: orderPath(absent),
    credential: "good",
    headers: [["Content-Type", "application/json"]],
    body: "{}",
  });
  if (isForbidden(exchange)) return;
  const answers: Record<number, string> = { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" };
  const status = statusOf(exchange);
  context.observe("request-body", (status !== undefined && answers[status]) || receivedOf(exchange));
}
