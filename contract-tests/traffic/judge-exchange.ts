/**
 * Judges what passes, each exchange by itself, and with what the ones before have shown: which ids the app can have read, and which
 * orders were cancelled. What is kept for that is bounded.
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
import type { Observed } from "./observe.ts";

export interface Judgement {
  readonly findings: readonly Finding[];
  /** On the request. */
  readonly notes: readonly Note[];
}

/** Ids that are kept of lists: some 20 MB. */
const MAX_IDS = 200_000;
/** Cancellations that are kept: each list is compared with them. */
const MAX_CANCELLED = 1_000;

export function createJudge() {
  const shown = shownIds();
  const cancelled = cancelledOrders();
  const refusals = refusalsOfTheKey();
  return (observed: Observed): Judgement => {
    const { exchange } = observed;
    const notes = notesOf(observed, (double) =>
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

/** What an answer says of a key is not proven where the good key is not known; nor what follows a 204 where its bytes are not. */
function isProven(finding: Finding, { presented, kept, isTypeKnown }: Observed): boolean {
  if (finding.kind !== "held") return true;
  const { clause } = finding;
  if (clause === "cancel-no-content") return kept === "bytes";
  if (clause === "body-media-type") return isTypeKnown;
  return presented.isKeyKnown || !/^auth-good-key$|-unauthorized$/.test(clause);
}

/** A key that has expired, a ban or a quota answers with these. */
const REFUSED: readonly number[] = [401, 402, 403, 420];
/** Refusals that wait for the key to be served. */
const MAX_WAITING = 10;

/** The good key may have expired, or be refused by something in front: only if it is served again was it refused by mistake. */
function refusalsOfTheKey() {
  let waiting: Finding[] = [];
  return ({ exchange, presented }: Observed, found: readonly Finding[]) => {
    const status = exchange?.response?.status ?? 0;
    const withKey = isGood(presented.credential);
    if (withKey && REFUSED.includes(status)) {
      const violated = found.filter(({ kind }) => kind === "violated");
      if (presented.isKeyKnown && waiting.length < MAX_WAITING) waiting.push(...violated);
      return found.filter(({ kind }) => kind !== "violated");
    }
    const isServed = withKey && presented.isKeyKnown && status >= 200 && status < 300;
    const released = isServed ? waiting : [];
    if (isServed) waiting = [];
    return [...released, ...found];
  };
}

function notesOf(
  observed: Observed,
  orders: (double: number) => Iterable<bigint>,
): readonly Note[] {
  const { exchange, requestBytes, credential } = observed;
  const hasBody = requestBytes > 0;
  const { method, path, query } = exchange?.call ?? { method: "GET" };
  const status = exchange?.response?.status;
  const isPreflight = method === "OPTIONS";
  const request = { method, path, query, credential, hasBody, isPreflight, status };
  return notesOn(request, orders).filter(({ id }) => {
    // There is nothing else to say about a request to another service.
    if (exchange === undefined) return id === "outside-base";
    if (id === "key-refused") return status === 401;
    return id !== "preflight" && id !== "already-shipped";
  });
}

/** The ids beyond 2^53 that lists have shown, by the double that they are rounded to, each with the time of the first such list. No list is kept. */
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
    /** The ids that an app can have read before a request. None once there are too many: an id that is not kept may have been read, too. */
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

/** Orders that were cancelled: a second 204 for one of them is a violation (spec/rulings.md). */
function cancelledOrders() {
  const byOrder = new Map<string, Cancellation>();

  /** An order that is listed again may be another one with its id, of a store that was reset. A list that is not known may show any. */
  const compare = (listed: Exchange, list: OrderList | undefined, session: string): void => {
    for (const [key, { id, user, exchange }] of byOrder)
      if (
        sessionOf(user) === session &&
        (list === undefined || isListed(list, id)) &&
        isBefore(exchange, listed)
      )
        byOrder.delete(key);
  };

  /** `user`: two that are not the same may have different orders with one id. */
  return ({ exchange, presented, kept }: Observed, list?: OrderList): Finding[] => {
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
      byOrder.set(key, { id, user, exchange: withoutBody(exchange) });
    return [];
  };
}

/** The recording, without the credential. */
const sessionOf = (user: string): string => user.slice(0, user.lastIndexOf(" ") + 1);

function cancelledTwice(id: bigint, one: Exchange, other: Exchange): Finding[] {
  const { recorder, list } = createFindings();
  const why = `Cancelling order ${id} gets 204 a second time.`;
  const detail = { expected: "204 once", received: "204 twice" };
  const inOrder: Proof = one.sentAt <= other.sentAt ? [one, other] : [other, one];
  recorder.violated("cancel-once", why, inOrder, detail);
  return list();
}

/** The part of a cancellation that is kept; its body is as long as the deployment likes. */
function withoutBody({ response, ...exchange }: Exchange): Exchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { ...response, body: new Uint8Array(), headers: [] } };
}
