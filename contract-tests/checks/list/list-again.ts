/**
 * What only the whole run shows: lists that leave out orders, provided orders that changed, answers of gateways. The last check asks for
 * further lists where these tell more.
 */
import { match } from "../../../spec/interface/match.ts";
import { describeOrder, isListed } from "../../assertions/order-list.ts";
import { asksToWait, durationOf } from "../../client/exchange.ts";
import { type Outage, outagesOf } from "../../ledger/answers.ts";
import { blame } from "../../ledger/attempts.ts";
import {
  type Change,
  hasSucceeded,
  type ProvidedChanges,
  providedChanges,
  vanishedBeside,
} from "../../ledger/changes.ts";
import type { CompleteEntry, Ledger } from "../../ledger/ledger.ts";
import { findGap, findProvidedGap, type Gap, MAX_STALE_MS } from "../../ledger/list-gaps.ts";
import { isBefore } from "../../ledger/moments.ts";
import { describeAnswer } from "../answer-status.ts";
import type { Check, CheckContext, Conclusion } from "../check.ts";
import { reservedOrders } from "../provided-orders.ts";

const UNCHANGED = "cancel-shipped-unchanged";
const ONLY_THAT_ORDER = "cancel-only-that-order";
const NO_OTHER_ORDER =
  "No other order was provided, and orders that were not provided may change at any time.";
const UNREADABLE_LISTS =
  "The lists around the calls could not be read, or contain orders without an id.";
/** Outages of one run from which on they are a fault of the deployment. */
const MANY_OUTAGES = 3;
/** Lists that are asked for where orders of others seem to be missing from one. */
const FURTHER_LISTS = 8;
/** Milliseconds of the wait for a list that tells a change from a field that moves by itself. */
const MAX_OPEN_MS = 30_000;

export const listAgain: Check = {
  id: "list-again",
  area: "list",
  title: "the lists of the run agree, and provided orders changed only as they were cancelled",
  clauses: [
    ...[
      "list-whole",
      ONLY_THAT_ORDER,
      UNCHANGED,
      "auth-no-effect",
      "cancel-malformed-refused",
      "cancel-id-exact",
    ],
    ...["cancel-unauthorized", "list-ok", "cancel-pending", "pets-unauthorized"],
  ] as Check["clauses"],
  async run(context) {
    await Promise.all([context.list(), context.list()]);
    await confirmGap(context);
    await confirmChanges(context);
    concludeHistory(context);
  },
  concludeEarly: concludeHistory,
};

/** Orders of others that are missing from a list prove something only where no old copy explains it: so lists follow with pauses. */
async function confirmGap({ ledger, list, wait }: CheckContext): Promise<void> {
  if (findGap(ledger, 0) === undefined || findGap(ledger, MAX_STALE_MS) !== undefined) return;
  await wait(MAX_STALE_MS);
  await Promise.all(Array.from({ length: FURTHER_LISTS }, () => list()));
  await wait(MAX_STALE_MS);
  await Promise.all([list(), list()]);
}

/** A field that has changed may move by itself: a list after a pause, in which nothing is cancelled, tells. */
async function confirmChanges({ ledger, list, wait }: CheckContext): Promise<void> {
  const { openMs } = providedChanges(ledger);
  if (openMs === 0) return;
  await list();
  await wait(Math.min(openMs, MAX_OPEN_MS));
  await list();
}

function concludeHistory(context: Conclusion): void {
  reportGaps(context);
  reportChanges(context, providedChanges(context.ledger));
  adviseOnCoincidences(context);
  observeCancelledInList(context);
  reportOutages(context);
}

function reportGaps({ config, ledger, report }: Conclusion): void {
  const exchangesOf = ({ before, list, after }: Gap) => [
    before.exchange,
    list.exchange,
    after.exchange,
  ];
  const own = findProvidedGap(ledger, reservedOrders(config));
  if (own !== undefined) {
    const why = `Order ${own.missing[0]}, provided and not cancelled meanwhile, is missing from one list and is in a list before and one after it.`;
    report.violated("list-whole", why, exchangesOf(own));
  }
  const certain = findGap(ledger, MAX_STALE_MS);
  const gap = certain ?? findGap(ledger, 0);
  if (gap === undefined) return;
  const why = `${gap.missing.length} orders, including ${describeOrder(gap.missing[0])}, are missing from one list and are in the lists before and after it.`;
  if (certain !== undefined) report.violated("list-whole", why, exchangesOf(certain));
  else {
    const older = `${why} It may be an older copy: the lists are less than 2 s apart.`;
    report.advise("list-lags", older, exchangesOf(gap));
  }
}

function reportChanges(context: Conclusion, { changes, unchanged }: ProvidedChanges): void {
  const { config, ledger, orders, report } = context;
  const { pending, shipped } = ledger.rules;
  const reserved = reservedOrders(config);
  for (const change of changes) if (reserved.includes(change.id)) violateChange(context, change);
  const last = ledger.lists.at(-1);
  for (const id of orders.shipped) {
    const steps = unchanged.filter((step) => step.id === id);
    const isSeen = steps.some(({ attempts }) =>
      attempts.some(({ attempt }) => attempt.names === id),
    );
    if (isSeen && last !== undefined && isListed(last, id)) report.held(UNCHANGED);
    else if (!changes.some((change) => change.id === id))
      report.unproven(UNCHANGED, `Order ${id}: ${UNREADABLE_LISTS}`);
  }
  if (config.readOnly || pending.length === 0)
    return report.withheld(ONLY_THAT_ORDER, orders.pendingNeeded);
  const isHeld = unchanged.some(({ id, before, after, attempts }) => {
    const cancelled = attempts.filter((entry) => hasSucceeded(entry) && entry.attempt.names !== id);
    return cancelled.some(
      (entry) => isBefore(before.exchange, entry) && isBefore(entry, after.exchange),
    );
  });
  const isAlone = pending.length + shipped.length < 2;
  if (isHeld) report.held(ONLY_THAT_ORDER);
  else report.unproven(ONLY_THAT_ORDER, isAlone ? NO_OTHER_ORDER : UNREADABLE_LISTS);
}

function violateChange(
  { ledger, report }: Conclusion,
  { id, what, before, after, causes }: Change,
): void {
  // Calls that were accepted are likelier than those that were refused.
  const accepted = causes.filter(({ exchange }) => (exchange?.response?.status ?? 500) < 300);
  const suspects = accepted.length > 0 ? accepted : causes;
  const { clauses, words } = blame(suspects, id);
  const isMissing = what === "missing";
  const state = ledger.rules.shipped.includes(id)
    ? "provided as shipped"
    : "provided and not cancelled";
  const why = `After ${words}, order ${id}, ${state}, ${isMissing ? "is no longer listed" : "has changed"}.`;
  const shown = suspects.slice(-2).flatMap(({ exchange }) => exchange ?? []);
  const exchanges = [before.exchange, ...shown, after.exchange];
  const values = { expected: before.watched.get(id) ?? "", received: after.watched.get(id) ?? "" };
  const detail = isMissing ? { expected: "no effect" } : values;
  const isLetIn = clauses[0] === "auth-no-effect" && accepted.length > 0;
  const violated = isLetIn ? [...clauses, "cancel-unauthorized" as const] : clauses;
  const otherwise = isMissing ? "list-whole" : ONLY_THAT_ORDER;
  report.violated(violated.length > 0 ? violated : otherwise, why, exchanges, detail);
}

/** One order of others that vanishes with one of the run is nobody's fault. Two may be of the same pet, or of the same customer. */
function adviseOnCoincidences({ ledger, report }: Conclusion): void {
  const coincidences = vanishedBeside(ledger);
  if (coincidences.length < 2) return;
  const { before, after, cancelled, vanished } = coincidences[0]!;
  const why = `${coincidences.length} times, orders of others vanished when an order was cancelled, such as ${describeOrder(vanished)}, and at no other time.`;
  report.advise("vanished-with-cancelled", why, [
    before.exchange,
    cancelled.exchange!,
    after.exchange,
  ]);
}

/** The answer to cancelled-in-list, of the first order that was cancelled. */
function observeCancelledInList({ ledger, report }: Conclusion): void {
  const [id = 0n] = ledger.gone();
  const by = ledger.cancelledBy(id);
  if (by === undefined) return;
  // Without its id in a list before, it would be unknown whether the order is in the lists after.
  const isShown = ledger.lists.some((list) => isBefore(list.exchange, by) && isListed(list, id));
  const after = ledger.lists.filter((list) => isBefore(by, list.exchange));
  const [first, last] = [after[0], after.at(-1)];
  if (isShown && first !== undefined && last !== undefined && first !== last)
    report.observe(
      "cancelled-in-list",
      isListed(last, id) ? "stays" : isListed(first, id) ? "later" : "vanishes",
    );
}

/** Answers of gateways that were not shown again: advice, and a violation of the clause of the operation in the third outage. */
function reportOutages({ ledger, report }: Conclusion): void {
  const outages = outagesOf(ledger)
    .map((outage) => ({ ...outage, calls: outage.calls.filter((call) => isPassing(call, ledger)) }))
    .filter(({ calls }) => calls.length > 0);
  for (const outage of outages.slice(0, MANY_OUTAGES - 1)) {
    const why = `${describeOutage(outage)}, and documented answers when repeated.`;
    report.advise("server-error-once", why, [outage.calls[0]!.exchange]);
  }
  const third = outages.filter(isOfService)[MANY_OUTAGES - 1];
  const operation = third && operationOf(third.calls[0]!);
  if (third === undefined || operation === undefined) return;
  const why = `${outages.length} times in the run, calls got no answer of the service: ${describeOutage(third)}.`;
  const exchanges = third.calls.slice(0, 2).map(({ exchange }) => exchange);
  report.violated(operation.undocumented, why, exchanges);
}

const operationOf = ({ call }: CompleteEntry) => match(call.method, call.path).operation;

/** Whether the same call was answered later. A request to wait, and a closed connection without a response, are silences. */
function isPassing({ call, exchange }: CompleteEntry, { answered }: Ledger): boolean {
  if (asksToWait(exchange) || (exchange.failure !== undefined && exchange.response === undefined))
    return false;
  return answered.some(
    (later) =>
      isBefore(exchange, later) &&
      isSame(later.call, call) &&
      (later.exchange.response?.status ?? 500) < 500,
  );
}

const isSame = (a: CompleteEntry["call"], b: CompleteEntry["call"]): boolean =>
  a.method === b.method &&
  a.path === b.path &&
  a.credential === b.credential &&
  a.query === b.query;

/** A limiter that has no Retry-After answers 503, too. */
const isOfService = ({ calls }: Outage): boolean =>
  calls.some(
    (entry) => entry.exchange.response?.status !== 503 && operationOf(entry) !== undefined,
  );

function describeOutage({ calls, ...interval }: Outage): string {
  const received = describeAnswer(calls[0]!.exchange);
  const seconds = (durationOf(interval) / 1000).toFixed(1);
  return calls.length === 1
    ? `A call got ${received}`
    : `${calls.length} calls got ${received} within ${seconds} s`;
}
