/**
 * A service may refuse an orderId that is not an integer in any way, but the call must have no
 * effect and break nothing (spec/rulings.md).
 */
import { OPERATIONS } from "../../../../spec/interface/operations.ts";
import { cancellationOf, LIST_WITH_KEY, orderText } from "../../../client/calls.ts";
import type { Exchange, Response } from "../../../client/exchange.ts";
import { describeAnswer, outcomeOf, statusOf } from "../../../client/outcome.ts";
import type { AdviceId } from "../../../tables/advice-ids.ts";
import type { Table } from "../../../tables/table.ts";
import { DISPUTABLE_TEXTS, MALFORMED_IDS, WORD } from "../../../tables/texts.ts";
import { jsonContent } from "../../assertions/body.ts";
import { validateError } from "../../assertions/schema.ts";
import { compare } from "../../session/lists/compare.ts";
import type { Session } from "../../session/session.ts";
import { isAnswer, observeStatus, wasLimited } from "../answer-findings.ts";
import { sendRows } from "../rows.ts";
import type { Step } from "../step.ts";

const MALFORMED = "cancel-malformed-refused";
/** The act of this step, and of the texts that are similar to an id. */
export const TEXTS = {
  what: "cancellations with texts that are not an id",
  blame: MALFORMED,
} as const;
/**
 * A service that leaves this many questions unanswered is away, and not only one of its backends.
 */
const MANY_UNANSWERED = 4;
const LIMITED =
  "The deployment limits calls: whether a malformed orderId or the limit keeps it from answering is unknown.";

export const malformedIds: Step = {
  id: "malformed-ids",
  title: "an orderId that is not an integer is refused and has no effect",
  clauses: ["cancel-malformed-refused", "cancel-id-exact"],
  async run(s) {
    if (s.config.readOnly) return s.report.unproven(MALFORMED, s.orders.provided.pendingNeeded);
    await compare(s, TEXTS, async () => {
      const answers = await tryTexts(s, MALFORMED_IDS, (text) => s.draw(text));
      const isBroken = (one: Exchange) => (statusOf(one) ?? 500) >= 500;
      if (answers.length > 0 && answers.every(isBroken))
        s.report.unproven(MALFORMED, "Each text gets a server error, or no answer.");
    });

    // A service may keep a malformed text, which then breaks its lists.
    const before = s.lists[0];
    const last = s.exchanges.findLast(({ call }) => call.path === LIST_WITH_KEY.path);
    if (before === undefined || last === undefined || statusOf(last) !== 500) return;
    const after = await s.send(LIST_WITH_KEY);
    const why = "After cancellations with malformed orderIds, listing the orders gets 500.";
    if (statusOf(after) === 500) s.report.violated(MALFORMED, why, [before.exchange, after]);
  },
};

/**
 * Sends cancellations with texts in place of an id, and judges the answers. Resolves with the
 * answers. `fill` returns the text to send for a row.
 */
export async function tryTexts(
  s: Session,
  table: Table<string>,
  fill: (text: string) => string,
  rows?: readonly string[],
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  const exchanges = await sendRows(s, table, (text) => cancellationOf(fill(text)), rows);
  for (const exchange of exchanges) {
    const answer = outcomeOf(exchange).mayActLater ? await askOnceMore(s, exchange) : exchange;
    if (answer === undefined) continue;
    judgeTexts(s, answer, table);
    answers.push(answer);
  }
  return answers.filter((answer) => outcomeOf(answer).kind !== "not sent");
}

/**
 * Repeats a call that got no answer: its text may have ended the service, or the service was away
 * for another reason. The text has ended the service if other calls get no answer after the
 * repetition, too. Resolves with undefined if so.
 */
async function askOnceMore(s: Session, first: Exchange): Promise<Exchange | undefined> {
  if (outcomeOf(first).kind === "wait") return first;
  await expectBack(s, first);
  // Only this call hangs: a service that ends closes its connections.
  if (first.failure?.kind === "timeout") return first;
  const again = await s.send(first.call);
  if (!outcomeOf(again).mayActLater) return again;

  await expectBack(s, again);
  const unanswered = s.exchanges.filter(
    (one) =>
      one.sentAt >= again.receivedAt && one.call.method === "GET" && outcomeOf(one).mayActLater,
  );
  if (unanswered.length < MANY_UNANSWERED) return again;
  const why = `${describeAttempt(again)} Each time, the service answers no other calls after it.`;
  if (wasLimited(s, first)) s.report.unproven(MALFORMED, LIMITED);
  else s.report.violated(MALFORMED, why, [again, unanswered[0]!]);
  return undefined;
}

/**
 * Waits until the service is back. If it stays away, it has answered nothing since only malformed
 * ids were under way, and the run ends.
 */
async function expectBack(s: Session, last: Exchange): Promise<void> {
  const end = await s.untilBack();
  if (end === undefined) return;
  const why = `${describeAttempt(last)} The service has answered no call since then.`;
  const unanswered = s.exchanges.at(-1)!;
  // A firewall may drop the packets of this client from now on.
  const isDropped = unanswered.failure?.kind === "timeout";
  if (!isDropped && !wasLimited(s, last)) s.report.violated(MALFORMED, why, [last, unanswered]);
  throw end;
}

/** Returns a sentence such as `Cancelling with the malformed id 17abc gets 200.` */
function describeAttempt(exchange: Exchange): string {
  const text = orderText(exchange.call) ?? "";
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return `Cancelling with the malformed id ${shown} gets ${describeAnswer(exchange)}.`;
}

/**
 * Judges the response to a malformed id. No response is only advice, because the service answers
 * other calls.
 */
function judgeTexts(s: Session, exchange: Exchange, table: Table<string>): void {
  if (!isAnswer(s, exchange, MALFORMED)) return;

  const { status = 0, mayActLater } = outcomeOf(exchange);
  const attempt = describeAttempt(exchange);
  const advise = (id: AdviceId, why: string) =>
    s.report.advise(id, `${attempt} ${why}`, [exchange]);
  if (mayActLater) return advise("malformed-no-answer", "The service still answers other calls.");
  if (status < 300 && table === DISPUTABLE_TEXTS)
    return advise("similar-id-accepted", "It is disputable whether this is an integer.");
  if (status < 300) {
    const detail = { expected: "a refusal (4xx)", received: String(status) };
    return s.report.violated(MALFORMED, attempt, [exchange], detail);
  }
  if (status >= 500)
    return advise("malformed-server-error", "The error is the client's: it should be a 4xx.");

  s.report.held(MALFORMED);
  observeStatus(s, exchange, OPERATIONS.cancelOrder.situations["id-malformed"]);
  if (orderText(exchange.call) === WORD)
    s.report.observe("malformed-id-body", bodyAnswer(exchange.response));
}

/** Returns an answer to the open question malformed-id-body, or `something else`. */
function bodyAnswer(response: Response | undefined): string {
  if (response === undefined || response.body.length === 0) return "none";
  const value = jsonContent(response);
  return value !== undefined && validateError(value).length === 0 ? "error" : "something else";
}
