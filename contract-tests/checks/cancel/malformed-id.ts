/** An orderId that is not an integer may be refused in any way, but must have no effect and break nothing (spec/rulings.md). */
import { situationOf } from "../../../spec/interface/situations.ts";
import { asksToWait, cancellationOf, type Exchange } from "../../client/exchange.ts";
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
import { cancel, mayHaveTakenEffect } from "./cancellation.ts";
import { DISPUTABLE_TEXTS, fillId, SIMILAR_TEXTS, WORD } from "./similar-ids.ts";

const CLAUSE = "cancel-malformed-refused";
/** What is tried where every text could be read as another provided order as well: what parseInt and Number read. */
const AMBIGUOUS_TEXTS = ["{id}xyz", "{hexadecimal}"];

/** Sends a cancellation with a malformed id and judges the response; one without a complete answer is advice. */
async function expectMalformedRefused(
  context: CheckContext,
  text: string,
  whenAccepted: "violation" | "advice" = "violation",
): Promise<Exchange> {
  const exchange = await cancel(context, text);
  if (isOpenEnded(exchange) && !asksToWait(exchange) && !exchange.failure?.isShortened)
    context.report.advise(
      "malformed-no-answer",
      `${describeAttempt(text, exchange)} The service still answers other calls.`,
      [exchange],
    );
  else judgeMalformed(context, text, exchange, whenAccepted);
  return exchange;
}

/** `Cancelling with the malformed id 17abc gets 200.` */
export function describeAttempt(text: string, exchange: Exchange): string {
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return `Cancelling with the malformed id ${shown} gets ${describeAnswer(exchange)}.`;
}

/** Judges an answer of the service. */
export function judgeMalformed(
  context: CheckContext,
  text: string,
  exchange: Exchange,
  whenAccepted: "violation" | "advice" = "violation",
): void {
  const { report } = context;
  if (isForbidden(exchange)) {
    // One text is enough to withhold the clause.
    if (text === WORD) expectSent(context, exchange, CLAUSE);
    return;
  }
  if (isUndecided(context, exchange, CLAUSE)) return;
  const status = statusOf(exchange) ?? 0;
  const why = describeAttempt(text, exchange);
  const detail = { expected: "a refusal (4xx)", received: String(status) };
  if (status < 300 && whenAccepted === "advice")
    report.advise("similar-id-accepted", `${why} It is disputable whether this is an integer.`, [exchange]);
  else if (status < 400) report.violated(CLAUSE, why, [exchange], detail);
  else if (status >= 500 && hasStackTrace(exchange))
    report.violated(CLAUSE, `${why} Its body contains a stack trace.`, [exchange], detail);
  else if (status >= 500)
    report.advise("malformed-server-error", `${why} The error is the client's, so the status should be 4xx.`, [
      exchange,
    ]);
  else {
    report.held(CLAUSE);
    observeStatus(context, exchange, situationOf("id-malformed"));
  }
}

/**
 * Sends cancellations of a pending order with texts that a lenient parser reads as its id, and as that of no other order. False when one
 * was accepted.
 */
export async function trySimilarTexts(context: CheckContext, id: bigint): Promise<boolean> {
  const { pending, shipped } = context.config;
  const others = [...pending, ...shipped].filter((other) => other !== id);
  const texts = SIMILAR_TEXTS.map((text) => fillId(text, id));
  const own = texts.filter((text) => attemptOf(cancellationOf(text), others)?.means.length === 0);
  // Where each could be read as another provided order as well, what they change has several causes; success alone is clear.
  const sent = own.length > 0 ? own : AMBIGUOUS_TEXTS.map((text) => fillId(text, id));
  const exchanges = await Promise.all(sent.map((text) => expectMalformedRefused(context, text)));
  return !exchanges.some(isSuccess);
}

export interface DisputableAttempt {
  /** The one that was accepted. */
  readonly accepted?: Exchange;
  /** Whether one got no complete answer, and may have cancelled the order. */
  readonly isInterrupted: boolean;
}

/** Sends cancellations of a pending order with texts of which it is disputable whether they are its id. */
export async function tryDisputableTexts(context: CheckContext, id: bigint): Promise<DisputableAttempt> {
  const exchanges = await Promise.all(
    DISPUTABLE_TEXTS.map((text) => expectMalformedRefused(context, fillId(text, id), "advice")),
  );
  const accepted = exchanges.find(isSuccess);
  const isInterrupted = mayHaveTakenEffect(...exchanges.filter((exchange) => !isForbidden(exchange)));
  return { isInterrupted, ...(accepted && { accepted }) };
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
