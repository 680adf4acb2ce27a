/** An orderId that is not an integer may be refused in any way, but must have no effect and break nothing (spec/rulings.md). */
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { validateError } from "../../../spec/schema/validate.ts";
import { contentOf, jsonIn } from "../../assertions/body.ts";
import {
  cancellationOf,
  type Exchange,
  LIST_WITH_KEY,
  orderText,
  type Response,
} from "../../client/exchange.ts";
import { outagesOf } from "../../ledger/answers.ts";
import { attemptOf } from "../../ledger/attempts.ts";
import { isBefore, isGatewayAnswer, isOpenEnded } from "../../ledger/moments.ts";
import {
  describeAnswer,
  expectSent,
  isForbidden,
  isSuccess,
  isUndecided,
  observeStatus,
  statusOf,
  wasLimited,
} from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { type JudgedCall, judgeAlone } from "../send-together.ts";
import { fillId, MALFORMED_IDS, SIMILAR_TEXTS, WORD } from "./similar-ids.ts";

const CLAUSE = "cancel-malformed-refused";

/** A malformed id may end the service: so no other call is under way. */
export const cancelMalformed: Check = {
  id: "cancel-malformed",
  area: "cancel",
  title: "an orderId that is not an integer is refused and has no effect",
  clauses: [CLAUSE],
  async run(context) {
    const before = await context.currentList();
    const texts = MALFORMED_IDS.map((text) => context.draw(text));
    for (const exchange of await Promise.all(
      texts.map((text) => context.send(cancellationOf(text))),
    ))
      if (isOpenEnded(exchange) && !isUndecided(context, exchange, CLAUSE))
        await expectServiceStays(context, exchange);
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
    return (
      isGatewayAnswer(exchange) && isBefore(again, exchange) && call.method === LIST_WITH_KEY.method
    );
  });
  const [other = isOpenEnded(after) ? after : undefined] = unanswered.map(
    ({ exchange }) => exchange,
  );
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
  const isCause =
    began !== undefined && began.attempt?.kind === "text" && began.check === cancelMalformed.id;
  const isAnswered = ledger.answered.some(
    ({ exchange }) => isBefore(first, exchange) && !isOpenEnded(exchange),
  );
  const why = `${describeAttempt(first)} The service has answered no call since then.`;
  if (isCause && !isAnswered) report.violated(CLAUSE, why, [first, outage!.calls.at(-1)!.exchange]);
}

/** A cancellation with a malformed id. */
export function malformed(text: string, whenAccepted?: "violation" | "advice"): JudgedCall {
  return {
    call: cancellationOf(text),
    judge: (...answer) => judgeMalformed(...answer, whenAccepted),
  };
}

/** `Cancelling with the malformed id 17abc gets 200.` */
function describeAttempt(exchange: Exchange): string {
  const text = orderText(exchange.call) ?? "";
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return `Cancelling with the malformed id ${shown} gets ${describeAnswer(exchange)}.`;
}

/** Judges the response to a malformed id. That none comes is advice, since the service answers other calls. */
function judgeMalformed(
  context: CheckContext,
  exchange: Exchange,
  whenAccepted: "violation" | "advice" = "violation",
): void {
  const { report } = context;
  // One text is enough to withhold the clause.
  if (isForbidden(exchange))
    return void (orderText(exchange.call) === WORD && expectSent(context, exchange, CLAUSE));
  if (isUndecided(context, exchange, CLAUSE)) return;
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
  if (status >= 500 && hasStackTrace(exchange))
    return violate(`${why} Its body contains a stack trace.`);
  if (status >= 500)
    return advise(
      "malformed-server-error",
      "The error is the client's, so the status should be 4xx.",
    );
  report.held(CLAUSE);
  observeStatus(context, exchange, OPERATIONS.cancelOrder.situations["id-malformed"]);
  if (orderText(exchange.call) === WORD)
    report.observe("malformed-id-body", bodyOf(exchange.response));
}

/** The answer to the silence, or what it is instead. */
function bodyOf(response: Response | undefined): string {
  if (response === undefined || response.body.length === 0) return "none";
  const value = jsonIn(contentOf(response)?.toString() ?? "");
  return value !== undefined && validateError(value).length === 0 ? "error" : "something else";
}

/** What is tried where every text could be read as another provided order as well: what parseInt and Number read. */
const AMBIGUOUS_TEXTS = ["{id}xyz", "{hexadecimal}"];

/**
 * Sends cancellations of a pending order with texts that a lenient parser reads as its id, and as that of no other order. False when one
 * was accepted.
 */
export async function trySimilarTexts(context: CheckContext, id: bigint): Promise<boolean> {
  const others = context.ledger.provided.filter((other) => other !== id);
  const texts = SIMILAR_TEXTS.map((text) => fillId(text, id));
  const own = texts.filter((text) => attemptOf(cancellationOf(text), others)?.means.length === 0);
  // Where each could be read as another provided order as well, what they change has several causes; success alone is clear.
  const sent = own.length > 0 ? own : AMBIGUOUS_TEXTS.map((text) => fillId(text, id));
  const tried = await Promise.all(sent.map((text) => judgeAlone(context, malformed(text))));
  return !tried.some(isSuccess);
}

/** Lines of stack traces: JavaScript, Java, .NET, Python, Go, PHP, Ruby. */
const STACK_TRACES = [
  /\bat [\w$.<>[\] ]+ ?\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+/,
  /\bat [\w$./]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  /\bat [\w.`<>[\]]+\([^)]*\) in [^\n]+:line \d+/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]+", line \d+/,
  /goroutine \d+ \[/,
  /#\d+ [^\n]+\.php\(\d+\)/,
  /\.rb:\d+:in [`']/,
];

/** Searches the body as text, also where it is escaped in a JSON string. */
function hasStackTrace({ response }: Exchange): boolean {
  if (response === undefined) return false;
  const text = Buffer.from(response.body)
    .toString("utf8")
    .replaceAll(/\\[nt]/g, "\n")
    .replaceAll('\\"', '"');
  return STACK_TRACES.some((pattern) => pattern.test(text));
}
