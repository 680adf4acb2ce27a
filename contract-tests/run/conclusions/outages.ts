/**
 * Gateway answers and cut-off responses: an accident once, a fault of the deployment if they happen
 * often.
 */
import { match } from "../../../spec/interface/match.ts";
import { durationOf, type Exchange, isBefore } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { describeAnswer, outcomeOf } from "../../client/outcome.ts";
import type { Session } from "../session/session.ts";

/** From this many outages in one run, they are a fault of the deployment. */
const MANY_OUTAGES = 3;
/**
 * Gateway answers at most this many milliseconds apart belong to one outage, even if the service
 * has answered in between.
 */
const MAX_PAUSE_MS = 1_000;
/**
 * From this many cut-off responses in one run, they are a fault of the deployment. Only those with
 * answers between them count.
 */
const MANY_CUT_OFF = 5;

/**
 * Reports gateway answers that a repetition did not get: as advice, and in the third outage as a
 * violation of the operation's clause.
 */
export function reportOutages({ exchanges, report }: Session): void {
  const outages = outagesOf(exchanges, isOfGateway)
    .map((calls) => calls.filter((call) => isPassing(call, exchanges)))
    .filter((calls) => calls.length > 0);
  for (const calls of outages.slice(0, MANY_OUTAGES - 1)) {
    const why = `${describeOutage(calls)}, and documented answers when repeated.`;
    report.advise("server-error-once", why, [calls[0]!]);
  }
  const ofService = outages.filter(isOfService);
  const third = ofService[MANY_OUTAGES - 1];
  const operation = third?.flatMap((call) => outageOperation(call) ?? [])[0];
  if (third === undefined || operation === undefined) return;
  const why = `${ofService.length} times in the run, calls got no answer of the service: ${describeOutage(third)}.`;
  const shown = third.find(({ call }) => !isProbe(call)) ?? third[0]!;
  report.violated(operation.undocumented, why, [shown]);
}

/**
 * Reports many cut-off responses. We repeat a call whose response is cut off, because a connection
 * may break; if that happens often, the service is at fault.
 */
export function reportCutOff({ exchanges, report }: Session): void {
  const cutOff = exchanges.filter(isCutOff);
  // A restart cuts off several responses at one moment; between two moments, others of the
  // operation are answered.
  const moments = cutOff.filter((one, nth) => {
    const last = cutOff[nth - 1];
    const isBetween = (other: Exchange) =>
      last !== undefined && isBefore(last, other) && isBefore(other, one);
    const isAnswered = (other: Exchange) =>
      !outcomeOf(other).mayActLater && outageOperation(other) === outageOperation(one);
    return last === undefined || exchanges.some((other) => isBetween(other) && isAnswered(other));
  });
  const outages = outagesOf(exchanges, isCutOff);
  const isMany = moments.length >= MANY_CUT_OFF || outages.length >= MANY_OUTAGES;
  const last = cutOff.findLast(({ call }) => !isProbe(call)) ?? cutOff[0];
  const operation = last && outageOperation(last);
  if (!isMany || last === undefined || operation === undefined) return;
  const times = Math.max(moments.length, outages.length);
  const why = `${times} times in the run, responses were cut off, as this one: ${describeAnswer(last)}.`;
  report.violated(operation.undocumented, why, [last]);
}

/** True if a gateway or nobody has answered, also if the answer asks to wait. */
function isOfGateway(exchange: Exchange): boolean {
  const { kind, mayActLater } = outcomeOf(exchange);
  return kind === "gateway" || (kind === "wait" && mayActLater);
}

function isCutOff({ failure, response }: Exchange): boolean {
  return failure?.kind === "reset" && response !== undefined;
}

/**
 * Groups the calls for which `isMet` is true by outage. The service may have answered other calls
 * meanwhile: one of two backends may be away.
 */
function outagesOf(
  exchanges: readonly Exchange[],
  isMet: (exchange: Exchange) => boolean,
): Exchange[][] {
  const outages: Exchange[][] = [];
  let wasAnswered = true;
  for (const exchange of exchanges) {
    if (!isMet(exchange)) {
      wasAnswered ||= !outcomeOf(exchange).mayActLater;
      continue;
    }
    const last = outages.at(-1) ?? [];
    const isSoon = last.some((one) => exchange.sentAt - one.receivedAt <= MAX_PAUSE_MS);
    // A repeated call continues the last outage if it was part of it and has got no other answer
    // since.
    const isBeforeThis = (one: Exchange) =>
      isSame(one.call, exchange.call) && isBefore(one, exchange);
    const before = exchanges.findLast(isBeforeThis);
    const isAgain = before !== undefined && last.includes(before);
    if (wasAnswered && !isSoon && !isAgain) outages.push([exchange]);
    else last.push(exchange);
    wasAnswered = false;
  }
  return outages;
}

const outageOperation = ({ call }: Exchange) => match(call.method, call.path).operation;

/**
 * True if the same call was answered later. A request to wait, and a connection closed without a
 * response, are open questions and do not count.
 */
function isPassing(exchange: Exchange, all: readonly Exchange[]): boolean {
  const { kind, status } = outcomeOf(exchange);
  if (kind !== "gateway" || status === undefined) return false;
  return all.some(
    (later) =>
      isBefore(exchange, later) &&
      isSame(later.call, exchange.call) &&
      (later.response?.status ?? 500) < 500,
  );
}

const isSame = (a: Exchange["call"], b: Exchange["call"]): boolean =>
  a.method === b.method &&
  a.path === b.path &&
  a.credential === b.credential &&
  a.query === b.query;

/** True if one of the calls got no 503, which a rate limiter without Retry-After sends, too. */
const isOfService = (calls: readonly Exchange[]): boolean =>
  calls.some((one) => one.response?.status !== 503 && outageOperation(one) !== undefined);

function describeOutage(calls: readonly Exchange[]): string {
  const first = calls[0]!;
  const received = describeAnswer(first);
  if (calls.length === 1) return `A call got ${received}`;
  const receivedAt = Math.max(...calls.map((call) => call.receivedAt));
  const seconds = (durationOf({ ...first, receivedAt }) / 1000).toFixed(1);
  return `${calls.length} calls got ${received} within ${seconds} s`;
}
