/** Bearer tokens that are not the key, and that a careless look-up takes for a key or cannot read (spec/rulings.md). */

import { KEY_PLACEHOLDER } from "../redaction.ts";
import { authorization, derivedFromKey, type MaskedText, otherCharacter } from "../request-credential.ts";
import { type CredentialEntry, CURL_KEY, filteredKey, fixedTokenEntry, specialTokenEntry } from "./credential-entry.ts";

const fixed = (text: string, name: string): CredentialEntry => fixedTokenEntry(text, name, "special");

/** The key as a shell command changes it. */
const commanded = (key: MaskedText, sent: string, command: string): MaskedText => ({
  sent,
  masked: key.masked === KEY_PLACEHOLDER ? `$(printf %s "${KEY_PLACEHOLDER}" | ${command})` : sent,
});
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
/** Characters outside ASCII, which HTTP allows only as opaque bytes (RFC 9110, section 5.5). */
const NOT_ASCII = [400];
const TOO_LONG = [400, 413, 414, 431];

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const UNSIGNED = base64url({ alg: "none", typ: "JWT" });
const ADMIN = base64url({ sub: "admin", scope: "orders", exp: 9_999_999_999 });
const FULL_WIDTH = "perl -CO -pe 's/([!-~])/chr(ord($1)+0xFEE0)/ge'";
const MIDDLE = `awk '{h=int(length($0)/2); c=substr($0,h+1,1); print substr($0,1,h) (c=="x" ? "y" : "x") substr($0,h+2)}'`;

/** Tried with every operation. */
export const WRONG_WORDS = {
  undefined: fixedTokenEntry("undefined", "the word undefined as key"),
  null: fixedTokenEntry("null", "the word null as key"),
  wildcard: fixedTokenEntry("*", "an asterisk as key"),
} as const satisfies Readonly<Record<string, CredentialEntry>>;

export const SPECIAL_CREDENTIALS = {
  "middle-changed": specialTokenEntry({
    name: "the key with a character in its middle changed",
    build: (key) => {
      const half = Math.floor(key.sent.length / 2);
      const sent = `${key.sent.slice(0, half)}${otherCharacter(key.sent.charAt(half))}${key.sent.slice(half + 1)}`;
      return authorization(commanded(key, sent, MIDDLE));
    },
    curl: filteredKey(MIDDLE),
  }),
  "first-half": specialTokenEntry({
    name: "the first half of the key",
    build: (key, wrong) => {
      const half = Math.floor(key.sent.length / 2);
      return authorization(half === 0 ? wrong : derivedFromKey(key, key.sent.slice(0, half), `:0:${half}`));
    },
    curl: filteredKey("awk '{print substr($0,1,int(length($0)/2))}'"),
  }),
  doubled: specialTokenEntry({
    name: "the key twice, without a space",
    build: (key) => authorization({ sent: key.sent.repeat(2), masked: key.masked.repeat(2) }),
    curl: CURL_KEY.repeat(2),
  }),
  base64: specialTokenEntry({
    name: "the key in base64",
    build: (key) => authorization(commanded(key, Buffer.from(key.sent).toString("base64"), "base64 | tr -d '\\n'")),
    curl: filteredKey("base64 | tr -d '\\n'"),
  }),
  "zero-width-after": specialTokenEntry(
    {
      name: "the key and a zero-width space",
      build: (key) =>
        authorization({ sent: key.sent + bytesOf("\u200b"), masked: `${key.masked}$(printf '\\342\\200\\213')` }),
      curl: `${CURL_KEY}$(printf '\\342\\200\\213')`,
    },
    NOT_ASCII,
  ),
  "full-width": specialTokenEntry(
    {
      name: "the key in full-width characters",
      build: (key) => {
        const wide = key.sent.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
        return authorization(commanded(key, bytesOf(wide), FULL_WIDTH));
      },
      curl: filteredKey(FULL_WIDTH),
    },
    NOT_ASCII,
  ),
  "long-after": specialTokenEntry(
    {
      name: "the key and 4,000 characters behind it",
      build: (key) => authorization({ sent: key.sent + "x".repeat(4000), masked: key.masked + "x".repeat(4000) }),
      display: "the key and 4,000 times x",
      curl: `${CURL_KEY}${"x".repeat(4000)}`,
    },
    TOO_LONG,
  ),
  "very-long": specialTokenEntry(
    {
      name: "a key of 9,000 characters",
      build: () => authorization({ sent: "x".repeat(9000), masked: "x".repeat(9000) }),
      display: "9,000 times x",
      curl: "x".repeat(9000),
    },
    TOO_LONG,
  ),
  "jwt-unsigned": fixed(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT"),
  "jwt-own-unsigned": specialTokenEntry({
    name: "the claims of the key as an unsigned JWT",
    build: (key, wrong) => {
      const [, claims, signature] = key.sent.split(".");
      if (claims === undefined || signature === undefined) return authorization(wrong);
      const { sent, masked } = commanded(key, claims, "cut -d . -f 2");
      return authorization({ sent: `${UNSIGNED}.${sent}.`, masked: `${UNSIGNED}.${masked}.` });
    },
    curl: `${UNSIGNED}.${filteredKey("cut -d . -f 2")}.`,
  }),
  "jwt-example": fixed(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
  ),
  "jwt-malformed": fixed("a.b.c", "three letters between dots"),
  "pattern-any": fixed(".*", "a pattern for any text"),
  "pattern-words": fixed("[A-Za-z0-9_-]+", "a pattern for words"),
  "pattern-broken": fixed("([", "a broken pattern"),
  percent: fixed("%", "a percent sign"),
  underscores: specialTokenEntry({
    name: "as many underscores as the key is long",
    build: (key, wrong) => {
      const sent = "_".repeat(key.sent.length);
      return authorization(sent === key.sent ? wrong : commanded(key, sent, "sed 's/./_/g'"));
    },
    curl: filteredKey("sed 's/./_/g'"),
  }),
  "percent-zero": fixed("%00", "an encoded NUL"),
  sql: fixed("' OR '1'='1", "SQL that is always true"),
  "sql-comment": fixed("x' OR 1=1 -- ", "SQL with a comment"),
  quote: fixed('"', "a quotation mark"),
  backslash: fixed("\\", "a backslash"),
  "not-equal": fixed('{"$ne":null}', "a query of a document database"),
  brackets: fixed("[object Object]", "an object as text"),
  "path-up": fixed("../../etc/passwd", "a path"),
  "member-name": fixed("constructor", "the name of a member that every object has"),
  "prototype-name": fixed("__proto__", "the name of the prototype"),
  zero: fixed("0", "a zero"),
  true: fixed("true", "the word true"),
  test: fixed("test", "the word test"),
  admin: fixed("admin", "the word admin"),
  demo: fixed("demo", "the word demo"),
  secret: fixed("secret", "the word secret"),
  changeme: fixed("changeme", "the word changeme"),
  "api-key": fixed("api-key", "the word api-key"),
  "your-api-key": fixed("YOUR_API_KEY", "a placeholder for the key"),
  "api-key-example": fixed("<API_KEY>", "the placeholder of the contract"),
} as const satisfies Readonly<Record<string, CredentialEntry>>;
