import { cancellationOf, type Exchange, LIST_WITH_KEY } from "../../client/exchange.ts";
import { outagesOf } from "../../ledger/answers.ts";
import { isBefore, isGatewayAnswer, isOpenEnded } from "../../ledger/moments.ts";
import { describeAnswer, isForbidden, isUndecided, statusOf, wasLimited } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { describeAttempt, judgeMalformed } from "./malformed-id.ts";
import { MALFORMED_IDS } from "./similar-ids.ts";

const CLAUSE = "cancel-malformed-refused";

/** A malformed id may end the service: so no other call is under way. */
export const cancelMalformed: Check = {
  id: "cancel-malformed",
  area: "cancel",
  title: "an orderId that is not an integer is refused and has no effect",
  clauses: [CLAUSE],
  after: ["auth-refused", "auth-cancel", "pets", "cancel-unknown", "unspecified", "version"],
  alone: true,
  async run(context) {
    const before = await context.currentList();
    const texts = MALFORMED_IDS.map((text) => context.draw(text));
    for (const exchange of await Promise.all(texts.map((text) => context.send(cancellationOf(text)))))
      if (isOpenEnded(exchange) && !isUndecided(context, exchange, CLAUSE)) await expectServiceStays(context, exchange);
      else judgeMalformed(context, exchange);
    if ((await context.list()) !== undefined || before === undefined) return;
    const after = await context.send(LIST_WITH_KEY);
    if (isForbidden(after) || isOpenEnded(after) || (statusOf(after) ?? 0) < 500) return;
    const why = `After cancellations with malformed orderIds, listing the orders gets ${describeAnswer(after)}.`;
    context.report.violated(CLAUSE, why, [before.exchange, after]);
  },
};

/**
 * Without an answer, the text may have ended the service, or the service was away for another reason: so the text is sent once more, by
 * itself. It has ended the service when other calls get no answer after it, too.
 */
async function expectServiceStays(context: CheckContext, first: Exchange): Promise<void> {
  const { ledger, report } = context;
  const alive = await context.send(LIST_WITH_KEY);
  if (isForbidden(alive)) return expectNotGone(context, first);
  const again = await context.send(first.call);
  if (!isOpenEnded(again)) return judgeMalformed(context, again);
  const after = await context.send(LIST_WITH_KEY);
  const unanswered = ledger.answered.filter(({ call, exchange }) => {
    return isGatewayAnswer(exchange) && isBefore(again, exchange) && call.method === LIST_WITH_KEY.method;
  });
  const [other = isOpenEnded(after) ? after : undefined] = unanswered.map(({ exchange }) => exchange);
  if (other === undefined) return judgeMalformed(context, again);
  const limits =
    "The deployment limits calls: whether a malformed orderId or the limit keeps it from answering is unknown.";
  if (wasLimited(context, first)) return report.unproven(CLAUSE, limits);
  const why = `${describeAttempt(again)} Each time, the service answers no other calls after it.`;
  report.violated(CLAUSE, why, [first, again, other]);
}

/** The run has ended: the service has been away ever since malformed ids, and nothing else, were under way (spec/rulings.md). */
function expectNotGone({ ledger, report }: CheckContext, first: Exchange): void {
  const outage = outagesOf(ledger).at(-1);
  const [began] = outage?.calls ?? [];
  const isCause = began !== undefined && began.attempt?.kind === "text" && began.check === cancelMalformed.id;
  const isAnswered = ledger.answered.some(({ exchange }) => isBefore(first, exchange) && !isOpenEnded(exchange));
  const why = `${describeAttempt(first)} The service has answered no call since then.`;
  if (isCause && !isAnswered) report.violated(CLAUSE, why, [first, outage!.calls.at(-1)!.exchange]);
}
