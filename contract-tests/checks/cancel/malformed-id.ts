/** An orderId that is not an integer may be refused in any way, but must have no effect and break nothing (spec/rulings.md). */
import { situationOf } from "../../../spec/interface/situations.ts";
import { cancellationOf, type Exchange, orderText } from "../../client/exchange.ts";
import { attemptOf } from "../../ledger/attempts.ts";
import { isOpenEnded } from "../../ledger/moments.ts";
import {
  describeAnswer,
  expectSent,
  isForbidden,
  isSuccess,
  isUndecided,
  observeStatus,
  statusOf,
} from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { type JudgedCall, judgeAlone } from "../send-together.ts";
import { fillId, SIMILAR_TEXTS, WORD } from "./similar-ids.ts";

const CLAUSE = "cancel-malformed-refused";
/** What is tried where every text could be read as another provided order as well: what parseInt and Number read. */
const AMBIGUOUS_TEXTS = ["{id}xyz", "{hexadecimal}"];

/** A cancellation with a malformed id. */
export function malformed(text: string, whenAccepted?: "violation" | "advice"): JudgedCall {
  return { call: cancellationOf(text), judge: (...answer) => judgeMalformed(...answer, whenAccepted) };
}

/** `Cancelling with the malformed id 17abc gets 200.` */
export function describeAttempt(exchange: Exchange): string {
  const text = orderText(exchange.call) ?? "";
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return `Cancelling with the malformed id ${shown} gets ${describeAnswer(exchange)}.`;
}

/** Judges the response to a malformed id. That none comes is advice, since the service answers other calls. */
export function judgeMalformed(
  context: CheckContext,
  exchange: Exchange,
  whenAccepted: "violation" | "advice" = "violation",
): void {
  const { report } = context;
  // One text is enough to withhold the clause.
  if (isForbidden(exchange)) return void (orderText(exchange.call) === WORD && expectSent(context, exchange, CLAUSE));
  if (isUndecided(context, exchange, CLAUSE)) return;
  const status = statusOf(exchange) ?? 0;
  const why = describeAttempt(exchange);
  const advise = (id: string, more: string) => report.advise(id, `${why} ${more}`, [exchange]);
  const violate = (sentence: string) =>
    report.violated(CLAUSE, sentence, [exchange], { expected: "a refusal (4xx)", received: String(status) });
  if (isOpenEnded(exchange)) return advise("malformed-no-answer", "The service still answers other calls.");
  if (status < 300 && whenAccepted === "advice")
    return advise("similar-id-accepted", "It is disputable whether this is an integer.");
  if (status < 400) return violate(why);
  if (status >= 500 && hasStackTrace(exchange)) return violate(`${why} Its body contains a stack trace.`);
  if (status >= 500) return advise("malformed-server-error", "The error is the client's, so the status should be 4xx.");
  report.held(CLAUSE);
  observeStatus(context, exchange, situationOf("id-malformed"));
}

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
