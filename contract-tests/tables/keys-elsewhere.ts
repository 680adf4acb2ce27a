/**
 * The key in another place or under another scheme than the contract's: advice if it is accepted.
 * Because the key would get into access logs, we send it there only if that harms nobody.
 */
import { type CredentialEntry, headerCredential, ofKind, withWrongKey } from "./credential.ts";
import type { Table } from "./table.ts";

export const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Places that one request can combine: we try each alone if the combination is not refused. */
const PARTS = ofKind("alternative", {
  "x-api-key": { name: "the key in X-API-Key", fields: { "X-API-Key": "{key}" } },
  cookie: { name: "the key in a cookie", fields: { Cookie: "api_key={key}" } },
  "query-api-key": { name: "the key in the query as api_key", fields: { "?api_key": "{key}" } },
  // RFC 6750, section 2.3 defines this place.
  "query-access-token": {
    name: "the key in the query as access_token",
    fields: { "?access_token": "{key}" },
  },
});

const TRIED_FIRST = ofKind("alternative", {
  basic: {
    ...headerCredential("Basic {made}", "the key as user name of Basic"),
    make: (key) => base64(`${key}:`),
    made: "the base64 of the key and a colon",
  },
  "basic-password": {
    ...headerCredential("Basic {made}", "the key as password of Basic"),
    make: (key) => base64(`user:${key}`),
    made: "the base64 of user, a colon and the key",
  },
  "token-scheme": headerCredential("Token {key}", "the key under the scheme Token"),
  bare: headerCredential("{key}", "the key without a scheme"),
  "other-places": {
    name: "the key in X-API-Key, in a cookie and in the query",
    fields: Object.assign({}, ...Object.values(PARTS).map(({ fields }) => fields)),
    parts: Object.keys(PARTS),
  },
});

export const ALTERNATIVES = { ...TRIED_FIRST, ...PARTS };
export type Alternative = keyof typeof ALTERNATIVES;

/** Sent if the key was accepted in this place: a service may not look at what is there. */
export const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVES).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as Readonly<Record<`wrong-${Alternative}`, CredentialEntry>>;

const PLACES = Object.keys(TRIED_FIRST) as (keyof typeof TRIED_FIRST)[];

export const LIST_KEYS_ELSEWHERE: Table<Alternative> = {
  clauses: ["list-unauthorized"],
  unit: "keys",
  quiet: PLACES,
};

export const ORDER_KEYS_ELSEWHERE: Table<Alternative> = {
  clauses: ["cancel-unauthorized"],
  unit: "keys",
  thorough: PLACES,
};
