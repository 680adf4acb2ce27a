/** What only the whole run shows: lists that leave out orders, orders of others that vanish, answers of gateways. Nothing is sent. */
import { match } from "../spec/interface/match.ts";
import { describeOrder, isListed, type OrderList } from "./assertions/order-list.ts";
import { asksToWait, describeAnswer, isGatewayAnswer, isOpenEnded } from "./client/answer.ts";
import { durationOf, type Exchange, type Interval, isBefore } from "./client/exchange.ts";
import { isProbe } from "./client/nature.ts";
import { MAX_STALE_MS } from "./session/budget.ts";
import { changedFields, isDate } from "./session/compare.ts";
import { findGap, findProvidedGap, type Gap } from "./session/list-gaps.ts";
import type { Session } from "./session/session.ts";

const ONLY_THAT_ORDER = "cancel-only-that-order";
const EXACT = "cancel-id-exact";
/** The same of responses that are cut off while the operation is served before and after. */
const MANY_CUT_OFF = 5;
/** Outages of one run from which on they are a fault of the deployment. */
const MANY_OUTAGES = 3;
/** Gateway answers with at most this many milliseconds between them belong to one outage, also where the service has answered in between. */
const MAX_PAUSE_MS = 1_000;

export function conclude(s: Session): void {
  settleDoubts(s);
  reportGaps(s);
  judgeOthers(s);
  expectNotRounded(s);
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

/**
 * Orders that were provided as pending, and got 404 or 409 at first, were perhaps not pending. They were if none can be cancelled, or if one is
 * listed in the end although cancelled orders leave the list (spec/rulings.md).
 */
function settleDoubts(s: Session): void {
  const { doubts, cancelled, lists, report, config } = s;
  const last = lists.at(-1);
  const isStill = (id: bigint) => last !== undefined && isListed(last, id);
  const leaveTheList = [...cancelled].some(
    ([id, by]) =>
      !isStill(id) && lists.some((list) => isBefore(list.exchange, by) && isListed(list, id)),
  );
  const stayInTheList = [...cancelled.keys()].some(isStill);
  // All were tried, and none could be cancelled.
  const areAllRefused =
    cancelled.size === 0 && s.ended === undefined && config.pending.every((id) => s.asked.has(id));

  for (const { id, exchange, clauses } of doubts) {
    const received = describeAnswer(exchange);
    const what = s.provided.includes(id) ? "provided as pending" : "which is listed";
    const gets = `Cancelling order ${id}, ${what}, gets ${received}`;
    const detail = { expected: "204", received };
    // A long id that is not found was cut off or rounded.
    const violated = [...clauses.filter((clause) => clause === EXACT), "cancel-pending"] as const;
    const isCertain = !stayInTheList && (leaveTheList || config.disposable === true);
    if (received === "404" && last !== undefined && isStill(id) && isCertain)
      report.violated(violated, `${gets}, and it is listed.`, [last.exchange, exchange], detail);
    else if (areAllRefused)
      report.violated(
        violated,
        `${gets}, and none of those provided can be cancelled: were they pending?`,
        [exchange],
        detail,
      );
    else {
      const why = `${gets}: was it pending? Provide another one: --pending ID.`;
      report.unproven([...clauses, "cancel-pending"], why);
    }
  }
}

/** Cancellations beside which others' orders must change, each of them, before the run takes that for their effect. */
const MIN_CANCELLATIONS = 3;

/**
 * What happens to orders of others beside cancellations of the run, and at no other time: their effect where it is beside each of several,
 * which follow random pauses; else a coincidence.
 */
function judgeOthers(s: Session): void {
  const lists = s.lists.filter(({ withoutId }) => withoutId === 0);
  const acts = actsOf(s, lists);
  const found = new Map<Interval, { readonly exchanges: Exchange[]; readonly what: string }>();
  for (const [nth, after] of lists.entries()) {
    const before = lists[nth - 1];
    const what = before && changeOfOthers(s, before, after);
    if (before === undefined || what === undefined) continue;
    const [from, to] = [before.exchange.sentAt, after.exchange.receivedAt];
    const act = acts.find(({ sentAt, receivedAt }) => receivedAt > from && sentAt < to);
    // They change at other times, too: somebody else uses them.
    if (act === undefined) return;
    found.set(act, { exchanges: [before.exchange, act.first, after.exchange], what });
  }

  const [first] = found.values();
  if (first === undefined) return;
  const why = `Beside ${found.size} of ${acts.length} cancellations, and at no other time, orders of others change: ${first.what}.`;
  if (found.size >= MIN_CANCELLATIONS && found.size === acts.length)
    return s.report.violated(ONLY_THAT_ORDER, why, first.exchanges);
  s.report.unproven(ONLY_THAT_ORDER, why);
  s.report.advise("changed-with-cancelled", why, first.exchanges);
}

/** The cancellations that had an effect; those between which there is no list are one. */
function actsOf({ cancelled }: Session, lists: readonly OrderList[]) {
  const acts: (Interval & { readonly first: Exchange })[] = [];
  for (const one of [...cancelled.values()].toSorted((a, b) => a.sentAt - b.sentAt)) {
    const last = acts.at(-1);
    const isApart = lists.some(
      ({ exchange }) => last && isBefore(last, exchange) && isBefore(exchange, one),
    );
    if (last === undefined || isApart) {
      acts.push({ sentAt: one.sentAt, receivedAt: one.receivedAt, first: one });
      continue;
    }
    const receivedAt = Math.max(last.receivedAt, one.receivedAt);
    acts.splice(-1, 1, { ...last, receivedAt });
  }
  return acts;
}

/** `order 5 vanishes`, `quantity of order 5 changes`. */
function changeOfOthers(s: Session, before: OrderList, after: OrderList): string | undefined {
  const [vanished] = s.ofOthers(before.keys.minus(after.keys));
  if (vanished !== undefined) return `${describeOrder(vanished)} vanishes`;
  for (const id of before.watched.keys()) {
    if (s.provided.includes(id)) continue;
    const [field] = changedFields(before, after, id).filter(
      (one) => !s.moving.has(one) && !isDate(one),
    );
    if (field !== undefined) return `${field} of order ${id} changes`;
  }
  return undefined;
}

/** How a service can lose the digits of an id. */
const ROUNDINGS = [
  (id: bigint) => BigInt(Number(id)),
  (id: bigint) => BigInt.asIntN(32, id),
  (id: bigint) => BigInt.asUintN(32, id),
];

/** The cancelled order stays in the list, and the one with its rounded id leaves it: that was cancelled. */
function expectNotRounded({ cancelled, lists, report }: Session): void {
  const last = lists.at(-1);
  if (last === undefined) return;
  for (const [id, by] of cancelled) {
    const before = lists.findLast((list) => isBefore(list.exchange, by));
    const rounded = ROUNDINGS.map((round) => round(id)).find(
      (other) =>
        other !== id &&
        !cancelled.has(other) &&
        before &&
        isListed(before, other) &&
        !isListed(last, other),
    );
    if (before === undefined || rounded === undefined || !isListed(last, id)) continue;
    const why = `Cancelling order ${id} gets 204; it stays in the list, and order ${rounded}, which is ${id} when it is rounded, leaves it.`;
    report.violated(EXACT, why, [before.exchange, by, last.exchange]);
  }
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
  const plain = third.filter(({ call }) => !isProbe(call));
  report.violated(operation.undocumented, why, (plain.length > 0 ? plain : third).slice(0, 2));
}

/** A response that is cut off is asked for again: a connection may break. Often, it is the service. */
function reportCutOff({ exchanges, report }: Session): void {
  // A restart cuts off several at one moment; between these, others are answered.
  const moments = exchanges.filter(isCutOff).filter((one, nth, all) => {
    const last = all[nth - 1];
    const isAnswered = (other: Exchange) =>
      last !== undefined &&
      isBefore(last, other) &&
      isBefore(other, one) &&
      !isOpenEnded(other) &&
      operationOf(other) === operationOf(one);
    return last === undefined || exchanges.some(isAnswered);
  });
  const outages = outagesOf(exchanges, isCutOff);
  const isMany = moments.length >= MANY_CUT_OFF || outages.length >= MANY_OUTAGES;
  const cutOff = exchanges.filter(isCutOff);
  const last = isMany ? (cutOff.findLast(({ call }) => !isProbe(call)) ?? cutOff[0]) : undefined;
  const operation = last && operationOf(last);
  if (last === undefined || operation === undefined) return;
  const why = `${Math.max(moments.length, outages.length)} times in the run, responses were cut off, as this one: ${describeAnswer(last)}.`;
  report.violated(operation.undocumented, why, [last]);
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
