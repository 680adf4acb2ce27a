/** Bearer tokens that are not the key, and that a careless look-up takes for a key or cannot read (spec/rulings.md). */

import { authorization, derivedFromKey, type MaskedText, otherCharacter, swapCase } from "../request-credential.ts";
import { KEY_PLACEHOLDER } from "../secrets/secret-forms.ts";
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
/** Many servers strip such characters from a header value: then it is the key that arrives. */
const STRIPPED = [...NOT_ASCII, 200];
const TOO_LONG = [400, 413, 414, 431];

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const UNSIGNED = base64url({ alg: "none", typ: "JWT" });
const ADMIN = base64url({ sub: "admin", scope: "orders", exp: 9_999_999_999 });
const FULL_WIDTH = "perl -CO -pe 's/([!-~])/chr(ord($1)+0xFEE0)/ge'";
const MIDDLE = `awk '{h=int(length($0)/2); c=substr($0,h+1,1); print substr($0,1,h) (c=="x" ? "y" : "x") substr($0,h+2)}'`;
const MIDDLE_CASE = `awk '{h=int(length($0)/2); h+=match(substr($0,h+1),/[A-Za-z]/); c=substr($0,h,1); print substr($0,1,h-1) (c~/[a-z]/ ? toupper(c) : tolower(c)) substr($0,h+1)}'`;
const ESCAPE_FIRST = "perl -pe 's/^./sprintf(q(%%%02X),ord $&)/e'";
/** As a command: a quotation mark would end the argument of a shell. */
const QUOTE = "$(printf '\\042')";

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
  "middle-case": specialTokenEntry({
    name: "the key with a letter of its second half in the other case",
    build: (key, wrong) => {
      const at = key.sent.slice(Math.floor(key.sent.length / 2)).search(/[A-Za-z]/);
      if (at < 0) return authorization(wrong);
      const nth = Math.floor(key.sent.length / 2) + at;
      const sent = `${key.sent.slice(0, nth)}${swapCase(key.sent.charAt(nth))}${key.sent.slice(nth + 1)}`;
      return authorization(commanded(key, sent, MIDDLE_CASE));
    },
    curl: filteredKey(MIDDLE_CASE),
  }),
  // An identifier, such as `acme.` or `sk_`, where the key has one.
  "first-part": specialTokenEntry({
    name: "the key up to its first separator, or its first half",
    build: (key, wrong) => {
      const [start = ""] = /^[A-Za-z0-9]+(?=[^A-Za-z0-9])/.exec(key.sent) ?? [];
      const length = start.length || Math.floor(key.sent.length / 2);
      return authorization(length === 0 ? wrong : derivedFromKey(key, key.sent.slice(0, length), `:0:${length}`));
    },
    curl: filteredKey("awk '{n=match($0,/[^A-Za-z0-9]/); print substr($0,1,n>1?n-1:int(length($0)/2))}'"),
  }),
  "scheme-twice": specialTokenEntry({
    name: "the scheme twice and the key",
    build: (key) => authorization({ sent: `Bearer ${key.sent}`, masked: `Bearer ${key.masked}` }),
    curl: `Bearer ${CURL_KEY}`,
  }),
  assigned: specialTokenEntry({
    name: "the key as the parameter token",
    build: (key) => authorization({ sent: `token="${key.sent}"`, masked: `token=${QUOTE}${key.masked}${QUOTE}` }),
    curl: `token=${QUOTE}${CURL_KEY}${QUOTE}`,
  }),
  "last-part": specialTokenEntry({
    name: "the key behind its last separator, or its second half",
    build: (key, wrong) => {
      const at = /[^A-Za-z0-9](?=[A-Za-z0-9]+$)/.exec(key.sent)?.index;
      const from = at === undefined ? Math.floor(key.sent.length / 2) : at + 1;
      return authorization(from === 0 ? wrong : derivedFromKey(key, key.sent.slice(from), `:${from}`));
    },
    curl: filteredKey("sed 's/.*[^A-Za-z0-9]//'"),
  }),
  quoted: specialTokenEntry({
    name: "the key in quotation marks",
    build: (key) => authorization({ sent: `"${key.sent}"`, masked: `${QUOTE}${key.masked}${QUOTE}` }),
    curl: `${QUOTE}${CURL_KEY}${QUOTE}`,
  }),
  escaped: specialTokenEntry({
    name: "the key with its first character percent-encoded",
    build: (key) => {
      const code = key.sent.charCodeAt(0).toString(16).toUpperCase();
      return authorization(commanded(key, `%${code}${key.sent.slice(1)}`, ESCAPE_FIRST));
    },
    curl: filteredKey(ESCAPE_FIRST),
  }),
  // Only what is directly behind the key shows whether it is a separator: so each needs a call.
  "colon-after": specialTokenEntry({
    name: "the key, a colon and more",
    build: (key) => authorization({ sent: `${key.sent}:x`, masked: `${key.masked}:x` }),
    curl: `${CURL_KEY}:x`,
  }),
  "semicolon-after": specialTokenEntry({
    name: "the key, a semicolon and more",
    build: (key) => authorization({ sent: `${key.sent};x`, masked: `${key.masked};x` }),
    curl: `${CURL_KEY};x`,
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
    STRIPPED,
  ),
  "no-break-space-after": specialTokenEntry(
    {
      name: "the key and a no-break space",
      build: (key) => authorization({ sent: `${key.sent}\u00a0`, masked: `${key.masked}$(printf '\\240')` }),
      curl: `${CURL_KEY}$(printf '\\240')`,
    },
    STRIPPED,
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
  sql: fixed("' OR '1'='1", "SQL that is always true"),
  backslash: fixed("\\", "a backslash"),
  "not-equal": fixed('{"$ne":null}', "a query of a document database"),
  "member-name": fixed("constructor", "the name of a member that every object has"),
  zero: fixed("0", "a zero"),
  true: fixed("true", "the word true"),
  test: fixed("test", "the word test"),
  admin: fixed("admin", "the word admin"),
  "special-key": fixed("special-key", "the example of the pet store"),
  secret: fixed("secret", "the word secret"),
  changeme: fixed("changeme", "the word changeme"),
  "api-key-example": fixed("<API_KEY>", "the placeholder of the contract"),
} as const satisfies Readonly<Record<string, CredentialEntry>>;
