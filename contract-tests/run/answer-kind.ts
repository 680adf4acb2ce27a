/** The kinds of answers of which a deployment may give a wrong one now and then. */
import { operationOf } from "../assertions/response.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";
import type { RunState } from "./run-state.ts";

export const ANSWER_KINDS = [
  "lists",
  "lists without the key",
  "unknown orders",
  "shipped orders",
  "orders cancelled before",
  "cancellations without the key",
  "pets without the key",
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Undefined for a call that is of none of these kinds, such as one with a malformed id. */
export function answerKindOf(
  call: OutgoingCall,
  { shipped }: Pick<Rules, "shipped">,
  { guard, cancelledIds }: Pick<RunState, "guard" | "cancelledIds">,
): AnswerKind | undefined {
  const operation = operationOf(call);
  const isGood = call.credential === "good";
  if (operation?.id === "listOrders") return isGood ? "lists" : "lists without the key";
  if (operation?.id === "getPet") return isGood ? undefined : "pets without the key";
  if (operation?.known !== true) return undefined;
  if (!isGood) return "cancellations without the key";
  const id = BigInt(call.path.slice(call.path.lastIndexOf("/") + 1));
  if (guard.drawn.has(id)) return "unknown orders";
  if (shipped.includes(id)) return "shipped orders";
  return cancelledIds.has(id) ? "orders cancelled before" : undefined;
}
