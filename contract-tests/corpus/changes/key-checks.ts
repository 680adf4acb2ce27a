/** Key checks that accept too much: each predicate is true of requests that do not carry the key as the contract has it. */
import { header, type Request } from "../raw-http.ts";
import { bearer, type Operation } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";

export type Accepts = (request: Request, key: string) => boolean;

const authorization = (request: Request): string | undefined => header(request, "authorization");
const token =
  (test: (token: string, key: string) => boolean): Accepts =>
  (request, key) => {
    const sent = bearer(request);
    return sent !== undefined && test(sent, key);
  };
const parameters = (request: Request): URLSearchParams => new URLSearchParams(request.query);

/** What is accepted although it is not the key, in the words of a title. */
export const NOT_THE_KEY: Readonly<Record<string, readonly [words: string, accepts: Accepts]>> = {
  "no-header": ["requests without an Authorization header", (request) => authorization(request) === undefined],
  "blank-header": ["an empty Authorization header", (request) => authorization(request) === ""],
  "empty-token": ["the Bearer scheme without a token", (request) => /^bearer\s*$/i.test(authorization(request) ?? "")],
  "any-token": ["any bearer token", token((sent) => sent.trim() !== "")],
  "any-header": ["any Authorization header", (request) => (authorization(request) ?? "") !== ""],
  "same-length": ["any token with the length of the key", token((sent, key) => sent.length === key.length)],
  "long-token": ["any token of eight characters or more", token((sent) => sent.length >= 8)],
  "key-start": ["a prefix of the key", token((sent, key) => sent !== "" && key.startsWith(sent))],
  "all-but-last": ["the key without its last character", token((sent, key) => sent === key.slice(0, -1))],
  "first-character": ["the first character of the key", token((sent, key) => sent === key[0])],
  "key-and-more": ["the key followed by other text", token((sent, key) => sent.startsWith(key))],
  "more-and-key": ["the key preceded by other text", token((sent, key) => sent.endsWith(key))],
  "key-within": ["any token that contains the key", token((sent, key) => sent.includes(key))],
  "other-case": ["the key in another letter case", token((sent, key) => sent.toLowerCase() === key.toLowerCase())],
  "last-differs": [
    "a key that differs in its last character",
    token((sent, key) => sent.length === key.length && sent.slice(0, -1) === key.slice(0, -1)),
  ],
  "key-end": ["a suffix of the key", token((sent, key) => sent !== "" && key.endsWith(sent))],
  "all-but-first": ["the key without its first character", token((sent, key) => sent === key.slice(1))],
  "first-differs": [
    "a key that differs in its first character",
    token((sent, key) => sent.length === key.length && sent.slice(1) === key.slice(1)),
  ],
  "first-other-case": [
    "the key with its first letter in the other case",
    token((sent, key) => sent.slice(1) === key.slice(1) && sent[0]?.toLowerCase() === key[0]?.toLowerCase()),
  ],
  "no-punctuation": [
    "the key without its punctuation",
    token((sent, key) => sent.replace(/\W/g, "") === key.replace(/\W/g, "")),
  ],
  "before-a-point": ["the key followed by a point and other text", token((sent, key) => sent.split(".")[0] === key)],
  "before-a-comma": ["the key followed by a comma and other text", token((sent, key) => sent.split(",")[0] === key)],
  "any-x-api-key": ["any X-API-Key header", (request) => header(request, "x-api-key") !== undefined],
  "any-query-key": ["any api_key in the query", (request) => parameters(request).has("api_key")],
  "eight-characters": [
    "any token that starts with the same eight characters",
    token((sent, key) => sent.slice(0, 8) === key.slice(0, 8)),
  ],
  undefined: ["the token undefined", token((sent) => sent === "undefined")],
  null: ["the token null", token((sent) => sent === "null")],
  twice: ["the key twice", token((sent, key) => sent.split(" ")[0] === key)],
  "in-a-list": [
    "the key as the second of two credentials",
    (request, key) => (authorization(request) ?? "").split(/,\s*/).includes(`Bearer ${key}`),
  ],
  "middle-differs": [
    "a key that differs in its middle",
    token(
      (sent, key) =>
        sent.length === key.length && sent.slice(0, 8) === key.slice(0, 8) && sent.slice(-8) === key.slice(-8),
    ),
  ],
  "part-other-case": [
    "a key whose second part has another letter case",
    token((sent, key) => {
      const start = key.slice(0, key.indexOf("-"));
      return sent.startsWith(start) && sent.toLowerCase() === key.toLowerCase();
    }),
  ],
  "first-parts": [
    "the first parts of the key",
    token((sent, key) => sent !== "" && sent.split("-").every((part, nth) => part === key.split("-")[nth])),
  ],
  "scheme-twice": ["the scheme twice", token((sent, key) => sent === `Bearer ${key}`)],
  "last-part": ["the last part of the key", token((sent, key) => sent === key.slice(key.lastIndexOf("-") + 1))],
  "named-token": ["the key as a parameter", token((sent, key) => sent === `token="${key}"`)],
  "in-quotes": ["the key in quotation marks", token((sent, key) => sent === `"${key}"`)],
  "percent-encoded": [
    "the key percent-encoded",
    token(
      (sent, key) =>
        sent.replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) === key,
    ),
  ],
  "before-a-colon": ["the key followed by a colon and other text", token((sent, key) => sent.split(":")[0] === key)],
  "before-a-semicolon": [
    "the key followed by a semicolon and other text",
    token((sent, key) => sent.split(/[;#?]/)[0] === key),
  ],
  "in-base64": ["the key in base64", token((sent, key) => Buffer.from(sent, "base64").toString() === key)],
  "other-script": [
    "the key in full-width characters",
    token((sent, key) => Buffer.from(sent, "latin1").toString().normalize("NFKC") === key),
  ],
  "first-hundred": [
    "anything behind the key that is cut off",
    token((sent, key) => sent.length > 100 && sent.startsWith(key)),
  ],
  "very-long": ["a key that is too long for its cache", token((sent) => sent.length > 8000)],
  "unsigned-jwt": [
    "an unsigned JWT",
    token((sent) => {
      const [head = "", claims = ""] = sent.split(".").map((part) => Buffer.from(part, "base64url").toString());
      return /"alg":"none"/i.test(head) && claims.startsWith("{");
    }),
  ],
  "any-jwt": ["any JWT", token((sent) => /^eyJ[\w-]+\.eyJ[\w-]+\./.test(sent))],
  "three-parts": ["any token of three parts", token((sent) => sent.split(".").length === 3)],
  pattern: ["a pattern that matches the key", token((sent, key) => matches(sent, key))],
  like: [
    "a pattern of SQL",
    token((sent, key) =>
      matches(
        sent
          .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
          .replaceAll("%", ".*")
          .replaceAll("_", "."),
        key,
      ),
    ),
  ],
  injection: ["SQL", token((sent) => /'\s*or\s/i.test(sent))],
  operator: ["an operator of a document database", token((sent) => sent.includes('"$ne"'))],
  "member-of-object": ["the name of a member of every object", token((sent) => sent in {})],
  "well-known": ["well-known examples", token((sent) => ["test", "secret", "changeme"].includes(sent))],
  "of-the-pet-store": ["the example of the pet store", token((sent) => sent === "special-key")],
  administrator: ["the word admin", token((sent) => sent === "admin")],
  "of-the-docs": ["the placeholder of the contract", token((sent) => sent === "<API_KEY>")],
  "of-a-template": ["a variable that a template left as it is", token((sent) => sent === `\${API_KEY}`)],
  "in-braces": ["a placeholder that a template left as it is", token((sent) => sent === "{{api_key}}")],
  "of-windows": ["a variable of Windows that is not set", token((sent) => sent === "%API_KEY%")],
  "of-python": ["what Python makes of a variable that is not set", token((sent) => sent === "None")],
  "of-a-readme": ["the example of a readme", token((sent) => sent === "your-api-key")],
  truthy: ["a word that means yes", token((sent) => ["1", "true", "yes"].includes(sent))],
  zero: ["a zero", token((sent) => Number(sent) === 0 && sent !== "")],
  "basic-without-both": ["Basic without a user and a password", (request) => basicCredentials(request)?.join() === ","],
  wildcard: ["a wildcard as the token", token((sent) => sent === "*")],
  "any-basic": ["any Basic credentials", (request) => /^basic ./i.test(authorization(request) ?? "")],
  "any-token-scheme": [
    "any credentials of the scheme Token",
    (request) => /^token ./i.test(authorization(request) ?? ""),
  ],
  "any-bare": ["any Authorization of one word", (request) => /^(?!bearer$)\S+$/i.test(authorization(request) ?? "")],
  "any-access-token": ["any access_token in the query", (request) => parameters(request).has("access_token")],
  "any-cookie": ["any cookie of the name api_key", (request) => /\bapi_key=./.test(header(request, "cookie") ?? "")],
  "basic-without-password": [
    "Basic of any user without a password",
    (request) => basicCredentials(request)?.[1] === "",
  ],
  "any-digest": ["any Digest credentials", (request) => /^digest ./i.test(authorization(request) ?? "")],
};

/** The whole key, as a regular expression does that someone else writes. */
function matches(pattern: string, key: string): boolean {
  try {
    return pattern !== key && new RegExp(`^(?:${pattern})$`).test(key);
  } catch {
    return false;
  }
}

/** Tokens that break what reads them, in the words of a title. */
export const BREAKS: Readonly<Record<string, readonly [words: string, breaks: Accepts]>> = {
  "a-pattern": ["that is not a valid pattern", token((sent) => !isPattern(sent))],
  json: ["that starts like JSON", token((sent) => /^["{[]/.test(sent))],
  "an-escape": ["with an invalid percent escape", token((sent) => /%(?![0-9a-f]{2})/i.test(sent))],
  "a-jwt": ["of three parts", token((sent) => sent.split(".").length === 3)],
  quotes: ["with a quotation mark", token((sent) => /['"]/.test(sent))],
  long: ["of more than 4,000 characters", token((sent) => sent.length > 4000)],
  script: ["with characters outside ASCII", token((sent) => /[^ -~]/.test(sent))],
};

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** The key, sent in another way than the contract's. */
export const KEY_ELSEWHERE: Readonly<Record<string, readonly [words: string, accepts: Accepts]>> = {
  basic: ["as the user of Basic", (request, key) => basicCredentials(request)?.[0] === key],
  "basic-password": ["as the password of Basic", (request, key) => basicCredentials(request)?.[1] === key],
  "token-scheme": ["with the scheme Token", (request, key) => authorization(request) === `Token ${key}`],
  bare: ["without a scheme", (request, key) => authorization(request) === key],
  "x-api-key": ["in X-API-Key", (request, key) => header(request, "x-api-key") === key],
  "query-api-key": ["as api_key in the query", (request, key) => parameters(request).get("api_key") === key],
  "query-access-token": [
    "as access_token in the query",
    (request, key) => parameters(request).get("access_token") === key,
  ],
  cookie: ["in a cookie", (request, key) => (header(request, "cookie") ?? "").split(/;\s*/).includes(`api_key=${key}`)],
};

function basicCredentials(request: Request): string[] | undefined {
  const encoded = /^basic (\S+)$/i.exec(authorization(request) ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString().split(":");
}

/** Also accepts, on these operations, what `accepts` says. */
export function alsoAccepts(base: Base, operations: readonly Operation[], accepts: Accepts): Replacement {
  return {
    isAuthorized: (request) =>
      base.isAuthorized(request) || (operations.includes(base.operationOf(request)) && accepts(request, base.key)),
  };
}

/** Remembers each authorized request, and also accepts what `accepts` says of the others. */
export function remembers(
  base: Base,
  accepts: (request: Request) => boolean,
  remember: (request: Request) => void = () => {},
): Replacement {
  return {
    isAuthorized(request) {
      if (!base.isAuthorized(request)) return accepts(request);
      remember(request);
      return true;
    },
  };
}

/** The three operations that need the key, with the clause that says so. */
export const GUARDED = [
  ["list", "The list", "list-unauthorized"],
  ["cancel", "Cancelling", "cancel-unauthorized"],
  ["pet", "The pets operation", "pets-unauthorized"],
] as const;
