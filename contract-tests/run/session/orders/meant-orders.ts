/**
 * The orders that a careless service may take a cancellation to mean, by the readings with which
 * safety/policy.ts allowed the call.
 */
import { type OutgoingCall, orderText } from "../../../client/calls.ts";
import { idInterpretations } from "../../../safety/id-interpretations.ts";

/**
 * Returns the ids that a call may mean: a number in the path, the query, the body or a header may
 * be one. Empty for a call that cancels nothing.
 */
export function ordersMeant(call: OutgoingCall, ids: readonly bigint[]): readonly bigint[] {
  const { method, path, query = "", body = "", headers = [] } = call;
  if (method !== "DELETE") return [];
  const text = orderText(call);
  const read = text === undefined ? numbersIn(path) : idInterpretations(text);
  const values = headers.flatMap(([, value]) => (/^\d+$/.test(value) ? [value] : []));
  const beside = numbersIn([query, body, ...values].join(" "));
  return ids.filter((id) => read.has(id) || beside.has(id));
}

function numbersIn(text: string): Set<bigint> {
  return new Set([...text.matchAll(/-?\d{1,40}/g)].map(([digits]) => BigInt(digits)));
}
