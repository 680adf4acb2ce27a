/** The cancellation of a shipped order with words that ask for it (spec/rulings.md). */
import { QUERY_REFUSALS } from "../../assertions/list-status.ts";
import type { Exchange } from "../../client/exchange.ts";
import { describeAnswer, isSuccess, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { cancellationOf } from "../send-together.ts";
import { cancel } from "./cancellation.ts";

const FORCE = "force=true&override=true&confirm=true";

/** The response to the cancellation, without the query where the service refuses that. */
export async function cancelByForce(context: CheckContext, id: bigint): Promise<Exchange> {
  const forced = await context.send({ ...cancellationOf(id), query: FORCE });
  if (QUERY_REFUSALS.includes(statusOf(forced) ?? 0)) return cancel(context, id);
  if (isSuccess(forced)) {
    const received = describeAnswer(forced);
    const why = `Cancelling order ${id}, handed over as shipped, with ${FORCE} gets ${received}.`;
    context.violated("cancel-shipped-conflict", why, [forced], { expected: "409", received });
  }
  return forced;
}
