/** The kinds of advice that a run can give, as reports and `strict` name them. */
import { ALTERNATIVES, type Alternative } from "./keys-elsewhere.ts";

const ADVICE_KINDS = [
  "absent-id-taken",
  "bad-keys-blocked",
  "base-address",
  "byte-order-mark",
  "changed-with-cancelled",
  "compression-unasked",
  "conflict-body",
  "credential-echoed",
  "date-form",
  "duplicate-name",
  "fields-misnamed",
  "head-open",
  "integer-form",
  "key-elsewhere",
  "length-of-nothing",
  "list-lags",
  "list-of-one-length",
  "list-total",
  "malformed-before-key",
  "malformed-credential",
  "malformed-no-answer",
  "malformed-server-error",
  "may-only-list",
  "negative-id",
  "pets-gone",
  "probe-refused",
  "refused-by-a-firewall",
  "second-cancel",
  "server-error-once",
  "similar-id-accepted",
  "status-203",
  "sunset",
  "unusual-status",
] as const;

/**
 * Advice that the good key is also accepted in another place, where a wrong one is refused:
 * `key-by-query-api-key`.
 */
type KeyElsewhere = `key-by-${Alternative}`;

export type AdviceId = (typeof ADVICE_KINDS)[number] | KeyElsewhere;

export const ADVICE_IDS: readonly AdviceId[] = [
  ...ADVICE_KINDS,
  ...(Object.keys(ALTERNATIVES) as Alternative[]).map((place): KeyElsewhere => `key-by-${place}`),
];
