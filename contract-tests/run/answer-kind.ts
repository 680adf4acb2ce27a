/** The kind of the answer to a call. */
import { operationOf } from "../assertions/response.ts";
import type { AnswerKind } from "../checks/answer-kinds.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";
import type { RunState } from "./run-state.ts";

/** Undefined for a call that is of none of these kinds, such as one with a malformed id. */
export function answerKindOf(
  call: OutgoingCall,
  { shipped, absent }: Pick<Rules, "shipped" | "absent">,
  { guard, cancelledIds }: Pick<RunState, "guard" | "cancelledIds">,
): AnswerKind | undefined {
  const operation = operationOf(call);
  const isGood = call.credential === "good";
  if (operation?.id === "listOrders") return isGood ? "lists" : "lists without the key";
  if (operation?.id === "getPet") return isGood ? undefined : "pets without the key";
  if (operation?.known !== true) return undefined;
  if (!isGood) return "cancellations without the key";
  const id = BigInt(call.path.slice(call.path.lastIndexOf("/") + 1));
  if (guard.drawn.has(id) || absent.includes(id)) return "unknown orders";
  if (shipped.includes(id)) return "shipped orders";
  return cancelledIds.has(id) ? "orders cancelled before" : undefined;
}
