/** Bearer tokens that are not the key, and that a careless look-up takes for a key or cannot read (spec/rulings.md). */
import { otherCharacter, swapCase } from "../request-credential.ts";
import {
  type CredentialEntry,
  changedKey,
  commanded,
  expanded,
  filteredKey,
  fixedToken,
  headerArgument,
  shownAs,
  tokenWithKey,
} from "./credential-entry.ts";

const fixed = (text: string, name: string): CredentialEntry => fixedToken(text, name, "special");
const special = changedKey("special");
const withKey = (name: string, token: string): CredentialEntry => tokenWithKey("special", name, token);

const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
/** Characters outside ASCII, which HTTP allows only as opaque bytes (RFC 9110, section 5.5). */
const NOT_ASCII = { disputable: [400] } as const;
/** Many servers strip such characters from a header value: then it is the key that arrives. */
const STRIPPED = { disputable: [...NOT_ASCII.disputable, 200] } as const;
const TOO_LONG = { disputable: [400, 413, 414, 431] } as const;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const UNSIGNED = base64url({ alg: "none", typ: "JWT" });
const ADMIN = base64url({ sub: "admin", scope: "orders", exp: 9_999_999_999 });
const FULL_WIDTH = "perl -CO -pe 's/([!-~])/chr(ord($1)+0xFEE0)/ge'";
const MIDDLE = `awk '{h=int(length($0)/2); c=substr($0,h+1,1); print substr($0,1,h) (c=="x" ? "y" : "x") substr($0,h+2)}'`;
const MIDDLE_CASE = `awk '{h=int(length($0)/2); h+=match(substr($0,h+1),/[A-Za-z]/); c=substr($0,h,1); print substr($0,1,h-1) (c~/[a-z]/ ? toupper(c) : tolower(c)) substr($0,h+1)}'`;
const ESCAPE_FIRST = "perl -pe 's/^./sprintf(q(%%%02X),ord $&)/e'";
const FIRST_PART = "awk '{n=match($0,/[^A-Za-z0-9]/); print substr($0,1,n>1?n-1:int(length($0)/2))}'";
const CLAIMS = "cut -d . -f 2";

const halfOf = (key: string): number => Math.floor(key.length / 2);
/** The key with another character in one place. */
const changedAt = (key: string, at: number, change: (character: string) => string): string =>
  `${key.slice(0, at)}${change(key.charAt(at))}${key.slice(at + 1)}`;

/** Tried with every operation. */
export const WRONG_WORDS = {
  undefined: fixedToken("undefined", "the word undefined as key"),
  null: fixedToken("null", "the word null as key"),
  wildcard: fixedToken("*", "an asterisk as key"),
} as const satisfies Readonly<Record<string, CredentialEntry>>;

export const SPECIAL_CREDENTIALS = {
  "middle-changed": special(
    "the key with a character in its middle changed",
    (key) => changedAt(key, halfOf(key), otherCharacter),
    MIDDLE,
  ),
  "middle-case": special(
    "the key with a letter of its second half in the other case",
    (key) => {
      const at = key.slice(halfOf(key)).search(/[A-Za-z]/);
      return at < 0 ? undefined : changedAt(key, halfOf(key) + at, swapCase);
    },
    MIDDLE_CASE,
  ),
  // An identifier, such as `acme.` or `sk_`, where the key has one.
  "first-part": special(
    "the key up to its first separator, or its first half",
    (key) => (/^[A-Za-z0-9]+(?=[^A-Za-z0-9])/.exec(key)?.[0] ?? key.slice(0, halfOf(key))) || undefined,
    FIRST_PART,
    (sent) => expanded(`:0:${sent.length}`),
  ),
  "scheme-twice": withKey("the scheme twice and the key", "Bearer {key}"),
  assigned: withKey("the key as the parameter token", 'token="{key}"'),
  "last-part": special(
    "the key behind its last separator, or its second half",
    (key) => /(?<=[^A-Za-z0-9])[A-Za-z0-9]+$/.exec(key)?.[0] ?? key.slice(halfOf(key)),
    "sed 's/.*[^A-Za-z0-9]//'",
    (sent, key) => expanded(`:${key.length - sent.length}`),
  ),
  quoted: withKey("the key in quotation marks", '"{key}"'),
  escaped: special(
    "the key with its first character percent-encoded",
    (key) => changedAt(key, 0, (first) => `%${first.charCodeAt(0).toString(16).toUpperCase()}`),
    ESCAPE_FIRST,
  ),
  // Only what is directly behind the key shows whether it is a separator: so each needs a call.
  "colon-after": withKey("the key, a colon and more", "{key}:x"),
  "semicolon-after": withKey("the key, a semicolon and more", "{key};x"),
  base64: special("the key in base64", (key) => Buffer.from(key).toString("base64"), "base64 | tr -d '\\n'"),
  "zero-width-after": { ...withKey("the key and a zero-width space", `{key}${bytesOf("\u200b")}`), ...STRIPPED },
  "no-break-space-after": { ...withKey("the key and a no-break space", "{key}\u00a0"), ...STRIPPED },
  "full-width": {
    ...special(
      "the key in full-width characters",
      (key) => bytesOf(key.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))),
      FULL_WIDTH,
    ),
    ...NOT_ASCII,
  },
  "long-after": {
    ...shownAs(
      "the key and 4,000 times x",
      withKey("the key and 4,000 characters behind it", `{key}${"x".repeat(4000)}`),
    ),
    ...TOO_LONG,
  },
  "very-long": { ...shownAs("9,000 times x", withKey("a key of 9,000 characters", "x".repeat(9000))), ...TOO_LONG },
  "jwt-unsigned": fixed(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT"),
  "jwt-own-unsigned": {
    ...special(
      "the claims of the key as an unsigned JWT",
      (key) => {
        const [, claims, signature] = key.split(".");
        return signature === undefined ? undefined : `${UNSIGNED}.${claims}.`;
      },
      CLAIMS,
      `${UNSIGNED}.${commanded(CLAIMS)}.`,
    ),
    curl: headerArgument(`Bearer ${UNSIGNED}.${filteredKey(CLAIMS)}.`),
  },
  "jwt-example": fixed(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
  ),
  "jwt-malformed": fixed("a.b.c", "three letters between dots"),
  "pattern-any": fixed(".*", "a pattern for any text"),
  "pattern-words": fixed("[A-Za-z0-9_-]+", "a pattern for words"),
  "pattern-broken": fixed("([", "a broken pattern"),
  percent: fixed("%", "a percent sign"),
  underscores: special("as many underscores as the key is long", (key) => "_".repeat(key.length), "sed 's/./_/g'"),
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
