/** The rule of safety, as the tests of it ask: with these ids handed over, and this list. */
import type { Credential } from "../client/credentials.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import { type Refusal, type Rules, refusal } from "../safety/policy.ts";

export const RULES: Rules = { readOnly: false, pending: [17n, 9007199254740993n], shipped: [4n], absent: [] };
export const READ_ONLY: Rules = { ...RULES, readOnly: true };
/** In the form of ids that a run draws. */
export const DRAWN = 0x5555_5555_ccdd_eeffn;
export const list = (body: string): Uint8Array => Buffer.from(body);
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
export const refused = (call: OutgoingCall, rules = RULES, last: Uint8Array | "none" = LISTED): Refusal | undefined =>
  refusal(call, rules, { list: last === "none" ? undefined : last, drawn: new Set([DRAWN]) });
export const allowed = (...args: Parameters<typeof refused>): boolean => refused(...args) === undefined;
