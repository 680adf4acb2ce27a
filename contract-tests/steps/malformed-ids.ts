/** An orderId that is not an integer may be refused in any way, but must have no effect and break nothing (spec/rulings.md). */

import { OPERATIONS } from "../../spec/interface/operations.ts";
import { validateError } from "../../spec/schema/validate.ts";
import { contentOf, jsonIn } from "../assertions/body.ts";
import { showsStackTrace } from "../assertions/stack-trace.ts";
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  isGatewayAnswer,
  isOpenEnded,
  LIST_WITH_KEY,
  orderText,
  type Response,
} from "../client/exchange.ts";
import { COMPARED } from "../session/blame.ts";
import { StaysAway } from "../session/run-ended.ts";
import type { Session } from "../session/session.ts";
import {
  describeAnswer,
  expectSent,
  isForbidden,
  isSuccess,
  isUndecided,
  observeStatus,
  statusOf,
  wasLimited,
} from "./answers.ts";
import type { Step } from "./step.ts";
import { MALFORMED_IDS, WORD } from "./texts.ts";

const CLAUSE = "cancel-malformed-refused";

export const malformedIds: Step = {
  id: "malformed-ids",
  title: "an orderId that is not an integer is refused and has no effect",
  clauses: [CLAUSE, ...COMPARED],
  async run(s) {
    const act = { what: "cancellations with texts that are not an id", blame: CLAUSE } as const;
    await s.compare(act, async () => {
      const texts = MALFORMED_IDS.map((text) => s.draw(text));
      await tryTexts(s, texts, "violation");
    });

    // What the service keeps of such a text may break its lists.
    const before = s.lists[0];
    const last = s.exchanges.findLast(({ call }) => call.path === LIST_WITH_KEY.path);
    if (before === undefined || (last && statusOf(last)) !== 500) return;
    const after = await s.send(LIST_WITH_KEY);
    if (statusOf(after) !== 500) return;
    const why = `After cancellations with malformed orderIds, listing the orders gets ${describeAnswer(after)}.`;
    s.report.violated(CLAUSE, why, [before.exchange, after]);
  },
};

/** Sends cancellations with texts in place of an id, and judges the answers. Resolves with those that were accepted. */
export async function tryTexts(
  s: Session,
  texts: readonly string[],
  whenAccepted: "violation" | "advice",
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const exchange of await s.all(texts.map(cancellationOf))) {
    const answer = isOpenEnded(exchange) ? await askOnceMore(s, exchange) : exchange;
    if (answer === undefined) continue;
    judgeMalformed(s, answer, whenAccepted);
    answers.push(answer);
  }
  return answers.filter(isSuccess);
}

/** Questions that a service answers none of when it is away, and not only one of its backends. */
const MANY_UNANSWERED = 4;

/**
 * Without an answer, the text may have ended the service, or the service was away for another reason: so the text is sent once more, by
 * itself. It has ended the service when other calls get no answer after it, too. Undefined where that is found.
 */
async function askOnceMore(s: Session, first: Exchange): Promise<Exchange | undefined> {
  if (asksToWait(first) || first.failure?.isShortened) return first;
  await expectBack(s, first);
  const again = await s.send(first.call);
  if (!isOpenEnded(again)) return again;

  await expectBack(s, again);
  const unanswered = s.exchanges.filter(
    (one) => one.sentAt >= again.receivedAt && one.call.method === "GET" && isGatewayAnswer(one),
  );
  if (unanswered.length < MANY_UNANSWERED) return again;
  const limits =
    "The deployment limits calls: whether a malformed orderId or the limit keeps it from answering is unknown.";
  const why = `${describeAttempt(again)} Each time, the service answers no other calls after it.`;
  if (wasLimited(s, first)) s.report.unproven(CLAUSE, limits);
  else s.report.violated(CLAUSE, why, [first, again, unanswered[0]!]);
  return undefined;
}

/** Where the service stays away, it has answered nothing since malformed ids, and nothing else, were under way: then the run ends. */
async function expectBack(s: Session, last: Exchange): Promise<void> {
  try {
    await s.untilBack();
  } catch (error) {
    const why = `${describeAttempt(last)} The service has answered no call since then.`;
    if (error instanceof StaysAway && !wasLimited(s, last))
      s.report.violated(CLAUSE, why, [last, s.exchanges.at(-1)!]);
    throw error;
  }
}

/** `Cancelling with the malformed id 17abc gets 200.` */
function describeAttempt(exchange: Exchange): string {
  const text = orderText(exchange.call) ?? "";
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return `Cancelling with the malformed id ${shown} gets ${describeAnswer(exchange)}.`;
}

/** Judges the response to a malformed id. That none comes is advice, since the service answers other calls. */
function judgeMalformed(
  s: Session,
  exchange: Exchange,
  whenAccepted: "violation" | "advice",
): void {
  const { report } = s;
  // One text is enough to withhold the clause.
  if (isForbidden(exchange))
    return void (orderText(exchange.call) === WORD && expectSent(s, exchange, CLAUSE));
  if (isUndecided(s, exchange, CLAUSE)) return;
  const status = statusOf(exchange) ?? 0;
  const why = describeAttempt(exchange);
  const advise = (id: string, more: string) => report.advise(id, `${why} ${more}`, [exchange]);
  const violate = (sentence: string) =>
    report.violated(CLAUSE, sentence, [exchange], {
      expected: "a refusal (4xx)",
      received: String(status),
    });
  if (isOpenEnded(exchange))
    return advise("malformed-no-answer", "The service still answers other calls.");
  if (status < 300 && whenAccepted === "advice")
    return advise("similar-id-accepted", "It is disputable whether this is an integer.");
  if (status < 400) return violate(why);
  if (status >= 500 && showsStackTrace(exchange.response))
    return violate(`${why} Its body contains a stack trace.`);
  if (status >= 500)
    return advise(
      "malformed-server-error",
      "The error is the client's, so the status should be 4xx.",
    );
  report.held(CLAUSE);
  observeStatus(s, exchange, OPERATIONS.cancelOrder.situations["id-malformed"]);
  if (orderText(exchange.call) === WORD)
    report.observe("malformed-id-body", bodyOf(exchange.response));
}

/** The answer to the silence, or what it is instead. */
function bodyOf(response: Response | undefined): string {
  if (response === undefined || response.body.length === 0) return "none";
  const value = jsonIn(contentOf(response)?.toString() ?? "");
  return value !== undefined && validateError(value).length === 0 ? "error" : "something else";
}
