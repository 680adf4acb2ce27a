/**
 * Judges passing exchanges, each by itself and against earlier ones: which ids the app can have
 * read, and which orders were cancelled. The memory for that is bounded.
 */
import { match } from "../../spec/interface/match.ts";
import { type Note, notesOn } from "../../spec/interface/request-notes.ts";
import { isGood } from "../client/credentials.ts";
import { type Exchange, type Interval, isBefore } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { isServed, statusOf } from "../client/outcome.ts";
import { createFindings, type Finding, type Proof } from "../run/assertions/finding.ts";
import { isListed, type OrderList } from "../run/assertions/order-list.ts";
import { assertSingleExchange, assertStatus } from "../run/assertions/single-exchange.ts";
import type { ObservedExchange } from "./observe.ts";

export interface Judgement {
  readonly findings: readonly Finding[];
  /** About the request. */
  readonly notes: readonly Note[];
}

/** How many list ids we keep: some 20 MB. */
const MAX_IDS = 200_000;
/** How many cancellations we keep: we compare each list with them. */
const MAX_CANCELLED = 1_000;

export function createJudge() {
  const shown = shownIds();
  const cancelled = cancellationTracker();
  const refusals = refusalsOfTheKey();
  return (observed: ObservedExchange): Judgement => {
    const { exchange } = observed;
    const notes = requestNotes(observed, (double) =>
      exchange === undefined ? [] : shown.before(exchange, double),
    );
    if (exchange === undefined) return { findings: [], notes };

    const { findings, list } =
      observed.kept === "nothing"
        ? { findings: assertStatus(exchange), list: undefined }
        : assertSingleExchange(exchange);
    if (list !== undefined) shown.add(list);
    const once = cancelled(observed, list);
    const proven = findings.filter((one) => isProven(one, observed));
    return { findings: [...refusals(observed, proven), ...once], notes };
  };
}

/**
 * Without the good key, an answer proves nothing about keys; without the raw bytes, it does not
 * prove what follows a 204.
 */
function isProven(finding: Finding, { presented, kept, isTypeKnown }: ObservedExchange): boolean {
  if (finding.kind !== "held") return true;
  const { clause } = finding;
  if (clause === "cancel-no-content") return kept === "bytes";
  if (clause === "body-media-type") return isTypeKnown;
  return presented.isKeyKnown || !/^auth-good-key$|-unauthorized$/.test(clause);
}

/** Statuses for an expired key, a ban or a quota. */
const REFUSED: readonly number[] = [401, 402, 403, 420];
/** Limits the findings that wait until the key is served again. */
const MAX_REFUSED_FINDINGS = 10;

/**
 * The good key may have expired, or something in front may refuse it: a refusal was wrong only if
 * the key is served later.
 */
function refusalsOfTheKey() {
  let waiting: Finding[] = [];
  return ({ exchange, presented }: ObservedExchange, found: readonly Finding[]) => {
    const status = exchange?.response?.status ?? 0;
    const withKey = isGood(presented.credential);
    if (withKey && REFUSED.includes(status)) {
      const violated = found.filter(({ kind }) => kind === "violated");
      if (presented.isKeyKnown && waiting.length < MAX_REFUSED_FINDINGS) waiting.push(...violated);
      return found.filter(({ kind }) => kind !== "violated");
    }
    const isServed = withKey && presented.isKeyKnown && status >= 200 && status < 300;
    const released = isServed ? waiting : [];
    if (isServed) waiting = [];
    return [...released, ...found];
  };
}

function requestNotes(
  observed: ObservedExchange,
  orders: (double: number) => Iterable<bigint>,
): readonly Note[] {
  const { exchange, requestBytes, credential } = observed;
  const hasBody = requestBytes > 0;
  const { method, path, query } = exchange?.call ?? { method: "GET" };
  const status = exchange?.response?.status;
  const isPreflight = method === "OPTIONS";
  const request = { method, path, query, credential, hasBody, isPreflight, status };
  return notesOn(request, orders).filter(({ id }) => {
    // Nothing else applies to a request to another service.
    if (exchange === undefined) return id === "outside-base";
    if (id === "key-refused") return status === 401;
    return id !== "preflight" && id !== "already-shipped";
  });
}

/**
 * Maps the double that an id beyond 2^53 is rounded to, to the ids that lists have shown and the
 * time of the first such list. Keeps no list.
 */
function shownIds() {
  const byDouble = new Map<number, Map<bigint, Interval>>();
  let count = 0;
  return {
    add({ keys, exchange: { sentAt, receivedAt } }: OrderList): void {
      const interval = { sentAt, receivedAt };
      for (const key of keys) {
        if (typeof key !== "bigint" || count > MAX_IDS) continue;
        const alike = byDouble.get(Number(key)) ?? new Map<bigint, Interval>();
        byDouble.set(Number(key), alike);
        if (alike.has(key)) continue;
        alike.set(key, interval);
        count++;
      }
    },
    /**
     * Returns the ids that the app can have read before a request; none once there are too many,
     * because the app may have read an id that we did not keep.
     */
    before(exchange: Exchange, double: number): bigint[] {
      if (count > MAX_IDS) return [];
      const alike = [...(byDouble.get(double) ?? [])];
      return alike.flatMap(([id, interval]) => (isBefore(interval, exchange) ? [id] : []));
    },
  };
}

interface Cancellation {
  readonly id: bigint;
  readonly user: string;
  readonly exchange: Exchange;
}

/** Tracks cancelled orders: a second 204 for one of them is a violation (spec/rulings.md). */
function cancellationTracker() {
  const byOrder = new Map<string, Cancellation>();

  /**
   * A cancelled id that is listed again may belong to a new order, after the store was reset. A
   * list that we could not keep may have any order.
   */
  const compare = (listed: Exchange, list: OrderList | undefined, session: string): void => {
    for (const [key, { id, user, exchange }] of byOrder)
      if (
        sessionOf(user) === session &&
        (list === undefined || isListed(list, id)) &&
        isBefore(exchange, listed)
      )
        byOrder.delete(key);
  };

  /** Different users may have different orders with the same id. */
  return ({ exchange, presented, kept }: ObservedExchange, list?: OrderList): Finding[] => {
    const { user } = presented;
    if (exchange === undefined || user === undefined) return [];
    const { operation, orderId: id } = match(exchange.call.method, exchange.call.path);
    const mayList = operation?.id === "listOrders" && kept === "nothing" && isServed(exchange);
    if (list !== undefined || mayList) compare(exchange, list, sessionOf(user));
    const is204 = statusOf(exchange) === 204;
    if (!is204 || operation?.id !== "cancelOrder" || id === undefined || isProbe(exchange.call))
      return [];

    const key = `${id} ${user}`;
    const first = byOrder.get(key)?.exchange;
    if (first !== undefined) return cancelledTwice(id, first, exchange);
    if (byOrder.size < MAX_CANCELLED)
      byOrder.set(key, { id, user, exchange: exchangeWithoutBody(exchange) });
    return [];
  };
}

/** Returns the recording's part of `user`, without the credential. */
const sessionOf = (user: string): string => user.slice(0, user.lastIndexOf(" ") + 1);

function cancelledTwice(id: bigint, one: Exchange, other: Exchange): Finding[] {
  const { recorder, list } = createFindings();
  const why = `Cancelling order ${id} gets 204 a second time.`;
  const detail = { expected: "204 once", received: "204 twice" };
  const inOrder: Proof = one.sentAt <= other.sentAt ? [one, other] : [other, one];
  recorder.violated("cancel-once", why, inOrder, detail);
  return list();
}

/** Drops the body and headers of a cancellation that we keep: a deployment can make them long. */
function exchangeWithoutBody({ response, ...exchange }: Exchange): Exchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { ...response, body: new Uint8Array(), headers: [] } };
}
