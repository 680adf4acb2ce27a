/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table defines for each what is sent, and how the
 * answer to it is judged.
 */
import { type CredentialEntry, type CredentialKind, withWrongKey } from "./credential-entry.ts";

type Described = Omit<CredentialEntry, "kind">;

function ofKind<const Entries extends Readonly<Record<string, Described>>>(
  kind: CredentialKind,
  entries: Entries,
) {
  const named = Object.entries(entries).map(([id, entry]) => [id, { kind, ...entry }]);
  return Object.fromEntries(named) as Readonly<Record<keyof Entries, CredentialEntry>>;
}

const field = (value: string, name: string, header = "Authorization"): Described => ({
  name,
  fields: { [header]: value },
});
const bearer = (token: string, name: string): Described => field(`Bearer ${token}`, name);

/** Bearer tokens that are made of the key. */
const made = (name: string, make: NonNullable<CredentialEntry["make"]>): Described => ({
  ...bearer("{made}", name),
  make,
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");
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
const PARTS = ofKind("alternative", {
  "x-api-key": field("{key}", "the key in X-API-Key", "X-API-Key"),
  cookie: field("api_key={key}", "the key in a cookie", "Cookie"),
  "query-api-key": field("{key}", "the key in the query as api_key", "?api_key"),
  // RFC 6750, section 2.3.
  "query-access-token": field("{key}", "the key in the query as access_token", "?access_token"),
});

/** The key in another place or under another scheme than the contract's. */
const TRIED_FIRST = ofKind("alternative", {
  basic: {
    ...field("Basic {made}", "the key as user name of Basic"),
    make: (key) => base64(`${key}:`),
    made: "the base64 of the key and a colon",
  },
  "basic-password": {
    ...field("Basic {made}", "the key as password of Basic"),
    make: (key) => base64(`user:${key}`),
    made: "the base64 of user, a colon and the key",
  },
  "token-scheme": field("Token {key}", "the key under the scheme Token"),
  bare: field("{key}", "the key without a scheme"),
  "other-places": {
    name: "the key in X-API-Key, in a cookie and in the query",
    fields: Object.assign({}, ...Object.values(PARTS).map(({ fields }) => fields)),
    parts: Object.keys(PARTS),
  },
});

const ALTERNATIVES = { ...TRIED_FIRST, ...PARTS };
export type Alternative = keyof typeof ALTERNATIVES;

/** In the order of the table. */
export const ALTERNATIVES_TRIED = Object.keys(TRIED_FIRST) as (keyof typeof TRIED_FIRST)[];

/** Sent where the key in this place was accepted: a service may not look at what is there. */
const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVES).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as Readonly<Record<`wrong-${Alternative}`, CredentialEntry>>;

const WRONG = ofKind("wrong", {
  wrong: bearer("{wrong}", "a wrong key"),
  empty: bearer("", "an empty key"),
  "scheme-only": field("Bearer", "the scheme without a key"),
  truncated: made("the key without its last character", (key) => key.slice(0, -1)),
  "first-character": made("the first character of the key", (key) => key.slice(0, 1)),
  // A point may be a separator. The mock has the name of a world behind it, which has no colon.
  extended: bearer("{key}.:", "the key with a point and more appended"),
  // A key of digits is still the same number.
  prefixed: bearer("0{key}", "the key with a zero before it"),
  "swapped-case": made("the key in the other letter case", swapCase),
  "last-changed": made("the key with its last character changed", (key) =>
    changedAt(key, key.length - 1, otherCharacter),
  ),
  "without-first-char": made("the key without its first character", (key) => key.slice(1)),
  "first-changed": made("the key with its first character changed", (key) =>
    changedAt(key, 0, otherCharacter),
  ),
  "first-case": made("the key with its first letter in the other case", (key) =>
    changedAt(key, 0, swapCase),
  ),
  alphanumeric: made("only the letters and digits of the key", (key) =>
    key.replace(/[^A-Za-z0-9]/g, ""),
  ),
  undefined: bearer("undefined", "the word undefined as key"),
  null: bearer("null", "the word null as key"),
  wildcard: bearer("*", "an asterisk as key"),
});

/** Texts that a careless look-up takes for a key or cannot read (spec/rulings.md). */
const SPECIAL = ofKind("special", {
  "middle-changed": made("the key with a character in its middle changed", (key) =>
    changedAt(key, halfOf(key), otherCharacter),
  ),
  "middle-case": made("the key with a letter of its second half in the other case", (key) => {
    const at = key.slice(halfOf(key)).search(/[A-Za-z]/);
    return at < 0 ? undefined : changedAt(key, halfOf(key) + at, swapCase);
  }),
  // An identifier, such as `acme.` or `sk_`, where the key has one.
  "first-part": made(
    "the key up to its first separator, or its first half",
    (key) => /^[A-Za-z0-9]+(?=[^A-Za-z0-9])/.exec(key)?.[0] ?? key.slice(0, halfOf(key)),
  ),
  "scheme-twice": bearer("Bearer {key}", "the scheme twice and the key"),
  assigned: bearer('token="{key}"', "the key as the parameter token"),
  "last-part": made(
    "the key behind its last separator, or its second half",
    (key) => /(?<=[^A-Za-z0-9])[A-Za-z0-9]+$/.exec(key)?.[0] ?? key.slice(halfOf(key)),
  ),
  quoted: bearer('"{key}"', "the key in quotation marks"),
  escaped: made("the key with its first character percent-encoded", (key) =>
    changedAt(key, 0, (first) => `%${first.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  // Only what is directly behind the key shows whether it is a separator: so each needs a call.
  "colon-after": bearer("{key}:x", "the key, a colon and more"),
  "semicolon-after": bearer("{key};x", "the key, a semicolon and more"),
  base64: made("the key in base64", base64),
  // Characters outside ASCII: HTTP allows them only as opaque bytes (RFC 9110, section 5.5). Many servers strip this one from a
  // header value, so that it is the key that arrives.
  "no-break-space-after": {
    ...bearer("{key}\u00a0", "the key and a no-break space"),
    isStripped: true,
  },
  "full-width": made("the key in full-width characters", (key) => {
    const wide = key.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
    return Buffer.from(wide).toString("latin1");
  }),
  "long-after": bearer(`{key}${"x".repeat(4000)}`, "the key and 4,000 characters behind it"),
  "very-long": bearer("x".repeat(9000), "a key of 9,000 characters"),
  "jwt-unsigned": bearer(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT"),
  "jwt-own-unsigned": made("the claims of the key as an unsigned JWT", (key) => {
    const [, claims, signature] = key.split(".");
    return signature === undefined ? undefined : `${UNSIGNED}.${claims}.`;
  }),
  "jwt-example": bearer(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
  ),
  "pattern-any": bearer(".*", "a pattern for any text"),
  "pattern-broken": bearer("([", "a broken pattern"),
  percent: bearer("%", "a percent sign"),
  sql: bearer("' OR '1'='1", "SQL that is always true"),
  "not-equal": bearer('{"$ne":null}', "a query of a document database"),
  "member-name": bearer("constructor", "the name of a member that every object has"),
  zero: bearer("0", "a zero"),
  true: bearer("true", "the word true"),
  test: bearer("test", "the word test"),
  admin: bearer("admin", "the word admin"),
  "special-key": bearer("special-key", "the example of the pet store"),
  secret: bearer("secret", "the word secret"),
  changeme: bearer("changeme", "the word changeme"),
  "api-key-example": bearer("<API_KEY>", "the placeholder of the contract"),
  // Texts that deployments compare with where the variable of a key is not set, or a template is not filled in.
  "template-variable": bearer(`\${API_KEY}`, "a variable that a template left as it is"),
  "template-braces": bearer("{{api_key}}", "a placeholder that a template left as it is"),
  "windows-variable": bearer("%API_KEY%", "a variable of Windows that is not set"),
  "python-none": bearer("None", "what Python makes of a variable that is not set"),
  "readme-example": bearer("your-api-key", "the example of a readme"),
  "basic-empty": field("Basic Og==", "Basic without a user and a password"),
});

const UNUSUAL = ofKind("unusual", {
  "blank-header": field("", "an empty Authorization field"),
  // Many servers split the field at its spaces, and take the second word for the key.
  repeated: { ...bearer("{key} {key}", "the key twice in one field"), isStripped: true },
  list: bearer("{wrong}, Bearer {key}", "a wrong key and the key in one field"),
  "list-first": bearer("{key},{wrong}", "the key, a comma and more in one field"),
  "basic-wrong": field(`Basic ${base64("user:wrong")}`, "Basic with a wrong password"),
  "digest-wrong": field(
    'Digest username="user", realm="orders", nonce="0", uri="/", response="{wrong}"',
    "Digest credentials",
  ),
});

export const CREDENTIALS = {
  ...ofKind("good", { good: bearer("{key}", "the key") }),
  ...ofKind("none", { none: { name: "no key", fields: {} } }),
  ...WRONG,
  ...SPECIAL,
  ...UNUSUAL,
  // Tried whether the key is accepted there or not.
  "other-places-wrong": { ...WRONG_ALTERNATIVES["wrong-other-places"], kind: "unusual" },
  ...ALTERNATIVES,
  ...WRONG_ALTERNATIVES,
  ...ofKind("spelling", {
    "lower-case-scheme": field("bearer {key}", "the scheme in lower case"),
    "upper-case-scheme": field("BEARER {key}", "the scheme in upper case"),
    "two-spaces": bearer(" {key}", "two spaces after the scheme"),
  }),
} as const satisfies Readonly<Record<string, CredentialEntry>>;

export type Credential = keyof typeof CREDENTIALS;

/** The credentials of some kinds, in the order of the table. */
export function credentialsOf(...kinds: readonly CredentialKind[]): readonly Credential[] {
  return (Object.keys(CREDENTIALS) as Credential[]).filter((name) =>
    kinds.includes(CREDENTIALS[name].kind),
  );
}

/** True if a conforming service may accept the credential. */
export function isGood(credential: Credential): boolean {
  const { kind } = CREDENTIALS[credential];
  return kind === "good" || kind === "spelling";
}
