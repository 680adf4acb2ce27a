import type { ClauseId } from "../../../spec/clauses/index.ts";
import { asksToWait } from "../../client/exchange.ts";
import { isBefore, isOpenEnded } from "../../ledger/moments.ts";
import { PARALLEL } from "../../pipeline/pace.ts";
import { expectSent, statusOf, violateAnswer, wasLimited } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { PET_WITHOUT_KEY } from "../pets.ts";
import {
  cancellations,
  type JudgedCall,
  judgeAlone,
  judgeTogether,
  wereTogether,
} from "../send-together.ts";
import { answered, expectCancelled, expectOneSuccess, mayHaveTakenEffect } from "./cancellation.ts";

const CLAUSE = "cancel-once";
/** Orders that are cancelled in this way, when more were provided than the checks need. */
const MAX_SPARE = 1;
/** What the calls that open connections can show. */
export const CONNECTION_CLAUSES = [
  "pets-unauthorized",
  "cancel-unknown-not-found",
  "cancel-shipped-conflict",
] as const satisfies readonly ClauseId[];

export const cancelParallel: Check = {
  id: "cancel-parallel",
  area: "cancel",
  title: "of several parallel cancellations exactly one succeeds",
  clauses: [CLAUSE, "cancel-pending", "cancel-malformed-refused", ...CONNECTION_CLAUSES],
  async run(context) {
    const { parallel: id, spare, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld(CLAUSE, pendingNeeded);
    if (context.ledger.cancellationsOf(id).length === 0) await openConnections(context);
    for (const each of [id, ...spare.slice(0, MAX_SPARE)])
      if (!(await expectCancelledOnce(context, each))) return;
  },
};

/** Whether one of the parallel cancellations of an order got 204, and no other. */
async function expectCancelledOnce(context: CheckContext, id: bigint): Promise<boolean> {
  const { report } = context;
  // Those that cancel-exact has sent beside its own, if it has.
  let exchanges = context.ledger.cancellationsOf(id);
  if (exchanges.length === 0) {
    await context.currentList();
    exchanges = await judgeTogether(context, `cancel ${id}`, cancellations(id, PARALLEL));
  }
  if (!exchanges.every((exchange) => expectSent(context, exchange, CLAUSE))) return false;
  if (!exchanges.some((exchange) => statusOf(exchange) === 204)) {
    const unknown =
      "Some of the parallel cancellations got no complete answer: it is unknown which of them took effect.";
    if (mayHaveTakenEffect(...exchanges)) report.unproven(CLAUSE, unknown);
    else await expectCancelled(context, exchanges[0]!, id, CLAUSE);
    return false;
  }
  if (!expectOneSuccess(context, id, exchanges)) return false;
  for (const exchange of exchanges) {
    const status = statusOf(exchange);
    if (status === undefined || [204, 404, 409].includes(status) || asksToWait(exchange)) continue;
    // What a gateway answered was asked again.
    if (isOpenEnded(exchange) && exchanges.some((later) => isBefore(exchange, later))) continue;
    const situation = `One of ${exchanges.length} parallel cancellations of order ${id}`;
    violateAnswer(context, CLAUSE, [exchange], situation, "204 once, 404 or 409 otherwise");
  }
  report.held("cancel-pending");
  // A run that sends one call at a time on purpose proves the clause by the calls that follow.
  const limited =
    "The cancellations that should have been parallel were sent one by one: the deployment, or --rate, limits them.";
  if ((context.parallel > 1 || wasLimited(context)) && !wereTogether(exchanges))
    report.unproven(CLAUSE, limited);
  await Promise.all([context.list(), judgeAlone(context, answered("order-cancelled", id))]);
  return true;
}

/**
 * Opens connections to the service, and those of the service to its database, before an order is cancelled: by calls that cancel
 * nothing. That a connection has sent a call without a key must not matter to the next one.
 */
export async function openConnections(context: CheckContext): Promise<void> {
  await judgeTogether(context, "without a key", Array<JudgedCall>(PARALLEL).fill(PET_WITHOUT_KEY));
  const how = " at the same moment as others";
  const unknown = answered("order-unknown", context.draw("{drawn}"), how);
  const [shipped = unknown] = context.orders.shipped.map((id) =>
    answered("order-shipped", id, how),
  );
  const withoutEffect = Array.from({ length: PARALLEL }, (_, nth) =>
    nth % 2 === 0 ? unknown : shipped,
  );
  await judgeTogether(context, "without an effect", withoutEffect);
}
