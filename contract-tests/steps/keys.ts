/** The credentials that are tried, by what they are tried on. What each is, and how it is judged, stands in client/credentials.ts. */
import { ALTERNATIVES_TRIED, type Credential, credentialsOf } from "../client/credentials.ts";
import type { SessionConfig } from "../session/session.ts";

/** On the cancellation of a pending order. */
export const ORDER_KEYS: readonly Credential[] = credentialsOf("none", "wrong", "unusual");

/** One of each kind of special keys: the list is tried with all of them. */
export const SPECIAL_KEYS = [
  "middle-changed",
  "jwt-unsigned",
  "pattern-any",
  "sql",
  "test",
] as const satisfies readonly Credential[];

/** On the list. */
export const LIST_KEYS: readonly Credential[] = credentialsOf(
  "none",
  "wrong",
  "special",
  "unusual",
);

/** On the pets operation, whose check of the key is likely to be that of the list. */
export const PETS_KEYS: readonly Credential[] = [
  "wrong",
  "empty",
  "truncated",
  "first-character",
  "extended",
  "swapped-case",
  "undefined",
  ...credentialsOf("unusual"),
];

/** At the same moment as other calls: a list is asked for with one of these in each round, and a pending order is cancelled with one of those. */
export const LIST_KEYS_TOGETHER = [
  "none",
  "wrong",
  "test",
  "admin",
  "secret",
  "changeme",
] as const satisfies readonly Credential[];
export const ORDER_KEYS_TOGETHER = ["wrong", ...SPECIAL_KEYS] as const satisfies {
  readonly length: typeof LIST_KEYS_TOGETHER.length;
};

/** Once more, on the list. */
export const LIST_KEYS_AGAIN = ["none", "truncated"] as const satisfies readonly Credential[];

/** The key in other places than the bearer token would stand in access logs: it is sent there only where that harms nobody. */
export function alternativeKeys({ keyElsewhere }: SessionConfig): readonly Credential[] {
  return keyElsewhere === true ? ALTERNATIVES_TRIED : [];
}
