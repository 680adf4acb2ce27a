/**
 * Careless key checks: each predicate is true for requests that do not carry the key as the
 * contract demands.
 *
 * Sources: comparisons with startsWith, includes, length or in; collations that ignore case;
 * bcrypt, which reads 72 bytes; JWT libraries that accept `alg: none` (CVE-2015-9235) or do not
 * verify; SQL and NoSQL injection (OWASP); what clients send when a variable is not set; keys that
 * were left from an example.
 */
import type { OperationId } from "../../../spec/clauses/index.ts";
import type { AdviceId } from "../../tables/advice-ids.ts";
import { authorization, bearer, header, queryOf, type Request } from "../raw-http.ts";

export type Accepts = (request: Request, key: string) => boolean;

const token =
  (test: (token: string, key: string) => boolean): Accepts =>
  (request, key) => {
    const sent = bearer(request);
    return sent !== undefined && test(sent, key);
  };

type Rows = readonly (readonly [words: string, accepts: Accepts])[];

export const WITHOUT_KEY = "requests without an Authorization header";

/** Wrong keys for any operation; the words are part of a title. */
const OF_ANY: Rows = [
  [WITHOUT_KEY, (request) => authorization(request) === undefined],
  ["any bearer token", token((sent) => sent.trim() !== "")],
  ["any Authorization header", (request) => (authorization(request) ?? "") !== ""],
  ["a prefix of the key", token((sent, key) => sent !== "" && key.startsWith(sent))],
  [
    "the key in another letter case",
    token((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  ],
  ["the token undefined", token((sent) => sent === "undefined")],
  [
    "the key as the second of two credentials",
    (request, key) => (authorization(request) ?? "").split(/,\s*/).includes(`Bearer ${key}`),
  ],
  ["any Basic credentials", (request) => /^basic ./i.test(authorization(request) ?? "")],
];

/** Wrong keys for the operations on orders; the gate calls other operations with fewer keys. */
const OF_ORDERS: Rows = [
  ["an empty Authorization header", (request) => authorization(request) === ""],
  [
    "the Bearer scheme without a token",
    (request) => /^bearer\s*$/i.test(authorization(request) ?? ""),
  ],
  ["any token with the length of the key", token((sent, key) => sent.length === key.length)],
  ["any token of eight characters or more", token((sent) => sent.length >= 8)],
  ["the key without its last character", token((sent, key) => sent === key.slice(0, -1))],
  ["the key followed by other text", token((sent, key) => sent.startsWith(key))],
  ["the key preceded by other text", token((sent, key) => sent.endsWith(key))],
  ["any token that contains the key", token((sent, key) => sent.includes(key))],
  [
    "a key that differs in its last character",
    token((sent, key) => sent.length === key.length && sent.slice(0, -1) === key.slice(0, -1)),
  ],
  ["the key followed by a point and other text", token((sent, key) => sent.split(".")[0] === key)],
  ["any X-API-Key header", (request) => header(request, "x-api-key") !== undefined],
  ["any api_key in the query", (request) => queryOf(request).has("api_key")],
  [
    "any token that starts with the same eight characters",
    token((sent, key) => sent.slice(0, 8) === key.slice(0, 8)),
  ],
  [
    "an unsigned JWT",
    token((sent) => {
      const [head = "", claims = ""] = sent
        .split(".")
        .map((part) => Buffer.from(part, "base64url").toString());
      return /"alg":"none"/i.test(head) && claims.startsWith("{");
    }),
  ],
  ["any JWT", token((sent) => /^eyJ[\w-]+\.eyJ[\w-]+\./.test(sent))],
  ["a pattern that matches the key", token((sent, key) => matches(sent, key))],
  ["SQL", token((sent) => /'\s*or\s/i.test(sent))],
  ["well-known examples", token((sent) => ["test", "secret", "changeme"].includes(sent))],
  ["a wildcard as the token", token((sent) => sent === "*")],
  [
    "any credentials of the scheme Token",
    (request) => /^token ./i.test(authorization(request) ?? ""),
  ],
  [
    "any Authorization of one word",
    (request) => /^(?!bearer$)\S+$/i.test(authorization(request) ?? ""),
  ],
  ["any access_token in the query", (request) => queryOf(request).has("access_token")],
  [
    "any cookie of the name api_key",
    (request) => /\bapi_key=./.test(header(request, "cookie") ?? ""),
  ],
  ["Basic of any user without a password", (request) => basicCredentials(request)?.[1] === ""],
  ["any Digest credentials", (request) => /^digest ./i.test(authorization(request) ?? "")],
];

/** Wrong keys for the list; the gate cancels an unknown order with fewer keys. */
const OF_LIST: Rows = [
  ["the scheme twice", token((sent, key) => sent === `Bearer ${key}`)],
  ["the last part of the key", token((sent, key) => sent === key.slice(key.lastIndexOf("-") + 1))],
  ["the key in quotation marks", token((sent, key) => sent === `"${key}"`)],
  [
    "the key percent-encoded",
    token(
      (sent, key) =>
        sent.replace(/%([0-9A-F]{2})/g, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ) === key,
    ),
  ],
  [
    "the key followed by a semicolon and other text",
    token((sent, key) => sent.split(/[;#?]/)[0] === key),
  ],
  ["the key in base64", token((sent, key) => Buffer.from(sent, "base64").toString() === key)],
  [
    "anything behind the key that is cut off",
    token((sent, key) => sent.length > 100 && sent.startsWith(key)),
  ],
  ["a key that is too long for its cache", token((sent) => sent.length > 8000)],
  ["an operator of a document database", token((sent) => sent.includes('"$ne"'))],
  ["the name of a member of every object", token((sent) => sent in {})],
  ["the placeholder of the contract", token((sent) => sent === "<API_KEY>")],
  ["a variable that a template left as it is", token((sent) => sent === `\${API_KEY}`)],
  ["what Python makes of a variable that is not set", token((sent) => sent === "None")],
  ["a zero", token((sent) => Number(sent) === 0 && sent !== "")],
  ["Basic without a user and a password", (request) => basicCredentials(request)?.join() === ","],
];
const FURTHER: Readonly<Partial<Record<OperationId, Rows>>> = {
  listOrders: [...OF_ORDERS, ...OF_LIST],
  cancelOrder: OF_ORDERS,
};

/** Returns what an operation may take for the key. */
export function notTheKey(operation: OperationId): Rows {
  return [...OF_ANY, ...(FURTHER[operation] ?? [])];
}

/** Returns undefined if the text is not a valid pattern. */
function pattern(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}

/** True for a regular expression that someone else wrote and that matches the whole key. */
const matches = (text: string, key: string): boolean =>
  text !== key && pattern(`^(?:${text})$`)?.test(key) === true;

/**
 * Tokens that break their reader: RegExp, JSON.parse, decodeURIComponent, a JWT library, SQL. The
 * words are part of a title.
 */
export const BREAKS: Rows = [
  ["that is not a valid pattern", token((sent) => pattern(sent) === undefined)],
  ["that starts like JSON", token((sent) => /^["{[]/.test(sent))],
  ["with an invalid percent escape", token((sent) => /%(?![0-9a-f]{2})/i.test(sent))],
  ["of three parts", token((sent) => sent.split(".").length === 3)],
  ["with a quotation mark", token((sent) => /['"]/.test(sent))],
  ["of more than 4,000 characters", token((sent) => sent.length > 4000)],
  ["with characters outside ASCII", token((sent) => /[^ -~]/.test(sent))],
];

/** The key, sent in another way than the contract's, with the advice for it. */
export const KEY_ELSEWHERE: readonly (readonly [id: AdviceId, words: string, accepts: Accepts])[] =
  [
    [
      "key-by-basic",
      "as the user of Basic",
      (request, key) => basicCredentials(request)?.[0] === key,
    ],
    [
      "key-by-basic-password",
      "as the password of Basic",
      (request, key) => basicCredentials(request)?.[1] === key,
    ],
    [
      "key-by-token-scheme",
      "with the scheme Token",
      (request, key) => authorization(request) === `Token ${key}`,
    ],
    ["key-by-bare", "without a scheme", (request, key) => authorization(request) === key],
    ["key-by-x-api-key", "in X-API-Key", (request, key) => header(request, "x-api-key") === key],
    [
      "key-by-query-api-key",
      "as api_key in the query",
      (request, key) => queryOf(request).get("api_key") === key,
    ],
    [
      "key-by-query-access-token",
      "as access_token in the query",
      (request, key) => queryOf(request).get("access_token") === key,
    ],
    [
      "key-by-cookie",
      "in a cookie",
      (request, key) => (header(request, "cookie") ?? "").split(/;\s*/).includes(`api_key=${key}`),
    ],
  ];

function basicCredentials(request: Request): string[] | undefined {
  const encoded = /^basic (\S+)$/i.exec(authorization(request) ?? "")?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString().split(":");
}
