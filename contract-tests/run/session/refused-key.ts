/**
 * Explains why a key that was served before is refused now: a ban or a quota in front of the
 * service, an expired key, or a key that may only list. None of them is the service's doing
 * (spec/rulings.md).
 */

import { cancellationOf, LIST_WITH_KEY } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { isSuccess, outcomeOf, statusOf } from "../../client/outcome.ts";
import type { Recorder } from "../assertions/finding.ts";
import { MAX_STALE_MS } from "./budget.ts";
import type { Sender } from "./sender.ts";

/** Statuses of a ban, a quota or a missing permission. */
const REFUSALS: readonly number[] = [401, 402, 403, 420];
/** A served list is recent if it is among this many last exchanges. */
const RECENT = 10;
/** Why a clause about cancelling is unproven. */
export const MAY_ONLY_LIST =
  "The key may only list: every cancellation with it gets 403. Use a key that may cancel.";

/**
 * Asks whether other plain calls with the key are served. Throws RunEnded if none is, and some were
 * before. Resolves with true if the key may only list, false if it may cancel, and `known` if the
 * calls do not tell.
 */
export async function explainRefusal(
  sender: Sender,
  exchange: Exchange,
  report: Recorder,
  known: boolean | undefined,
): Promise<boolean | undefined> {
  const { call } = exchange;
  const isGood = call.credential === "good";
  const status = statusOf(exchange);
  // A bad key must get 401.
  if (!isRefused(exchange) || isProbe(call) || (!isGood && status === 401)) return known;
  if (sender.received.listed === undefined) return known;
  const isForbidden = isGood && status === 403 && call.method === "DELETE";
  const mayOnlyList = known ?? (isForbidden ? await isOnlyForLists(sender) : undefined);
  if (isForbidden && mayOnlyList) {
    if (known === undefined) report.advise("may-only-list", MAY_ONLY_LIST, [exchange]);
    return true;
  }
  // Many bad keys may get such a status, so we do not ask again what was answered a moment ago. The
  // lists of steps do not count: a ban may have begun since.
  const recent = sender.received.exchanges.slice(-RECENT);
  const isServed = recent.some((one) => one.call === LIST_WITH_KEY && isSuccess(one));
  if (!isGood && isServed) return mayOnlyList;
  if (!isRefused(await sender.send(LIST_WITH_KEY))) return mayOnlyList;

  // A service may know its keys again a moment later: then the refusal is the service's own answer.
  await sender.wait(MAX_STALE_MS, `every call gets ${status}`);
  if (!isRefused(await sender.send(LIST_WITH_KEY))) return mayOnlyList;
  const remedy =
    status === 401
      ? "It has expired, or is locked out after many wrong keys: --gentle sends fewer."
      : "This looks like a ban or a quota: --gentle sends fewer bad keys, --rate N fewer calls per second.";
  const { sent } = sender.budget;
  throw sender.end(`After ${sent} calls, every call with the key gets ${status}. ${remedy}`);
}

/**
 * True if each cancellation gets 403, for an unknown, a shipped and a pending order, while the list
 * is served.
 */
async function isOnlyForLists(sender: Sender): Promise<boolean> {
  const { orders, received } = sender;
  const isPermitted = (one: Exchange) => {
    const { method, credential } = one.call;
    const { kind, status } = outcomeOf(one);
    const isPlain = method === "DELETE" && credential === "good" && !isProbe(one.call);
    return isPlain && kind === "answered" && status !== 403;
  };
  if (received.exchanges.some(isPermitted)) return false;
  const { shipped, pending } = orders.rules;
  for (const id of [sender.draw(), ...shipped.slice(0, 1), ...pending.slice(0, 1)])
    if (isPermitted(await sender.send(cancellationOf(id)))) return false;
  return !isRefused(await sender.send(LIST_WITH_KEY));
}

function isRefused(exchange: Exchange): boolean {
  return REFUSALS.includes(statusOf(exchange) ?? 0);
}
