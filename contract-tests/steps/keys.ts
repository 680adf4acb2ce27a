/** The credentials that are tried, by what they are tried on. What each is, and how it is judged, stands in client/credentials.ts. */
import { ALTERNATIVES_TRIED, type Credential, credentialsOf } from "../client/credentials.ts";
import type { Session } from "../session/session.ts";

type Keys = readonly Credential[];

/** On the cancellation of a pending order. */
export const ORDER_KEYS: Keys = [
  ...credentialsOf("none", "wrong", "unusual"),
  ...(["wrong-token-scheme", "wrong-bare", "wrong-basic"] as const),
];

/** One of each kind of special keys: the list is tried with all of them. */
export const SPECIAL_KEYS: Keys = ["middle-changed", "jwt-unsigned", "pattern-any", "sql", "test"];

/** On the list. */
export const LIST_KEYS: Keys = credentialsOf("none", "wrong", "special", "unusual");

const FEW_WRONG: Keys = ["wrong", "empty", "truncated", "first-character", "extended"];
/** On the pets operation, whose check of the key is likely to be that of the list. */
export const PETS_KEYS: Keys = [
  ...FEW_WRONG,
  "swapped-case",
  "undefined",
  ...credentialsOf("unusual"),
];

/** At the same moment as other calls, in each round one: with a list, and with the cancellation of a pending order. */
export const LIST_KEYS_TOGETHER: Keys = ["none", "wrong", "test", "admin", "secret", "changeme"];
export const ORDER_KEYS_TOGETHER: Keys = ["wrong", ...SPECIAL_KEYS];

/** Once more, on the list. */
export const LIST_KEYS_AGAIN: Keys = ["none", "truncated"];

/** The key in other places than the bearer token would stand in access logs: it is sent there only where that harms nobody. */
export function alternativeKeys({ config }: Session): Keys {
  return config.keyElsewhere === true ? ALTERNATIVES_TRIED : [];
}
