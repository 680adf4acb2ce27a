/** The status of a response, and the finding that follows from it. */
import type { ClauseId, SilenceId } from "../../spec/clauses/index.ts";
import type { DocumentedAnswer } from "../../spec/interface/operations.ts";
import { asksToWait, type Exchange, isBefore } from "../client/exchange.ts";
import type { Session } from "../session/session.ts";

type Reporting = Pick<Session, "report">;
/** A silence that a status answers. */
export interface Open {
  readonly silence?: SilenceId;
  /** The answer by status. */
  readonly answers?: Readonly<Record<number, string>>;
}

/** Why a clause is unproven when the deployment asks the run to retry too late. */
const RETRY_TOO_LATE =
  "The deployment delays the call (429, or 503 with Retry-After) for longer than the run waits. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/** Undefined when there is no complete response. */
export function statusOf({ failure, response }: Exchange): number | undefined {
  return failure === undefined ? response?.status : undefined;
}

export function isSuccess(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) < 300;
}

/** Whether a cancellation says that there is nothing to cancel: 404 or 409. */
export function isGone(exchange: Exchange): boolean {
  return [404, 409].includes(statusOf(exchange) ?? 0);
}

/** Whether the rule of safety refused the call. */
export function isForbidden({ failure }: Exchange): boolean {
  return failure?.kind === "forbidden";
}

/** The status, or why there is no complete response: `404`, `no complete response (no answer within 10 s)`. */
export function describeAnswer({ failure, response }: Exchange): string {
  return failure === undefined
    ? `${response?.status}`
    : `no complete response (${failure.message.replace(/\.$/, "")})`;
}

/** Whether the deployment has refused calls as too many, before one was sent: they go one at a time from then on. */
export function wasLimited({ exchanges }: Session, before?: Exchange): boolean {
  return exchanges.some(
    (one) =>
      [429, 503].includes(statusOf(one) ?? 0) && (before === undefined || isBefore(one, before)),
  );
}

/** False, and the clause withheld, when the rule of safety refused the call. */
export function expectSent(
  { report }: Reporting,
  { failure }: Exchange,
  clause: ClauseId,
): boolean {
  if (failure?.kind !== "forbidden") return true;
  report.withheld(clause, failure.message);
  return false;
}

/** Whether a response says nothing about the deployment, so that the clause is unproven: it asks to wait, or was waited for too briefly. */
export function isUndecided({ report }: Reporting, exchange: Exchange, clause: ClauseId): boolean {
  const { failure } = exchange;
  const shortened = `A call got ${describeAnswer(exchange)}: less than the full time, since calls of its kind had timed out.`;
  const why = asksToWait(exchange) ? RETRY_TOO_LATE : failure?.isShortened ? shortened : undefined;
  if (why !== undefined) report.unproven(clause, why);
  return why !== undefined;
}

/**
 * Whether the response has one of the documented statuses. If so, the clause is held; if not, it is violated, or withheld when the
 * rule of safety refused the call, or unproven when the deployment asks to retry later. `situation` is the start of a sentence:
 * "Cancelling order 17".
 */
export function expectStatus(
  session: Reporting,
  exchange: Exchange,
  { clause, statuses }: DocumentedAnswer,
  situation: string,
): boolean {
  if (!expectSent(session, exchange, clause)) return false;
  const status = statusOf(exchange);
  if (status !== undefined && statuses.includes(status)) {
    session.report.held(clause);
    return true;
  }
  if (isUndecided(session, exchange, clause)) return false;
  const exchanges = [exchange.repeats ?? [], exchange].flat();
  violateAnswer(session, clause, exchanges, situation, statuses.join(" or "));
  return false;
}

/** Violates clauses by the answer to the last of some calls: "Cancelling order 17 gets 404." */
export function violateAnswer(
  { report }: Reporting,
  clauses: ClauseId | readonly ClauseId[],
  exchanges: readonly Exchange[],
  situation: string,
  expected: string,
): void {
  const received = describeAnswer(exchanges.at(-1)!);
  report.violated(clauses, `${situation} gets ${received}.`, exchanges, { expected, received });
}

/** Observes the answer of the silence that the status means, or the status itself when it has none. */
export function observeStatus(
  { report }: Reporting,
  exchange: Exchange,
  { silence, answers = {} }: Open,
): void {
  if (silence === undefined || isForbidden(exchange)) return;
  report.observe(silence, answers[statusOf(exchange) ?? 0] ?? describeAnswer(exchange));
}
