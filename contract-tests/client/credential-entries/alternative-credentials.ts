/**
 * The key in another place or under another scheme than the contract's, and a wrong key in each of these places. Places of which
 * a request can have several are tried with one call first.
 */

import { KEY_PLACEHOLDER } from "../redaction.ts";
import {
  basicCredential,
  headerCredential,
  queryCredential,
  type RequestCredential,
  unmasked,
} from "../request-credential.ts";
import { type CredentialEntry, CURL_KEY, keyEntry } from "./credential-entry.ts";

const IN_ONE_PLACE = {
  basic: {
    kind: "alternative",
    name: "the key as user name of Basic",
    build: (key) => basicCredential(key, ""),
    display: "Authorization: Basic <the key as user, no password>",
    curl: `-u "${CURL_KEY}:"`,
  },
  "basic-password": {
    kind: "alternative",
    name: "the key as password of Basic",
    build: (key) => basicCredential(key, "user"),
    display: "Authorization: Basic <user, the key as password>",
    curl: `-u "user:${CURL_KEY}"`,
  },
  "token-scheme": keyEntry("alternative", "the key under the scheme Token", "Token {key}"),
  bare: keyEntry("alternative", "the key without a scheme", "{key}"),
  "x-api-key": {
    kind: "alternative",
    name: "the key in X-API-Key",
    build: (key) => headerCredential(key, "X-API-Key"),
    display: `X-API-Key: ${KEY_PLACEHOLDER}`,
    curl: `-H "X-API-Key: ${CURL_KEY}"`,
  },
  "query-api-key": {
    kind: "alternative",
    name: "the key in the query as api_key",
    build: (key) => queryCredential(key, "api_key"),
    display: "(the key in the query)",
    curl: `-G --data-urlencode "api_key=${CURL_KEY}"`,
  },
  "query-access-token": {
    kind: "alternative",
    // RFC 6750, section 2.3.
    name: "the key in the query as access_token",
    build: (key) => queryCredential(key, "access_token"),
    display: "(the key in the query)",
    curl: `-G --data-urlencode "access_token=${CURL_KEY}"`,
  },
  cookie: {
    kind: "alternative",
    name: "the key in a cookie",
    build: (key) => headerCredential(key, "Cookie", "api_key="),
    display: `Cookie: api_key=${KEY_PLACEHOLDER}`,
    curl: `-b "api_key=${CURL_KEY}"`,
  },
} as const satisfies Readonly<Record<string, CredentialEntry>>;

/** Places that one request can have together: each is tried alone where this is not refused. */
const PARTS = ["x-api-key", "cookie", "query-api-key", "query-access-token"] as const;
const COMBINED: readonly CredentialEntry[] = PARTS.map((part) => IN_ONE_PLACE[part]);

export const ALTERNATIVE_CREDENTIALS = {
  ...IN_ONE_PLACE,
  "other-places": {
    kind: "alternative",
    name: "the key in X-API-Key, in a cookie and in the query",
    build: (key, wrong) => combineCredentials(COMBINED.map(({ build }) => build(key, wrong))),
    display: [...new Set(COMBINED.map(({ display }) => display))].join("\n"),
    curl: COMBINED.map(({ curl }) => curl).join(" "),
    parts: PARTS,
  },
} as const satisfies Readonly<Record<string, CredentialEntry>>;

function combineCredentials(credentials: readonly RequestCredential[]): RequestCredential {
  const queries = credentials.flatMap(({ query = [] }) => query);
  return {
    headers: credentials.flatMap(({ headers }) => headers),
    query: {
      sent: queries.map(({ sent }) => sent).join("&"),
      masked: queries.map(({ masked }) => masked).join("&"),
    },
    token: credentials[0]?.token,
  };
}

type Alternative = keyof typeof ALTERNATIVE_CREDENTIALS;

/** Those that are tried first, in the order of the table. */
export const ALTERNATIVES_TRIED = (Object.keys(ALTERNATIVE_CREDENTIALS) as Alternative[]).filter(
  (name) => !PARTS.some((part) => part === name),
);

type WrongAlternatives = Readonly<Record<`wrong-${Alternative}`, CredentialEntry>>;

/** Sent where the key in this place was accepted: a service may not look at what is there. */
export const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVE_CREDENTIALS).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as WrongAlternatives;

function withWrongKey({ name, display, curl, build, parts = [] }: CredentialEntry): CredentialEntry {
  const wrong = unmasked("wrong-key-0123456789");
  return {
    kind: "wrong-alternative",
    name: name.replaceAll("the key", "a wrong key"),
    display: display.replaceAll("the key", "a wrong key").replaceAll(KEY_PLACEHOLDER, "<a wrong key>"),
    curl: curl.replaceAll(CURL_KEY, wrong.sent),
    parts: parts.map((part) => `wrong-${part}`),
    // Such a text can be part of any response, so it is not searched for.
    build: () => ({ ...build(wrong, wrong), token: undefined }),
  };
}
