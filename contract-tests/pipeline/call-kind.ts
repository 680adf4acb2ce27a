/** Calls that are likely to be answered, or not to be, in the same way. */
import { match } from "../../spec/interface/match.ts";
import { isProbe, type OutgoingCall } from "../client/exchange.ts";

export function kindOf(call: OutgoingCall): string {
  const { operation, isValid } = match(call.method, call.path);
  const key = call.credential === "good" ? "good" : "bad";
  return `${operation?.id ?? call.path} ${isValid} ${isProbe(call)} ${key}`;
}

/**
 * Whether a careless service may break down at the call, so that it is not repeated: a cancellation with the key that the interface does not
 * have. Without the key, it is refused before its text is read.
 */
export function mayEndService({ method, path, credential }: OutgoingCall): boolean {
  const { operation, isValid } = match(method, path);
  return method === "DELETE" && credential === "good" && (operation === undefined || !isValid);
}
