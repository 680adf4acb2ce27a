/**
 * The bad keys: what each is, what we try it on, and from which tier on. key-tables.ts has the
 * tables of them, client/credentials.ts the good key, and keys-elsewhere.ts other places for it.
 */
import { bearer, type CredentialTiers, headerCredential, made, ofKind } from "./credential.ts";
import { base64, WRONG_ALTERNATIVES } from "./keys-elsewhere.ts";

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
const UNSIGNED = base64url({ alg: "none", typ: "JWT" });
const ADMIN = base64url({ sub: "admin", scope: "orders", exp: 9_999_999_999 });

type Change = (part: string) => string;

/** Returns a function that changes the part of a key that matches. */
const editKey = (pattern: RegExp, change: Change): Change => {
  return (key) => key.replace(pattern, change);
};
const editSecondHalf = (pattern: RegExp, change: Change): Change => {
  return (key) => key.slice(0, halfOf(key)) + key.slice(halfOf(key)).replace(pattern, change);
};
const drop: Change = () => "";
const other: Change = (character) => (character === "x" ? "y" : "x");
const percentEncode: Change = (character) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const swapCase: Change = (text) =>
  text.replace(/[a-z]/gi, (letter) =>
    /[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase(),
  );
const widen: Change = (text) => {
  const wide = text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  return Buffer.from(wide).toString("latin1");
};
const halfOf = (key: string): number => Math.floor(key.length / 2);

/** Tried in each run, on the list and on an order. */
const always: CredentialTiers = { list: "quiet", order: "quiet" };
const usual: CredentialTiers = { list: "usual", order: "usual" };
const thorough: CredentialTiers = { list: "thorough", order: "thorough" };
/** Tried on the list alone. */
const usualList: CredentialTiers = { list: "usual" };
const thoroughList: CredentialTiers = { list: "thorough" };

// `none` has no tier for the list, because the step first-list asks for the list without a key.
const NO_KEY = ofKind("none", { none: { name: "no key", fields: {}, order: "quiet" } });

const WRONG = ofKind("wrong", {
  wrong: bearer("{wrong}", "a wrong key", always),
  empty: bearer("", "an empty key", thorough),
  "scheme-only": headerCredential("Bearer", "the scheme without a key", usual),
  truncated: made("the key without its last character", editKey(/.$/, drop), always),
  "first-character": made("the first character of the key", (key) => key.slice(0, 1), thorough),
  // A point may be a separator. After it, the mock expects the name of a world, which has no colon.
  extended: bearer("{key}.:", "the key with a point and more appended", always),
  // A key of digits is still the same number with a zero before it.
  prefixed: bearer("0{key}", "the key with a zero before it", thorough),
  "swapped-case": made("the key in the other letter case", swapCase, thorough),
  "last-changed": made("the key with its last character changed", editKey(/.$/, other), usual),
  "without-first-char": made("the key without its first character", editKey(/^./, drop), thorough),
  "first-changed": made("the key with its first character changed", editKey(/^./, other), thorough),
  "first-case": made(
    "the key with its first letter in the other case",
    editKey(/^./, swapCase),
    usual,
  ),
  alphanumeric: made(
    "only the letters and digits of the key",
    editKey(/[^a-z\d]/gi, drop),
    thorough,
  ),
  // Clients in JavaScript send this word if the variable is not set.
  undefined: bearer("undefined", "the word undefined as key", usual),
  null: bearer("null", "the word null as key", thorough),
  wildcard: bearer("*", "an asterisk as key", thorough),
});

/** Texts that a careless look-up takes for a key or cannot read (spec/rulings.md). */
const SPECIAL = ofKind("special", {
  "middle-changed": made(
    "the key with a character in its middle changed",
    editSecondHalf(/^./, other),
    { list: "thorough", order: "usual" },
  ),
  "middle-case": made(
    "the key with a letter of its second half in the other case",
    editSecondHalf(/[a-z]/i, swapCase),
    thoroughList,
  ),
  // The first part may be an identifier, such as `acme.` or `sk_`.
  "first-part": made(
    "the key up to its first separator, or its first half",
    (key) => /^[A-Za-z0-9]+(?=[^A-Za-z0-9])/.exec(key)?.[0] ?? key.slice(0, halfOf(key)),
    thoroughList,
  ),
  "scheme-twice": bearer("Bearer {key}", "the scheme twice and the key", usualList),
  assigned: bearer('token="{key}"', "the key as the parameter token", thoroughList),
  "last-part": made(
    "the key behind its last separator, or its second half",
    (key) => /(?<=[^A-Za-z0-9])[A-Za-z0-9]+$/.exec(key)?.[0] ?? key.slice(halfOf(key)),
    thoroughList,
  ),
  quoted: bearer('"{key}"', "the key in quotation marks", usualList),
  escaped: made(
    "the key with its first character percent-encoded",
    editKey(/^./, percentEncode),
    thoroughList,
  ),
  // Only the character directly after the key shows whether it is a separator, so each needs a
  // call.
  "colon-after": bearer("{key}:x", "the key, a colon and more", thoroughList),
  "semicolon-after": bearer("{key};x", "the key, a semicolon and more", thoroughList),
  base64: made("the key in base64", base64, thoroughList),
  // Characters outside ASCII: HTTP allows them only as opaque bytes (RFC 9110, section 5.5). Many
  // servers strip a no-break space from a header value, so that the key itself arrives.
  "no-break-space-after": {
    ...bearer("{key}\u00a0", "the key and a no-break space", thoroughList),
    isStripped: true,
  },
  "full-width": made("the key in full-width characters", widen, thoroughList),
  "long-after": bearer(
    `{key}${"x".repeat(4000)}`,
    "the key and 4,000 characters behind it",
    usualList,
  ),
  "very-long": bearer("x".repeat(9000), "a key of 9,000 characters", thoroughList),
  // CVE-2015-9235: some libraries believe the header of the token.
  "jwt-unsigned": bearer(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT", usual),
  "jwt-own-unsigned": made(
    "the claims of the key as an unsigned JWT",
    (key) => {
      const [, claims, signature] = key.split(".");
      return signature === undefined ? undefined : `${UNSIGNED}.${claims}.`;
    },
    thoroughList,
  ),
  "jwt-example": bearer(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
    thoroughList,
  ),
  "pattern-any": bearer(".*", "a pattern for any text", usual),
  "pattern-broken": bearer("([", "a broken pattern", thoroughList),
  percent: bearer("%", "a percent sign", thoroughList),
  // The percent sign is for code that decodes the key, and the parenthesis for code that takes it
  // for a pattern.
  sql: bearer("%' OR ('1'='1", "SQL that is always true", usual),
  "not-equal": bearer('{"$ne":null}', "a query of a document database", usualList),
  "member-name": bearer("constructor", "the name of a member that every object has", usualList),
  zero: bearer("0", "a zero", thoroughList),
  true: bearer("true", "the word true", thoroughList),
  // Keys that people set while they develop, and forget.
  test: bearer("test", "the word test", usual),
  admin: bearer("admin", "the word admin", usualList),
  "special-key": bearer("special-key", "the example of the pet store", thoroughList),
  secret: bearer("secret", "the word secret", thoroughList),
  changeme: bearer("changeme", "the word changeme", thoroughList),
  "api-key-example": bearer("<API_KEY>", "the placeholder of the contract", usualList),
  // Texts that deployments compare with if the variable of a key is not set, or a template is not
  // filled in.
  "template-variable": bearer(`\${API_KEY}`, "a variable that a template left as it is", usualList),
  "template-braces": bearer(
    "{{api_key}}",
    "a placeholder that a template left as it is",
    thoroughList,
  ),
  "windows-variable": bearer("%API_KEY%", "a variable of Windows that is not set", thoroughList),
  "python-none": bearer("None", "what Python makes of a variable that is not set", usualList),
  "readme-example": bearer("your-api-key", "the example of a readme", thoroughList),
  "basic-empty": headerCredential("Basic Og==", "Basic without a user and a password", usual),
});

const UNUSUAL = ofKind("unusual", {
  "blank-header": headerCredential("", "an empty Authorization field", usual),
  // Many servers split the field at its spaces and take the second word for the key. A sound
  // service may accept this field, so we do not try it on an order.
  repeated: {
    ...bearer("{key} {key}", "the key twice in one field", thoroughList),
    isStripped: true,
  },
  list: bearer("{wrong}, Bearer {key}", "a wrong key and the key in one field", usual),
  "list-first": bearer("{key},{wrong}", "the key, a comma and more in one field", thorough),
  "basic-wrong": headerCredential(
    `Basic ${base64("user:wrong")}`,
    "Basic with a wrong password",
    thorough,
  ),
  "bare-wrong": headerCredential("{wrong}", "a wrong key without a scheme", usual),
  "token-wrong": headerCredential("Token {wrong}", "a wrong key under the scheme Token", usual),
  "digest-wrong": headerCredential(
    'Digest username="user", realm="orders", nonce="0", uri="/", response="{wrong}"',
    "Digest credentials",
    thorough,
  ),
  // If the places are not refused together, we try each of them alone.
  "other-places-wrong": { ...WRONG_ALTERNATIVES["wrong-other-places"], ...always },
});

export const BAD_KEYS = { ...NO_KEY, ...WRONG, ...SPECIAL, ...UNUSUAL };
export type BadKey = keyof typeof BAD_KEYS;
