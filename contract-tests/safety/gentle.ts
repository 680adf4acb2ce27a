/**
 * A gentle run is for a service that bans a client after some bad keys or a burst of calls: fewer than ten of its calls have no
 * good key, and one call is sent at a time.
 */
import { routePath } from "../../spec/interface/operations.ts";
import type { Credential } from "../client/credentials.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Rules } from "./policy.ts";

type CallKind = "list" | "list again" | "cancel pending" | "cancel absent" | "pets";

/** How often a gentle run sends a call without the good key, by what it is for: nine calls, each for another clause. */
const PLAN: Readonly<Record<CallKind, { readonly [Name in Credential]?: number }>> = {
  list: { none: 1, wrong: 1 },
  // On a connection on which the good key was accepted.
  "list again": { none: 1 },
  // Once more when the order is cancelled.
  "cancel pending": { none: 2, wrong: 1 },
  "cancel absent": { none: 1 },
  pets: { none: 2 },
};

/** Why the call is not sent. */
export const TOO_MANY_BAD_KEYS =
  "A gentle run does not send this call without the good key: it has sent others of its kind.";

/** Calls without the good key that were sent, by their kind and credential. */
export type BadKeyCounts = Record<string, number>;

/** Why a gentle run must not send the call; undefined when it may. */
export function gentleRefusal(call: OutgoingCall, rules: Rules, sent: BadKeyCounts): string | undefined {
  if (rules.gentle !== true) return undefined;
  if (call.barrier !== undefined) return "A gentle run does not send calls at the same moment.";
  const entry = planEntry(call, rules);
  if (entry === undefined) return undefined;
  return (sent[entry.name] ?? 0) < entry.times ? undefined : TOO_MANY_BAD_KEYS;
}

/** To be called for each call that is sent. */
export function countBadKey(call: OutgoingCall, rules: Rules, sent: BadKeyCounts): void {
  const entry = planEntry(call, rules);
  if (entry !== undefined) sent[entry.name] = (sent[entry.name] ?? 0) + 1;
}

/** Undefined for a call with the good key. */
function planEntry(call: OutgoingCall, rules: Rules): { readonly name: string; readonly times: number } | undefined {
  const { credential } = call;
  if (credential === "good") return undefined;
  const kind = kindOf(call, rules);
  return { name: `${kind} ${credential}`, times: kind === undefined ? 0 : (PLAN[kind][credential] ?? 0) };
}

function kindOf(call: OutgoingCall, { pending }: Rules): CallKind | undefined {
  const { method, path, query, headers, connection } = call;
  // Such a call tries its headers or its query, and not the clause of its kind.
  if (headers !== undefined || (query !== undefined && connection === undefined)) return undefined;
  const route = routePath(path);
  if (method === "GET" && route?.operation.id === "listOrders") return connection === undefined ? "list" : "list again";
  if (connection !== undefined) return undefined;
  if (method === "GET" && route?.operation.id === "getPet") return "pets";
  if (method !== "DELETE" || route?.orderId === undefined) return undefined;
  return pending.includes(route.orderId) ? "cancel pending" : "cancel absent";
}
