/**
 * A gentle run is for a service that bans a client after some bad keys or a burst of calls: fewer than ten of its calls have no
 * good key, and one call is sent at a time. Which ones is stated by the operations.
 */
import { match } from "../../spec/interface/match.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import { type Refusal, type Rules, refusedBecause } from "./policy.ts";

/** Why the call is not sent. */
export const TOO_MANY_BAD_KEYS =
  "A gentle run does not send this call without the good key: it has sent others of its kind.";

/** Why a gentle run must not send the call; undefined when it may. `sent` are the calls of the run so far. */
export function gentleRefusal(
  call: OutgoingCall,
  rules: Rules,
  sent: readonly { readonly call: OutgoingCall }[],
): Refusal | undefined {
  if (rules.gentle !== true) return undefined;
  if (call.barrier !== undefined) return refusedBecause("A gentle run does not send calls at the same moment.");
  if (call.credential === "good") return undefined;
  const kind = kindOf(call, rules);
  const alike = sent.filter((one) => one.call.credential === call.credential && kindOf(one.call, rules) === kind);
  return alike.length < timesOf(call, rules) ? undefined : refusedBecause(TOO_MANY_BAD_KEYS);
}

type Target = keyof Operation["badKeys"];

function kindOf(call: OutgoingCall, rules: Rules): string {
  return `${match(call.method, call.path).operation?.id} ${targetOf(call, rules)}`;
}

function timesOf(call: OutgoingCall, rules: Rules): number {
  const { operation } = match(call.method, call.path);
  const target = targetOf(call, rules);
  if (operation === undefined || target === undefined) return 0;
  const { badKeys }: Operation = OPERATIONS[operation.id];
  const times: Readonly<Record<string, number>> = badKeys[target] ?? {};
  return times[call.credential] ?? 0;
}

/** Undefined for a call that tries its headers or its query, and not the clause of its kind. */
function targetOf({ method, path, query, headers, connection }: OutgoingCall, { pending }: Rules): Target | undefined {
  if (headers !== undefined || (query !== undefined && connection === undefined)) return undefined;
  const { operation, orderId } = match(method, path);
  if (operation?.parameter?.names === "order") {
    if (connection !== undefined || orderId === undefined) return undefined;
    return pending.includes(orderId) ? "pending order" : "absent order";
  }
  if (connection === undefined) return "anything";
  return operation?.badKeys["used connection"] === undefined ? undefined : "used connection";
}
