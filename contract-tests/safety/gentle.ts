/**
 * A gentle run is for a service that bans a client after some bad keys or a burst of calls: fewer
 * than ten of its calls lack the good key, and it sends one call at a time. The operations state
 * which calls these are.
 */
import { match } from "../../spec/interface/match.ts";
import type { OutgoingCall } from "../client/calls.ts";
import { isGood } from "../client/credentials.ts";
import { refusedBecause } from "./policy.ts";
import type { Refusal, Rules } from "./rules.ts";

export const TOO_MANY_BAD_KEYS =
  "A gentle run does not send this call without the good key: it has sent others of its kind.";

/**
 * Returns why a gentle run must not send the call; undefined if it may. `sent`: the calls of the
 * run so far.
 */
export function gentleRefusal(
  call: OutgoingCall,
  rules: Rules,
  sent: readonly { readonly call: OutgoingCall }[],
): Refusal | undefined {
  if (rules.gentle !== true) return undefined;
  if (call.credential === "good") return undefined;
  const times = timesOf(call, rules);
  const alike = sent.filter(
    (one) => one.call.credential === call.credential && timesOf(one.call, rules) === times,
  );
  return alike.length < (times?.[call.credential] ?? 0)
    ? undefined
    : refusedBecause(TOO_MANY_BAD_KEYS);
}

/**
 * The maximum number of calls in a quiet run, except DELETE, and how many of these may lack the
 * good key: so few alarm nobody who watches the logs of a production target. A run is quiet if it
 * is read-only or has no orders.
 */
export const MAX_QUIET_CALLS = 80;
const MAX_QUIET_BAD_KEYS = 20;

/**
 * Returns why a quiet run must not send the call after those that it has sent; undefined if it may.
 */
export function quietRefusal(
  { method, credential }: OutgoingCall,
  sent: { readonly calls: number; readonly badKeys: number },
): Refusal | undefined {
  if (method === "DELETE") return undefined;
  if (sent.calls >= MAX_QUIET_CALLS)
    return refusedBecause(`The run is quiet: it sends at most ${MAX_QUIET_CALLS} calls.`);
  if (isGood(credential) || sent.badKeys < MAX_QUIET_BAD_KEYS) return undefined;
  return refusedBecause(
    `The run is quiet: it sends at most ${MAX_QUIET_BAD_KEYS} calls without the good key.`,
  );
}

/**
 * Returns how many calls of this kind may be sent with each bad key. Returns undefined for a call
 * that tries its headers or its query instead of the clause of its kind.
 */
function timesOf(
  { method, path, query, headers, connection }: OutgoingCall,
  { pending }: Rules,
): Readonly<Record<string, number>> | undefined {
  const { operation, orderId } = match(method, path);
  const isProbe = headers !== undefined || (query !== undefined && connection === undefined);
  if (operation === undefined || isProbe) return undefined;
  const { badKeys, parameter } = operation;
  if (parameter?.names !== "order")
    return badKeys[connection === undefined ? "anything" : "used connection"];
  if (connection !== undefined || orderId === undefined) return undefined;
  return badKeys[pending.includes(orderId) ? "pending order" : "absent order"];
}
