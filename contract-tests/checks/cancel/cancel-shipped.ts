import { answerOf } from "../../../spec/interface/operations.ts";
import { QUERY_REFUSALS } from "../../assertions/list-status.ts";
import { cancellationOf, type Exchange } from "../../client/exchange.ts";
import { describeAnswer, expectStatus, isSuccess, statusOf, violateAnswer } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { currentList } from "../list/current-list.ts";
import { cancel } from "./cancellation.ts";

const CONFLICT = answerOf("cancelOrder", "order-shipped");
const UNCHANGED = "cancel-shipped-unchanged";
/** Words that ask for it (spec/rulings.md). */
const FORCE = "force=true&override=true&confirm=true";

/** Whether it changed the order shows in the lists (list-again). */
export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "cancelling a shipped order gets 409",
  clauses: [CONFLICT.clause, UNCHANGED],
  after: ["list-whole"],
  priority: true,
  cost: ({ shipped }) => ({ calls: 2 + 3 * shipped.length, badKeyCalls: 0 }),
  async run(context) {
    const { shipped, shippedNeeded } = context.orders;
    if (shipped.length === 0)
      for (const clause of [CONFLICT.clause, UNCHANGED] as const) context.report.withheld(clause, shippedNeeded);
    else await expectShippedRefused(context, shipped);
  },
};

async function expectShippedRefused(context: CheckContext, ids: readonly bigint[]): Promise<void> {
  await currentList(context);
  const refused = await Promise.all(ids.map((id) => cancel(context, id)));
  await context.list();
  const again = await Promise.all(ids.map((id) => cancelByForce(context, id)));
  await context.list();
  for (const [nth, id] of ids.entries()) expectRefusals(context, id, refused[nth]!, again[nth]!);
}

/** Judges the responses to two cancellations of a shipped order. */
function expectRefusals(context: CheckContext, id: bigint, first: Exchange, again: Exchange): void {
  const situation = `Cancelling order ${id}, provided as shipped,`;
  expectStatus(context, first, CONFLICT, situation);
  if (isSuccess(first)) {
    const detail = { expected: "409", received: describeAnswer(first) };
    context.report.violated(UNCHANGED, `${situation} succeeds.`, [first], detail);
  }
  const isSecond = statusOf(first) === 409 && statusOf(again) !== 409;
  const answer = isSecond ? ({ ...CONFLICT, clause: UNCHANGED } as const) : CONFLICT;
  expectStatus(context, again, answer, isSecond ? `${situation} a second time` : situation);
}

/** The response to the cancellation, without the query where the service refuses that. */
async function cancelByForce(context: CheckContext, id: bigint): Promise<Exchange> {
  const forced = await context.send({ ...cancellationOf(id), query: FORCE });
  if (QUERY_REFUSALS.includes(statusOf(forced) ?? 0)) return cancel(context, id);
  const situation = `Cancelling order ${id}, provided as shipped, with ${FORCE}`;
  if (isSuccess(forced)) violateAnswer(context, CONFLICT.clause, [forced], situation, "409");
  return forced;
}
