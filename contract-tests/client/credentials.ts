/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table defines for each how it is sent and
 * shown, and how the answer to it is judged.
 */
import { randomInt } from "node:crypto";
import {
  basicEntry,
  bearerEntry,
  type CredentialEntry,
  type CredentialKind,
  changedKey,
  headerEntry,
  queryEntry,
  type RequestCredential,
  unmasked,
  withWrongKey,
} from "./credential-entry.ts";
import { CREDENTIAL_PLACEHOLDER, KEY_PLACEHOLDER, type Secret } from "./redaction.ts";

type Entries = Readonly<Record<string, CredentialEntry>>;
type Change = Parameters<typeof changedKey>[2];

const wrongKey = (name: string, change: Change) => changedKey("wrong", name, change);
const specialKey = (name: string, change: Change) => changedKey("special", name, change);
const special = (token: string, name: string) => bearerEntry("special", name, token);

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
const UNSIGNED = base64url({ alg: "none", typ: "JWT" });
const ADMIN = base64url({ sub: "admin", scope: "orders", exp: 9_999_999_999 });

const halfOf = (key: string): number => Math.floor(key.length / 2);
/** The key with another character in one place. */
const changedAt = (key: string, at: number, change: (character: string) => string): string =>
  `${key.slice(0, at)}${change(key.charAt(at))}${key.slice(at + 1)}`;
const otherCharacter = (character: string): string => (character === "x" ? "y" : "x");
const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    /[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Places that one request can have together: each is tried alone where this is not refused. */
const PARTS = {
  "x-api-key": headerEntry("alternative", "the key in X-API-Key", "{key}", "X-API-Key"),
  cookie: headerEntry("alternative", "the key in a cookie", "api_key={key}", "Cookie"),
  "query-api-key": queryEntry("api_key"),
  // RFC 6750, section 2.3.
  "query-access-token": queryEntry("access_token"),
} as const satisfies Entries;

/** The key in another place or under another scheme than the contract's. */
const TRIED_FIRST = {
  basic: basicEntry("alternative", "the key as user name of Basic", "{key}:"),
  "basic-password": basicEntry("alternative", "the key as password of Basic", "user:{key}"),
  "token-scheme": headerEntry("alternative", "the key under the scheme Token", "Token {key}"),
  bare: headerEntry("alternative", "the key without a scheme", "{key}"),
  "other-places": {
    kind: "alternative",
    name: "the key in X-API-Key, in a cookie and in the query",
    isBearer: false,
    build: (key, wrong) => {
      const built = Object.values<CredentialEntry>(PARTS).map(({ build }) => build(key, wrong));
      const query = built.flatMap((part) => part.query ?? []);
      return { headers: built.flatMap(({ headers }) => headers), query, token: key };
    },
    display: [...new Set(Object.values(PARTS).map(({ display }) => display))].join("\n"),
    parts: Object.keys(PARTS),
  },
} as const satisfies Entries;

const ALTERNATIVES = { ...TRIED_FIRST, ...PARTS };

/** In the order of the table. */
export const ALTERNATIVES_TRIED = Object.keys(TRIED_FIRST) as (keyof typeof TRIED_FIRST)[];

/** Sent where the key in this place was accepted: a service may not look at what is there. */
const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVES).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as Readonly<Record<`wrong-${keyof typeof ALTERNATIVES}`, CredentialEntry>>;

export const CREDENTIALS = {
  good: bearerEntry("good", "the key", "{key}"),
  none: {
    kind: "none",
    name: "no key",
    isBearer: true,
    build: () => ({ headers: [] }),
    display: "(no Authorization header)",
  },
  wrong: bearerEntry("wrong", "a wrong key", "{wrong}"),
  empty: bearerEntry("wrong", "an empty key", ""),
  "scheme-only": headerEntry("wrong", "the scheme without a key", "Bearer"),
  truncated: wrongKey("the key without its last character", (key) => key.slice(0, -1)),
  "first-character": wrongKey("the first character of the key", (key) => key.slice(0, 1)),
  // A point may be a separator. The mock has the name of a world behind it, which has no colon.
  extended: bearerEntry("wrong", "the key with a point and more appended", "{key}.:"),
  // A key of digits is still the same number.
  prefixed: bearerEntry("wrong", "the key with a zero before it", "0{key}"),
  "swapped-case": wrongKey("the key in the other letter case", swapCase),
  "last-changed": wrongKey("the key with its last character changed", (key) =>
    changedAt(key, key.length - 1, otherCharacter),
  ),
  "without-first-char": wrongKey("the key without its first character", (key) => key.slice(1)),
  "first-changed": wrongKey("the key with its first character changed", (key) =>
    changedAt(key, 0, otherCharacter),
  ),
  "first-case": wrongKey("the key with its first letter in the other case", (key) =>
    changedAt(key, 0, swapCase),
  ),
  alphanumeric: wrongKey("only the letters and digits of the key", (key) =>
    key.replace(/[^A-Za-z0-9]/g, ""),
  ),
  undefined: bearerEntry("wrong", "the word undefined as key", "undefined"),
  null: bearerEntry("wrong", "the word null as key", "null"),
  wildcard: bearerEntry("wrong", "an asterisk as key", "*"),
  // Below, what a careless look-up takes for a key or cannot read (spec/rulings.md).
  "middle-changed": specialKey("the key with a character in its middle changed", (key) =>
    changedAt(key, halfOf(key), otherCharacter),
  ),
  "middle-case": specialKey("the key with a letter of its second half in the other case", (key) => {
    const at = key.slice(halfOf(key)).search(/[A-Za-z]/);
    return at < 0 ? undefined : changedAt(key, halfOf(key) + at, swapCase);
  }),
  // An identifier, such as `acme.` or `sk_`, where the key has one.
  "first-part": specialKey(
    "the key up to its first separator, or its first half",
    (key) => /^[A-Za-z0-9]+(?=[^A-Za-z0-9])/.exec(key)?.[0] ?? key.slice(0, halfOf(key)),
  ),
  "scheme-twice": special("Bearer {key}", "the scheme twice and the key"),
  assigned: special('token="{key}"', "the key as the parameter token"),
  "last-part": specialKey(
    "the key behind its last separator, or its second half",
    (key) => /(?<=[^A-Za-z0-9])[A-Za-z0-9]+$/.exec(key)?.[0] ?? key.slice(halfOf(key)),
  ),
  quoted: special('"{key}"', "the key in quotation marks"),
  escaped: specialKey("the key with its first character percent-encoded", (key) =>
    changedAt(key, 0, (first) => `%${first.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  // Only what is directly behind the key shows whether it is a separator: so each needs a call.
  "colon-after": special("{key}:x", "the key, a colon and more"),
  "semicolon-after": special("{key};x", "the key, a semicolon and more"),
  base64: specialKey("the key in base64", (key) => Buffer.from(key).toString("base64")),
  // Characters outside ASCII: HTTP allows them only as opaque bytes (RFC 9110, section 5.5). Many servers strip this one from a
  // header value, so that it is the key that arrives.
  "no-break-space-after": {
    ...special("{key}\u00a0", "the key and a no-break space"),
    isStripped: true,
  },
  "full-width": specialKey("the key in full-width characters", (key) => {
    const wide = key.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
    return Buffer.from(wide).toString("latin1");
  }),
  "long-after": special(`{key}${"x".repeat(4000)}`, "the key and 4,000 characters behind it"),
  "very-long": special("x".repeat(9000), "a key of 9,000 characters"),
  "jwt-unsigned": special(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT"),
  "jwt-own-unsigned": specialKey("the claims of the key as an unsigned JWT", (key) => {
    const [, claims, signature] = key.split(".");
    return signature === undefined ? undefined : `${UNSIGNED}.${claims}.`;
  }),
  "jwt-example": special(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
  ),
  "pattern-any": special(".*", "a pattern for any text"),
  "pattern-broken": special("([", "a broken pattern"),
  percent: special("%", "a percent sign"),
  sql: special("' OR '1'='1", "SQL that is always true"),
  "not-equal": special('{"$ne":null}', "a query of a document database"),
  "member-name": special("constructor", "the name of a member that every object has"),
  zero: special("0", "a zero"),
  true: special("true", "the word true"),
  test: special("test", "the word test"),
  admin: special("admin", "the word admin"),
  "special-key": special("special-key", "the example of the pet store"),
  secret: special("secret", "the word secret"),
  changeme: special("changeme", "the word changeme"),
  "api-key-example": special("<API_KEY>", "the placeholder of the contract"),
  // What deployments compare with where the variable of a key is not set, or a template is not filled in.
  "template-variable": special(`\${API_KEY}`, "a variable that a template left as it is"),
  "template-braces": special("{{api_key}}", "a placeholder that a template left as it is"),
  "windows-variable": special("%API_KEY%", "a variable of Windows that is not set"),
  "python-none": special("None", "what Python makes of a variable that is not set"),
  "readme-example": special("your-api-key", "the example of a readme"),
  "blank-header": headerEntry("unusual", "an empty Authorization field", ""),
  // Many servers split the field at its spaces, and take the second word for the key.
  repeated: {
    ...bearerEntry("unusual", "the key twice in one field", "{key} {key}"),
    isStripped: true,
  },
  list: bearerEntry("unusual", "a wrong key and the key in one field", "{wrong}, Bearer {key}"),
  "list-first": bearerEntry("unusual", "the key, a comma and more in one field", "{key},{wrong}"),
  // Tried whether the key is accepted there or not.
  "other-places-wrong": { ...WRONG_ALTERNATIVES["wrong-other-places"], kind: "unusual" },
  "basic-wrong": basicEntry("unusual", "Basic with a wrong password", "user:{wrong}"),
  "basic-empty": headerEntry("special", "Basic without a user and a password", "Basic Og=="),
  "digest-wrong": headerEntry(
    "unusual",
    "Digest credentials",
    'Digest username="user", realm="orders", nonce="0", uri="/", response="{wrong}"',
  ),
  ...ALTERNATIVES,
  ...WRONG_ALTERNATIVES,
  "lower-case-scheme": headerEntry("spelling", "the scheme in lower case", "bearer {key}"),
  "upper-case-scheme": headerEntry("spelling", "the scheme in upper case", "BEARER {key}"),
  "two-spaces": bearerEntry("spelling", "two spaces after the scheme", " {key}"),
} as const satisfies Entries;

export type Credential = keyof typeof CREDENTIALS;

/** The credentials of some kinds, in the order of the table. */
export function credentialsOf(...kinds: readonly CredentialKind[]): readonly Credential[] {
  return (Object.keys(CREDENTIALS) as Credential[]).filter((name) =>
    kinds.includes(CREDENTIALS[name].kind),
  );
}

/** Whether a conforming service may accept the credential. */
export function isGood(credential: Credential): boolean {
  const { kind } = CREDENTIALS[credential];
  return kind === "good" || kind === "spelling";
}

/** From the name of a credential to what is sent for one key. The wrong token is random, and the same in every call. */
export function credentialBuilder(key: string): (credential: Credential) => RequestCredential {
  const wrong = unmasked(randomTokenLike(key));
  const good = { sent: key, masked: KEY_PLACEHOLDER };
  return (credential) => CREDENTIALS[credential].build(good, wrong);
}

/**
 * What a run makes of the key and sends: cut, in other letter case, or with another character. A short part of the key, or a word in
 * it, can be ordinary text: it is masked only in the answer to the call that sends it.
 */
export function credentialSecrets(key: string): Secret[] {
  const build = credentialBuilder(key);
  const tokens = (Object.keys(CREDENTIALS) as Credential[]).flatMap((credential) => {
    const { token } = build(credential);
    const isMade = token !== undefined && token.sent !== token.masked && token.sent !== key;
    return isMade ? [token.sent] : [];
  });
  return [...new Set(tokens)]
    .filter((text) => text.length >= MIN_PART_LENGTH && /[A-Za-z]/.test(text) && /\d/.test(text))
    .map((text) => ({ text, replacement: CREDENTIAL_PLACEHOLDER }));
}

const MIN_PART_LENGTH = 12;

/** A random token of the same length, with letters for letters and digits for digits. It is not derived from the key. */
function randomTokenLike(key: string): string {
  const from = (alphabet: string) => () => alphabet.charAt(randomInt(alphabet.length));
  const token = key
    .replace(/[a-z]/g, from("abcdefghijklmnopqrstuvwxyz"))
    .replace(/[A-Z]/g, from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .replace(/[0-9]/g, from("0123456789"));
  return token === key ? `${key}-not` : token; // The key is very short, or has neither letters nor digits.
}
