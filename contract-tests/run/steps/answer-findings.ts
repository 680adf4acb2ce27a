/** The findings that follow from the status of a response. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { DocumentedAnswer, Situation } from "../../../spec/interface/operations.ts";
import { orderText } from "../../client/calls.ts";
import { CREDENTIALS } from "../../client/credentials.ts";
import { type Exchange, isBefore } from "../../client/exchange.ts";
import { describeAnswer, outcomeOf, statusOf } from "../../client/outcome.ts";
import { lastOf, type Proof } from "../assertions/finding.ts";
import { MAY_ONLY_LIST } from "../session/refused-key.ts";
import type { Session } from "../session/session.ts";

type Clauses = ClauseId | readonly ClauseId[];

/** An open question, and the answer that each status means. */
export type QuestionAnswers = Pick<Situation, "question" | "answers">;

/** Why a clause is unproven if the deployment asks the run to wait too long. */
const RETRY_TOO_LATE =
  "The deployment delays the call (429, or 503 with Retry-After) for longer than the run waits. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/**
 * True if the deployment has refused calls as too many, before `before` was sent: calls go one at a
 * time from then on.
 */
export function wasLimited({ exchanges }: Session, before?: Exchange): boolean {
  const earlier = exchanges.filter((one) => before === undefined || isBefore(one, before));
  return earlier.some((one) => [429, 503].includes(statusOf(one) ?? 0));
}

/**
 * True if the result of a call says something about the deployment. Otherwise, the clauses are
 * unproven: a safety rule refused the call, the response asks to wait, or the key may not cancel.
 */
export function isAnswer(
  { report, mayOnlyList }: Session,
  exchange: Exchange,
  clauses: Clauses,
): boolean {
  const { call, failure } = exchange;
  const { kind, status } = outcomeOf(exchange);
  const isNotPermitted = mayOnlyList === true && status === 403 && call.credential === "good";
  if (kind === "not sent") {
    // The report lists the ids once (`absentNeeded`).
    const isOfIds = orderText(call) !== undefined;
    const what = isOfIds ? "ids that an order may have" : CREDENTIALS[call.credential].name;
    report.unproven(clauses, failure!.message, what);
  } else if (kind === "wait") report.unproven(clauses, RETRY_TOO_LATE);
  else if (isNotPermitted) report.unproven(clauses, MAY_ONLY_LIST);
  else return true;
  return false;
}

/**
 * Returns true if the response has one of the documented statuses: the clause is held. Any other
 * answer violates it. `situation` is the start of a sentence: "Cancelling order 17".
 */
export function expectStatus(
  session: Session,
  exchange: Exchange,
  { clause, statuses }: DocumentedAnswer,
  situation: string,
  atOnce?: readonly Exchange[],
): boolean {
  if (!isAnswer(session, exchange, clause)) return false;
  const isDocumented = statuses.includes(statusOf(exchange) ?? 0);
  const proof: Proof = exchange.repeats === undefined ? [exchange] : [exchange.repeats, exchange];
  const isKeyRefused = statusOf(exchange) === 401 && exchange.call.credential === "good";
  const clauses = isKeyRefused ? (["auth-good-key", clause] as const) : clause;
  if (isDocumented) session.report.held(clause);
  else violateAnswer(session, clauses, proof, situation, statuses.join(" or "), atOnce);
  return isDocumented;
}

/**
 * Records that the answer to the last call of a proof violates the clauses: "Cancelling order 17
 * gets 404." `atOnce`: the calls that were sent at the same moment.
 */
export function violateAnswer(
  { report }: Session,
  clauses: Clauses,
  proof: Proof,
  situation: string,
  expected: string,
  atOnce?: readonly Exchange[],
): void {
  const received = describeAnswer(lastOf(proof));
  report.violated(clauses, `${situation} gets ${received}.`, proof, {
    expected,
    received,
    atOnce,
  });
}

/**
 * Records the answer to the open question that the status means, or the status itself if it means
 * none.
 */
export function observeStatus(
  { report }: Session,
  exchange: Exchange,
  { question, answers = {} }: QuestionAnswers,
): void {
  const { kind, status = 0 } = outcomeOf(exchange);
  if (question === undefined || kind === "not sent") return;
  report.observe(question, answers[status] ?? describeAnswer(exchange));
}
