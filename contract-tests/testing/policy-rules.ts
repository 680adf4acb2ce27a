/** Asks the safety rules, with these provided ids and this list. */

import type { OutgoingCall } from "../client/calls.ts";
import type { Credential } from "../client/credentials.ts";
import { OrderIndex } from "../run/assertions/order-list.ts";
import { readOrderList } from "../run/assertions/order-list-body.ts";
import { ListedIds } from "../safety/listed-ids.ts";
import { refusal } from "../safety/policy.ts";
import type { Refusal, Rules } from "../safety/rules.ts";
import { sampleExchange } from "./sample-exchange.ts";

export const RULES: Rules = {
  readOnly: false,
  pending: [17n, 9007199254740993n],
  shipped: [4n],
  absent: [],
};
export const READ_ONLY: Rules = { ...RULES, readOnly: true };
/** An id like those that a run draws. */
export const DRAWN = 0x5555_5555_ccdd_eeffn;
/** Returns the ids in a list with this body; undefined if it cannot be read. */
export function list(body: string | Uint8Array): ListedIds | undefined {
  const response = sampleExchange({}, { body }).response!;
  const { ids } = readOrderList(response, [], new OrderIndex());
  if (ids === undefined) return undefined;
  const listed = new ListedIds();
  listed.add(ids);
  return listed;
}
export const LISTED =
  list(`[{"id":17},{"id":4},{"id":9007199254740993},{"id":2147483648},{"id":23,"petId":55,"quantity":66,
  "shipDate":"2026-01-09T08:30:00Z"}]`);

export function cancel(
  segment: string,
  credential: Credential = "good",
  more: Partial<OutgoingCall> = {},
): OutgoingCall {
  return { method: "DELETE", path: `/store/orders/${segment}`, credential, ...more };
}
export const refused = (
  call: OutgoingCall,
  rules = RULES,
  listed: ListedIds | "none" | undefined = LISTED,
): Refusal | undefined =>
  refusal(call, rules, { listed: listed === "none" ? undefined : listed, drawn: new Set([DRAWN]) });
export const allowed = (...args: Parameters<typeof refused>): boolean =>
  refused(...args) === undefined;
/** Returns those of some texts that may be sent in place of an id, with the good key. */
export const sent = (
  texts: readonly string[],
  rules?: Rules,
  listed?: Parameters<typeof refused>[2],
): string[] => texts.filter((text) => allowed(cancel(text), rules, listed));
