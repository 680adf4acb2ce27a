/** The key in another place or under another scheme than the contract's, and a wrong key in each of these places. */
import { KEY_PLACEHOLDER } from "../redaction.ts";
import { authorization, basicCredential, headerCredential, queryCredential, unmasked } from "../request-credential.ts";
import { type CredentialEntry, CURL_KEY, keyEntry } from "./credential-entry.ts";

export const ALTERNATIVE_CREDENTIALS = {
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
  "token-scheme": keyEntry("alternative", "the key under the scheme Token", "Token {key}", (key) =>
    authorization(key, "Token "),
  ),
  bare: keyEntry("alternative", "the key without a scheme", "{key}", (key) => authorization(key, "")),
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

type WrongAlternatives = Readonly<Record<`wrong-${keyof typeof ALTERNATIVE_CREDENTIALS}`, CredentialEntry>>;

/** Sent where the key in this place was accepted: a service may not look at what is there. */
export const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVE_CREDENTIALS).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as WrongAlternatives;

function withWrongKey({ name, display, curl, build }: CredentialEntry): CredentialEntry {
  const wrong = unmasked("wrong-key-0123456789");
  return {
    kind: "wrong-alternative",
    name: name.replace("the key", "a wrong key"),
    display: display.replace("the key", "a wrong key").replace(KEY_PLACEHOLDER, "<a wrong key>"),
    curl: curl.replace(CURL_KEY, wrong.sent),
    // Such a text can be part of any response, so it is not searched for.
    build: () => ({ ...build(wrong, wrong), token: undefined }),
  };
}
