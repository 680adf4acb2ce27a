/**
 * How the provided orders change from list to list, and which calls can be the cause. Nobody else uses these orders: what changes them
 * is a call of the run, or the service itself.
 */
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import { isListed, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { durationOf } from "../client/exchange.ts";
import { isFor } from "./attempts.ts";
import type { AttemptEntry, Ledger } from "./ledger.ts";
import { byEnd, ENDLESS, type Interval, isBefore, pauseBetween, span } from "./moments.ts";

/** Two lists, of which one had ended before the other began, and the calls that may have changed an order between them. */
interface Step {
  readonly before: OrderList;
  readonly after: OrderList;
  readonly attempts: readonly AttemptEntry[];
}

export interface Change extends Step {
  readonly id: bigint;
  /** The fields that changed, by their positions; `missing` for an order that is no longer listed. */
  readonly what: "missing" | readonly number[];
  /** The calls that can be the cause: those that may mean the order, or else the others. */
  readonly causes: readonly AttemptEntry[];
}

export interface ProvidedChanges {
  readonly changes: readonly Change[];
  /** Steps in which an order stayed as it was. */
  readonly unchanged: readonly (Step & { readonly id: bigint })[];
  /** Milliseconds of the wait before a further list that would tell whether something is a change; 0 when nothing is open. */
  readonly openMs: number;
}

interface History {
  readonly shipped: readonly bigint[];
  /** To each list from the last one before it. */
  readonly steps: readonly Step[];
  /** All in which no call may have changed a provided order: only a field that has changed asks for them. */
  quiet(): readonly Step[];
}

export function providedChanges(ledger: Ledger): ProvidedChanges {
  const history: History = {
    shipped: ledger.rules.shipped,
    steps: stepsOf(ledger, "last"),
    quiet: () => stepsOf(ledger, "all").filter(({ attempts }) => attempts.length === 0),
  };
  const moving = movingFields(history);
  const changes: Change[] = [];
  const unchanged: ProvidedChanges["unchanged"][number][] = [];
  let openMs = 0;
  for (const id of ledger.provided) {
    const until = endOfWatch(ledger, id);
    const watched = identifiedLists(ledger).filter(({ exchange }) => isBefore(exchange, until));
    for (const step of history.steps) {
      if (!isBefore(step.after.exchange, until) || !isListed(step.before, id)) continue;
      const what = whatChanged(history, watched, step, id, moving);
      if (what === "nothing") unchanged.push({ id, ...step });
      else if (what !== "open")
        changes.push({ id, what, ...step, causes: causesOf(ledger.attempts, id, step) });
      else openMs = Math.max(openMs, lengthOf(step), STILL_MS);
    }
  }
  return { changes, unchanged, openMs };
}

/** Orders without an id cannot be followed. */
function identifiedLists({ lists }: Ledger): readonly OrderList[] {
  return lists.filter(({ withoutId }) => withoutId === 0);
}

/** To each list from all before it, or from the one that ended last. */
function stepsOf(ledger: Ledger, which: "all" | "last"): Step[] {
  const lists = identifiedLists(ledger);
  return lists.flatMap((after) => {
    const earlier = lists.filter(({ exchange }) => isBefore(exchange, after.exchange));
    const from =
      which === "all" ? earlier : earlier.sort((a, b) => byEnd(a.exchange, b.exchange)).slice(-1);
    return from.map((before) => ({
      before,
      after,
      attempts: ledger.attemptsBetween(before, after),
    }));
  });
}

export const hasSucceeded = ({ attempt, exchange }: AttemptEntry): boolean =>
  attempt.kind === "cancellation" && exchange?.response?.status === 204;

/**
 * Orders of others that vanish beside the run's own cancellations and at no other time. Nothing where they vanish between other lists,
 * too: others cancel theirs.
 */
export function vanishedBeside(ledger: Ledger) {
  const found: (Step & { readonly cancelled: AttemptEntry; readonly vanished: OrderKey })[] = [];
  for (const step of stepsOf(ledger, "last")) {
    const [vanished] = ledger.ofOthers(step.before.keys.minus(step.after.keys));
    if (vanished === undefined) continue;
    const cancelled = step.attempts.find(hasSucceeded);
    if (cancelled === undefined) return [];
    found.push({ ...step, cancelled, vanished });
  }
  return found;
}

/**
 * A pending order is watched until a call may cancel it, or has cancelled it; a shipped one to the end. What other spellings of an address
 * get without a key may be the page of an app: it ends nothing.
 */
function endOfWatch(ledger: Ledger, id: bigint): Interval {
  const end = ledger.attemptsOn(id).find(({ attempt, exchange }) => {
    const status = exchange?.failure === undefined ? (exchange?.response?.status ?? 0) : 0;
    const isOwn =
      attempt.kind === "cancellation" && attempt.names === id && ledger.rules.pending.includes(id);
    const isAccepted =
      status >= 200 && status < 300 && (attempt.kind !== "bad key" || attempt.names === id);
    return isOwn || (isAccepted && isFor(attempt, id));
  });
  return end ?? ENDLESS;
}

/** The fields, by their position in an Order, that differ between two lists that both have the order. */
function changedFields({ before, after }: Pick<Step, "before" | "after">, id: bigint): number[] {
  const [then, now] = [before, after].map(({ watched }) => watched.get(id)?.split("|"));
  return then && now ? then.flatMap((value, field) => (value === now[field] ? [] : [field])) : [];
}

/** Milliseconds for which a date must be seen to stand still: others are estimated to the second. */
const STILL_MS = 2_000;

const lengthOf = ({ before, after }: Step): number =>
  durationOf(span(before.exchange, after.exchange));

/** `open`: a further list is needed. A change lasts, so that a later list shows it too. */
function whatChanged(
  history: History,
  lists: readonly OrderList[],
  step: Step,
  id: bigint,
  moving: ReadonlySet<number>,
): Change["what"] | "nothing" | "open" {
  const { after } = step;
  const later = lists.filter(({ exchange }) => isBefore(after.exchange, exchange));
  // One that comes back was left out of a list.
  if (!isListed(after, id)) {
    if (later.length === 0) return "open";
    return later.some((list) => isListed(list, id)) ? "nothing" : "missing";
  }
  const fields = changedFields(step, id).filter((field) => !moving.has(field));
  if (fields.length === 0) return "nothing";
  if (later.length === 0) return "open";
  const isLasting = (field: number) =>
    later.some(
      (list) =>
        list.watched.has(id) && !changedFields({ before: after, after: list }, id).includes(field),
    );
  const again = fields.filter((field) => comesAgain(history, step, id, field));
  const effects = fields.filter(
    (field) => isLasting(field) && !mayBeTurn(step, id, field, history),
  );
  const still = effects.filter((field) => standsStill(history, step, field));
  if (again.length + still.length > 0) return [...new Set([...again, ...still])];
  return effects.length > 0 ? "open" : "nothing";
}

/** The provided orders that both lists have. */
const watchedIn = ({ before, after }: Step): bigint[] =>
  [...after.watched.keys()].filter((id) => before.watched.has(id));

/** Whether the field of the provided orders was the same for as long as the step takes, and a date for longer, while no call may have changed it. */
function standsStill({ quiet }: History, step: Step, field: number): boolean {
  const ms = Math.max(lengthOf(step), isDate(field) ? STILL_MS : 0);
  return quiet().some((pair) => {
    const both = watchedIn(pair);
    const isLong = pauseBetween(pair.before.exchange, pair.after.exchange) >= ms;
    return (
      isLong && both.length > 0 && both.every((id) => !changedFields(pair, id).includes(field))
    );
  });
}

const isDate = (field: number): boolean =>
  ORDER_FIELDS[ORDER_FIELD_NAMES[field]!].kind === "date-time";

/**
 * The fields that change by themselves: they differ, of provided orders, although no call may have changed one meanwhile. A single change
 * of a field other than a date may be the late effect of a call.
 */
function movingFields({ steps }: History): ReadonlySet<number> {
  const times = new Map<number, number>();
  for (const step of steps.filter(({ attempts }) => attempts.length === 0))
    for (const id of step.after.watched.keys())
      for (const field of changedFields(step, id)) times.set(field, (times.get(field) ?? 0) + 1);
  return new Set(
    [...times].flatMap(([field, count]) => (count > 1 || isDate(field) ? [field] : [])),
  );
}

/**
 * A date that is estimated to the minute or to the hour stands still and then turns, or is there at last, for all orders of one state at
 * the same moment; where no other has the state, for all orders.
 */
function mayBeTurn(step: Step, id: bigint, field: number, { shipped }: History): boolean {
  if (!isDate(field)) return false;
  const others = watchedIn(step).filter((other) => other !== id);
  const alike = others.filter((other) => shipped.includes(other) === shipped.includes(id));
  return (alike.length > 0 ? alike : others).every((other) =>
    changedFields(step, other).includes(field),
  );
}

/** Whether the field of the order changes with every such call, and with two at least. A date may turn by itself meanwhile. */
function comesAgain(history: History, step: Step, id: bigint, field: number): boolean {
  const kindsIn = ({ attempts }: Step) =>
    attempts.flatMap(({ attempt }) => (attempt.means.length > 0 ? [attempt.kind] : []));
  const kinds = kindsIn(step);
  const alike = history.steps.filter(
    (one) => watchedIn(one).includes(id) && kindsIn(one).some((kind) => kinds.includes(kind)),
  );
  const clear = alike.filter(
    (one) => !mayBeTurn(one, id, field, history) || standsStill(history, one, field),
  );
  return clear.length > 1 && clear.every((one) => changedFields(one, id).includes(field));
}

/** The calls that are for the order, or else may mean it, or else another provided one, or else none. Without one between the lists, an earlier one took effect late. */
function causesOf(
  all: readonly AttemptEntry[],
  id: bigint,
  { after, attempts }: Step,
): readonly AttemptEntry[] {
  const possible =
    attempts.length > 0 ? attempts : all.filter((one) => isBefore(one, after.exchange));
  const likelier = [
    possible.filter(({ attempt }) => isFor(attempt, id)),
    possible.filter(({ attempt }) => attempt.means.includes(id)),
    possible.filter(({ attempt }) => attempt.means.length > 0),
  ];
  return likelier.find((some) => some.length > 0) ?? possible;
}
