/** What a careless key check lets in: each predicate is true of requests that the good key does not carry. */
import { bearer, type Operation, type Service } from "./service.ts";
import { field, type Request } from "./wire.ts";

export type Lets = (request: Request, key: string) => boolean;

const authorization = (request: Request): string | undefined => field(request, "authorization");
const token =
  (test: (token: string, key: string) => boolean): Lets =>
  (request, key) => {
    const sent = bearer(request);
    return sent !== undefined && test(sent, key);
  };

/** Not the key: by name, with the words of a title. */
export const CARELESS: Readonly<Record<string, readonly [title: string, lets: Lets]>> = {
  "no-header": ["without an Authorization header", (request) => authorization(request) === undefined],
  "blank-header": ["with a blank Authorization header", (request) => authorization(request) === ""],
  "empty-token": ["with a Bearer scheme and no token", (request) => /^bearer\s*$/i.test(authorization(request) ?? "")],
  "any-token": ["with any bearer token", token((sent) => sent.trim() !== "")],
  "any-header": ["with any Authorization header", (request) => (authorization(request) ?? "") !== ""],
  "same-length": ["with any token as long as the key", token((sent, key) => sent.length === key.length)],
  "long-token": ["with any token of eight characters and more", token((sent) => sent.length >= 8)],
  "key-start": ["with the start of the key", token((sent, key) => sent !== "" && key.startsWith(sent))],
  "all-but-last": ["with the key but for its last character", token((sent, key) => sent === key.slice(0, -1))],
  "first-character": ["with the first character of the key", token((sent, key) => sent === key[0])],
  "key-and-more": ["with the key and more behind it", token((sent, key) => sent.startsWith(key))],
  "more-and-key": ["with the key and more before it", token((sent, key) => sent.endsWith(key))],
  "key-within": ["with the key somewhere in the token", token((sent, key) => sent.includes(key))],
  "other-case": ["with the key in other case", token((sent, key) => sent.toLowerCase() === key.toLowerCase())],
  "last-differs": [
    "with a key that differs in its last character",
    token((sent, key) => sent.length === key.length && sent.slice(0, -1) === key.slice(0, -1)),
  ],
  "key-end": ["with the end of the key", token((sent, key) => sent !== "" && key.endsWith(sent))],
  "all-but-first": ["with the key but for its first character", token((sent, key) => sent === key.slice(1))],
  "first-differs": [
    "with a key that differs in its first character",
    token((sent, key) => sent.length === key.length && sent.slice(1) === key.slice(1)),
  ],
  "first-other-case": [
    "with a key whose first letter is in the other case",
    token((sent, key) => sent.slice(1) === key.slice(1) && sent[0]?.toLowerCase() === key[0]?.toLowerCase()),
  ],
  "no-punctuation": [
    "with the key but for its punctuation",
    token((sent, key) => sent.replace(/\W/g, "") === key.replace(/\W/g, "")),
  ],
  "before-a-comma": ["with the key before a comma and more", token((sent, key) => sent.split(",")[0] === key)],
  "any-x-api-key": ["with anything in X-API-Key", (request) => field(request, "x-api-key") !== undefined],
  "any-query-key": ["with any api_key in the query", (request) => new URLSearchParams(request.query).has("api_key")],
  "eight-characters": [
    "with whatever agrees in eight characters",
    token((sent, key) => sent.slice(0, 8) === key.slice(0, 8)),
  ],
  undefined: ["with the token undefined", token((sent) => sent === "undefined")],
  null: ["with the token null", token((sent) => sent === "null")],
  twice: ["with the key twice", token((sent, key) => sent.split(" ")[0] === key)],
  "in-a-list": [
    "with the key as the second of two credentials",
    (request, key) => (authorization(request) ?? "").split(/,\s*/).includes(`Bearer ${key}`),
  ],
  wildcard: ["with a wildcard as token", token((sent) => sent === "*")],
  "any-basic": ["with any Basic credentials", (request) => /^basic ./i.test(authorization(request) ?? "")],
  "any-digest": ["with any Digest credentials", (request) => /^digest ./i.test(authorization(request) ?? "")],
};

/** The key by another road than the contract's. */
export const OTHER_ROADS: Readonly<Record<string, readonly [title: string, lets: Lets]>> = {
  basic: ["as the user of Basic", (request, key) => basic(request)?.[0] === key],
  "basic-password": ["as the password of Basic", (request, key) => basic(request)?.[1] === key],
  "token-scheme": ["behind the scheme Token", (request, key) => authorization(request) === `Token ${key}`],
  bare: ["without a scheme", (request, key) => authorization(request) === key],
  "x-api-key": ["in X-API-Key", (request, key) => field(request, "x-api-key") === key],
  "query-api-key": [
    "as api_key in the query",
    (request, key) => new URLSearchParams(request.query).get("api_key") === key,
  ],
  "query-access-token": [
    "as access_token in the query",
    (request, key) => new URLSearchParams(request.query).get("access_token") === key,
  ],
  cookie: ["in a cookie", (request, key) => (field(request, "cookie") ?? "").split(/;\s*/).includes(`api_key=${key}`)],
};

function basic(request: Request): string[] | undefined {
  const encoded = /^basic (\S+)$/i.exec(authorization(request) ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString().split(":");
}

/** The service also lets in what `lets` says, on these operations. */
export function alsoAdmits(service: Service, on: readonly Operation[], lets: Lets): void {
  const { admits } = service;
  service.admits = (request) =>
    admits(request) || (on.includes(service.operation(request)) && lets(request, service.key));
}
