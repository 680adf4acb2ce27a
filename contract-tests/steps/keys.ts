/** The credentials that are tried, by what they are tried on. What each is, and how it is judged, stands in client/credentials.ts. */
import { ALTERNATIVES_TRIED, type Credential, credentialsOf } from "../client/credentials.ts";
import type { Session } from "../session/session.ts";

type Keys = readonly Credential[];

/** The first ones are sent in each run, so they are those that find most. */
function ordered(first: Keys, all: Keys): Keys {
  return [...new Set([...first, ...all])];
}

/** Keys that find most, on whatever they are tried. */
const MOST_TELLING = [
  "none",
  "wrong",
  "extended",
  "other-places-wrong",
  "first-case",
  "truncated",
] as const satisfies Keys;

/** On the cancellation of a pending order. */
export const ORDER_KEYS: Keys = ordered(
  [
    ...MOST_TELLING,
    "list",
    "without-first-char",
    "wrong-basic",
    "jwt-unsigned",
    "blank-header",
    "scheme-only",
    "undefined",
    "last-changed",
    "wrong-bare",
    "first-character",
  ],
  [
    // Not what a sound service may accept: the order would be cancelled.
    ...credentialsOf("none", "wrong", "unusual").filter((name) => name !== "repeated"),
    "wrong-token-scheme",
  ],
);

/** One of each kind of special keys: the list is tried with all of them. */
export const SPECIAL_KEYS: Keys = ["middle-changed", "jwt-unsigned", "pattern-any", "sql", "test"];

/** On the list, those first that find most. */
const ALL_LIST_KEYS: Keys = ordered(
  [
    ...MOST_TELLING,
    "jwt-unsigned",
    "quoted",
    "basic-empty",
    "without-first-char",
    "list",
    "wildcard",
    "middle-case",
    "full-width",
    "long-after",
    "percent",
    "test",
    "sql",
    "pattern-any",
    "blank-header",
    "scheme-only",
    "undefined",
    "last-changed",
    "wrong-bare",
    "wrong-token-scheme",
    "first-part",
    "repeated",
    "null",
    "first-character",
    "digest-wrong",
    "last-part",
    "scheme-twice",
    "admin",
    "base64",
    "escaped",
    "colon-after",
    "special-key",
    "api-key-example",
    "assigned",
    "zero",
    "list-first",
    "template-variable",
    "semicolon-after",
    "very-long",
    "true",
    "not-equal",
    "member-name",
    "readme-example",
    "template-braces",
    "python-none",
    "windows-variable",
  ],
  credentialsOf("none", "wrong", "special", "unusual"),
);

/** How many of them are sent early in the run. */
const FEW = 11;
export const LIST_KEYS: Keys = ALL_LIST_KEYS.slice(0, FEW);
export const FURTHER_LIST_KEYS: Keys = ALL_LIST_KEYS.slice(FEW);

/** On the pets operation, whose check of the key is likely to be that of the list. */
export const PETS_KEYS: Keys = ordered(
  ["wrong", "truncated", "swapped-case", "undefined"],
  ["empty", "first-character", "extended", ...credentialsOf("unusual")],
);

/** At the same moment as other calls, in each round one: with a list, and with the cancellation of a pending order. */
export const LIST_KEYS_TOGETHER: Keys = ["none", "wrong", "test", "admin", "secret", "changeme"];
export const ORDER_KEYS_TOGETHER: Keys = ["wrong", ...SPECIAL_KEYS];

/** Once more, on the list. */
export const LIST_KEYS_AGAIN: Keys = ["none", "truncated"];

/** The key in other places than the bearer token would stand in access logs: it is sent there only where that harms nobody. */
export function alternativeKeys({ config }: Session): Keys {
  return config.keyElsewhere === true ? ALTERNATIVES_TRIED : [];
}
