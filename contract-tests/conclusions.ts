/** What only the whole run shows: lists that leave out orders, orders of others that vanish, answers of gateways. Nothing is sent. */
import { match } from "../spec/interface/match.ts";
import { describeOrder, isListed, type OrderKey } from "./assertions/order-list.ts";
import { asksToWait, describeAnswer, isGatewayAnswer, isOpenEnded } from "./client/answer.ts";
import { durationOf, type Exchange, isBefore } from "./client/exchange.ts";
import { MAX_STALE_MS } from "./session/compare.ts";
import { findGap, findProvidedGap, type Gap } from "./session/list-gaps.ts";
import type { Session } from "./session/session.ts";

/** Outages of one run from which on they are a fault of the deployment. */
const MANY_OUTAGES = 3;
/** Gateway answers with at most this many milliseconds between them belong to one outage, also where the service has answered in between. */
const MAX_PAUSE_MS = 1_000;

export function conclude(s: Session): void {
  reportGaps(s);
  adviseOnCoincidences(s);
  observeCancelledInList(s);
  reportOutages(s);
  reportCutOff(s);
}

function reportGaps(s: Session): void {
  const exchangesOf = ({ before, list, after }: Gap) => [
    before.exchange,
    list.exchange,
    after.exchange,
  ];
  const own = findProvidedGap(s);
  if (own !== undefined) {
    const why = `Order ${own.missing[0]}, provided and not cancelled meanwhile, is missing from one list and is in a list before and one after it.`;
    s.report.violated("list-whole", why, exchangesOf(own));
  }
  const certain = findGap(s, MAX_STALE_MS);
  const gap = certain ?? findGap(s, 0);
  if (gap === undefined) return;
  const why = `${gap.missing.length} orders, including ${describeOrder(gap.missing[0])}, are missing from one list and are in the lists before and after it.`;
  if (certain !== undefined) s.report.violated("list-whole", why, exchangesOf(certain));
  else {
    const older = `${why} It may be an older copy: the lists are less than 2 s apart.`;
    s.report.advise("list-lags", older, exchangesOf(gap));
  }
}

/** One order of others that vanishes with one of the run is nobody's fault. Two may be of the same pet, or of the same customer. */
function adviseOnCoincidences(s: Session): void {
  const found: { readonly exchanges: readonly Exchange[]; readonly vanished: OrderKey }[] = [];
  const lists = s.lists.filter(({ withoutId }) => withoutId === 0);
  for (const [nth, after] of lists.entries()) {
    const before = lists[nth - 1];
    const [vanished] = before === undefined ? [] : s.ofOthers(before.keys.minus(after.keys));
    if (before === undefined || vanished === undefined) continue;
    const cancelled = [...s.cancelled.values()].find(
      (one) => one.receivedAt > before.exchange.sentAt && one.sentAt < after.exchange.receivedAt,
    );
    // They vanish at other times, too: others cancel theirs.
    if (cancelled === undefined) return;
    found.push({ exchanges: [before.exchange, cancelled, after.exchange], vanished });
  }
  const [first] = found;
  if (first === undefined || found.length < 2) return;
  const why = `${found.length} times, orders of others vanished when an order was cancelled, such as ${describeOrder(first.vanished)}, and at no other time.`;
  s.report.advise("vanished-with-cancelled", why, first.exchanges);
}

/** The answer to cancelled-in-list, of the first order that was cancelled. */
function observeCancelledInList({ cancelled, lists, report }: Session): void {
  const [first] = cancelled;
  if (first === undefined) return;
  const [id, by] = first;
  // Without its id in a list before, it would be unknown whether the order is in the lists after.
  const isShown = lists.some((list) => isBefore(list.exchange, by) && isListed(list, id));
  const after = lists.filter((list) => isBefore(by, list.exchange));
  const [next, last] = [after[0], after.at(-1)];
  if (!isShown || next === undefined || last === undefined || next === last) return;
  const observed = isListed(last, id) ? "stays" : isListed(next, id) ? "later" : "vanishes";
  report.observe("cancelled-in-list", observed);
}

/** Answers of gateways that were not shown again: advice, and a violation of the clause of the operation in the third outage. */
function reportOutages({ exchanges, report }: Session): void {
  const outages = outagesOf(exchanges, isGatewayAnswer)
    .map((calls) => calls.filter((call) => isPassing(call, exchanges)))
    .filter((calls) => calls.length > 0);
  for (const calls of outages.slice(0, MANY_OUTAGES - 1)) {
    const why = `${describeOutage(calls)}, and documented answers when repeated.`;
    report.advise("server-error-once", why, [calls[0]!]);
  }
  const ofService = outages.filter(isOfService);
  const third = ofService[MANY_OUTAGES - 1];
  const operation = third?.flatMap((call) => operationOf(call) ?? [])[0];
  if (third === undefined || operation === undefined) return;
  const why = `${ofService.length} times in the run, calls got no answer of the service: ${describeOutage(third)}.`;
  report.violated(operation.undocumented, why, third.slice(0, 2));
}

/** A response that is cut off is asked for again: a connection may break. Often, it is the service. */
function reportCutOff({ exchanges, report }: Session): void {
  // A restart cuts off several at one moment.
  const moments = outagesOf(exchanges, isCutOff);
  const third = moments[MANY_OUTAGES - 1]?.[0];
  const operation = third && operationOf(third);
  if (third === undefined || operation === undefined) return;
  const why = `${moments.length} times in the run, responses were cut off, as this one: ${describeAnswer(third)}.`;
  report.violated(operation.undocumented, why, [third]);
}

function isCutOff({ failure, response }: Exchange): boolean {
  return failure?.kind === "reset" && response !== undefined;
}

/**
 * The calls that got no answer of the service, as `isMet` tells, by outage. The service may have answered others meanwhile: one of two
 * backends may be away.
 */
function outagesOf(
  exchanges: readonly Exchange[],
  isMet: (exchange: Exchange) => boolean,
): Exchange[][] {
  const outages: Exchange[][] = [];
  let wasAnswered = true;
  for (const exchange of exchanges) {
    if (!isMet(exchange)) {
      wasAnswered ||= !isOpenEnded(exchange);
      continue;
    }
    const last = outages.at(-1);
    const endedAt = Math.max(...(last ?? []).map(({ receivedAt }) => receivedAt));
    const isSoon = exchange.sentAt - endedAt <= MAX_PAUSE_MS;
    const isAgain = last?.some((one) => wasNotAnswered(one, exchange, exchanges, isMet));
    if (last !== undefined && (!wasAnswered || isSoon || isAgain)) last.push(exchange);
    else outages.push([exchange]);
    wasAnswered = false;
  }
  return outages;
}

/** Whether two exchanges are of the same call, which was not answered between them. */
function wasNotAnswered(
  before: Exchange,
  after: Exchange,
  all: readonly Exchange[],
  isMet: (exchange: Exchange) => boolean,
): boolean {
  const between = (one: Exchange) => isBefore(before, one) && isBefore(one, after);
  return (
    isSame(before.call, after.call) &&
    !all.some((one) => isSame(one.call, after.call) && between(one) && !isMet(one))
  );
}

const operationOf = ({ call }: Exchange) => match(call.method, call.path).operation;

/** Whether the same call was answered later. A request to wait, and a closed connection without a response, are silences. */
function isPassing(exchange: Exchange, all: readonly Exchange[]): boolean {
  if (asksToWait(exchange) || (exchange.failure !== undefined && exchange.response === undefined))
    return false;
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

/** A limiter that has no Retry-After answers 503, too. */
const isOfService = (calls: readonly Exchange[]): boolean =>
  calls.some((one) => one.response?.status !== 503 && operationOf(one) !== undefined);

function describeOutage(calls: readonly Exchange[]): string {
  const [first] = calls;
  const received = describeAnswer(first!);
  const { sentAt } = first!;
  const receivedAt = Math.max(...calls.map((call) => call.receivedAt));
  const seconds = (durationOf({ sentAt, receivedAt }) / 1000).toFixed(1);
  return calls.length === 1
    ? `A call got ${received}`
    : `${calls.length} calls got ${received} within ${seconds} s`;
}
