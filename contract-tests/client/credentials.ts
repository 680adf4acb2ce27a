/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table defines for each how it is sent,
 * shown and repeated with curl, and how the answer to it is judged.
 */
import {
  basicEntry,
  type CredentialEntry,
  type CredentialKind,
  CURL_KEY,
  changedKey,
  filteredKey,
  fixedToken,
  headerArgument,
  headerCredential,
  keyEntry,
  keylessEntry,
  otherCharacter,
  queryEntry,
  type RequestCredential,
  randomTokenLike,
  swapCase,
  tokenWithKey,
  unmasked,
} from "./credential-entry.ts";
import { KEY_PLACEHOLDER } from "./redaction.ts";

type Entries = Readonly<Record<string, CredentialEntry>>;

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

/** The key in another place or under another scheme than the contract's. */
const IN_ONE_PLACE = {
  basic: basicEntry("alternative", "the key as user name of Basic", "{key}:", "the key as user, no password"),
  "basic-password": basicEntry(
    "alternative",
    "the key as password of Basic",
    "user:{key}",
    "user, the key as password",
  ),
  "token-scheme": keyEntry("alternative", "the key under the scheme Token", "Token {key}"),
  bare: keyEntry("alternative", "the key without a scheme", "{key}"),
  "x-api-key": keyEntry("alternative", "the key in X-API-Key", "{key}", "X-API-Key"),
  "query-api-key": queryEntry("alternative", "api_key"),
  // RFC 6750, section 2.3.
  "query-access-token": queryEntry("alternative", "access_token"),
  cookie: {
    ...keyEntry("alternative", "the key in a cookie", "api_key={key}", "Cookie"),
    curl: `-b "api_key=${CURL_KEY}"`,
  },
} as const satisfies Entries;

/** Places that one request can have together: each is tried alone where this is not refused. */
const PARTS = ["x-api-key", "cookie", "query-api-key", "query-access-token"] as const;
const COMBINED: readonly CredentialEntry[] = PARTS.map((part) => IN_ONE_PLACE[part]);

const ALTERNATIVE_CREDENTIALS = {
  ...IN_ONE_PLACE,
  "other-places": {
    kind: "alternative",
    name: "the key in X-API-Key, in a cookie and in the query",
    build: (key, wrong) => combineCredentials(COMBINED.map(({ build }) => build(key, wrong))),
    display: [...new Set(COMBINED.map(({ display }) => display))].join("\n"),
    curl: COMBINED.map(({ curl }) => curl).join(" "),
    parts: PARTS,
  },
} as const satisfies Entries;

function combineCredentials(credentials: readonly RequestCredential[]): RequestCredential {
  const queries = credentials.flatMap(({ query = [] }) => query);
  return {
    headers: credentials.flatMap(({ headers }) => headers),
    query: {
      sent: queries.map(({ sent }) => sent).join("&"),
      masked: queries.map(({ masked }) => masked).join("&"),
    },
    token: credentials[0]?.token,
  };
}

type Alternative = keyof typeof ALTERNATIVE_CREDENTIALS;

/** Those that are tried first, in the order of the table. */
export const ALTERNATIVES_TRIED = (Object.keys(ALTERNATIVE_CREDENTIALS) as Alternative[]).filter(
  (name) => !PARTS.some((part) => part === name),
);

type WrongAlternatives = Readonly<Record<`wrong-${Alternative}`, CredentialEntry>>;

/** Sent where the key in this place was accepted: a service may not look at what is there. */
const WRONG_ALTERNATIVES = Object.fromEntries(
  Object.entries(ALTERNATIVE_CREDENTIALS).map(([id, entry]) => [`wrong-${id}`, withWrongKey(entry)]),
) as WrongAlternatives;

function withWrongKey({ name, display, curl, build, parts = [] }: CredentialEntry): CredentialEntry {
  const wrong = unmasked("wrong-key-0123456789");
  return {
    kind: "wrong-alternative",
    name: name.replaceAll("the key", "a wrong key"),
    display: display.replaceAll("the key", "a wrong key").replaceAll(KEY_PLACEHOLDER, "<a wrong key>"),
    curl: curl.replaceAll(CURL_KEY, wrong.sent),
    parts: parts.map((part) => `wrong-${part}`),
    // Such a text can be part of any response, so it is not searched for.
    build: () => ({ ...build(wrong, wrong), token: undefined }),
  };
}

const wrongKey = changedKey("wrong");

export const CREDENTIALS = {
  good: keyEntry("good", "the key", "Bearer {key}"),
  none: {
    kind: "none",
    name: "no key",
    build: () => ({ headers: [] }),
    display: "(no Authorization header)",
    curl: "",
  },
  wrong: wrongKey("a wrong key", () => undefined, "tr A-Za-z0-9 N-ZA-Mn-za-m5-90-4"),
  empty: keylessEntry("wrong", "an empty key", "Bearer ", "Bearer <nothing>"),
  "scheme-only": keylessEntry("wrong", "the scheme without a key", "Bearer"),
  truncated: wrongKey("the key without its last character", (key) => key.slice(0, -1), "sed 's/.$//'"),
  "first-character": wrongKey("the first character of the key", (key) => key.slice(0, 1), "cut -c 1"),
  // A point may be a separator. The mock has the name of a world behind it, which has no colon.
  extended: tokenWithKey("wrong", "the key with a point and more appended", "{key}.:"),
  // A key of digits is still the same number.
  prefixed: tokenWithKey("wrong", "the key with a zero before it", "0{key}"),
  "swapped-case": wrongKey("the key in the other letter case", swapCase, "tr A-Za-z a-zA-Z"),
  "last-changed": wrongKey(
    "the key with its last character changed",
    (key) => `${key.slice(0, -1)}${otherCharacter(key.slice(-1))}`,
    "sed -e 's/x$/y/' -e t -e 's/.$/x/'",
  ),
  "without-first-char": wrongKey(
    "the key without its first character",
    (key) => key.slice(1) || undefined,
    "sed 's/^.//'",
  ),
  "first-changed": wrongKey(
    "the key with its first character changed",
    (key) => changedAt(key, 0, otherCharacter),
    "sed -e 's/^x/y/' -e t -e 's/^./x/'",
  ),
  "first-case": {
    ...wrongKey("the key with its first letter in the other case", (key) => changedAt(key, 0, swapCase), ""),
    curl: headerArgument(`Bearer ${filteredKey("cut -c 1 | tr A-Za-z a-zA-Z")}${filteredKey("sed 's/^.//'")}`),
  },
  alphanumeric: wrongKey(
    "only the letters and digits of the key",
    (key) => key.replace(/[^A-Za-z0-9]/g, "") || undefined,
    "tr -dc A-Za-z0-9",
  ),
  undefined: fixedToken("undefined", "the word undefined as key"),
  null: fixedToken("null", "the word null as key"),
  wildcard: fixedToken("*", "an asterisk as key"),
  // Below, what a careless look-up takes for a key or cannot read (spec/rulings.md).
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
  ),
  "scheme-twice": withKey("the scheme twice and the key", "Bearer {key}"),
  assigned: withKey("the key as the parameter token", 'token="{key}"'),
  "last-part": special(
    "the key behind its last separator, or its second half",
    (key) => /(?<=[^A-Za-z0-9])[A-Za-z0-9]+$/.exec(key)?.[0] ?? key.slice(halfOf(key)),
    "sed 's/.*[^A-Za-z0-9]//'",
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
  "no-break-space-after": { ...withKey("the key and a no-break space", "{key}\u00a0"), ...STRIPPED },
  "full-width": {
    ...special(
      "the key in full-width characters",
      (key) => bytesOf(key.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))),
      FULL_WIDTH,
    ),
    ...NOT_ASCII,
  },
  "long-after": { ...withKey("the key and 4,000 characters behind it", `{key}${"x".repeat(4000)}`), ...TOO_LONG },
  "very-long": { ...withKey("a key of 9,000 characters", "x".repeat(9000)), ...TOO_LONG },
  "jwt-unsigned": fixed(`${UNSIGNED}.${ADMIN}.`, "an unsigned JWT"),
  "jwt-own-unsigned": {
    ...special(
      "the claims of the key as an unsigned JWT",
      (key) => {
        const [, claims, signature] = key.split(".");
        return signature === undefined ? undefined : `${UNSIGNED}.${claims}.`;
      },
      CLAIMS,
    ),
    curl: headerArgument(`Bearer ${UNSIGNED}.${filteredKey(CLAIMS)}.`),
  },
  "jwt-example": fixed(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "the example of jwt.io",
  ),
  "pattern-any": fixed(".*", "a pattern for any text"),
  "pattern-broken": fixed("([", "a broken pattern"),
  percent: fixed("%", "a percent sign"),
  sql: fixed("' OR '1'='1", "SQL that is always true"),
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
  // What deployments compare with where the variable of a key is not set, or a template is not filled in.
  "template-variable": fixed(`\${API_KEY}`, "a variable that a template left as it is"),
  "template-braces": fixed("{{api_key}}", "a placeholder that a template left as it is"),
  "windows-variable": fixed("%API_KEY%", "a variable of Windows that is not set"),
  "python-none": fixed("None", "what Python makes of a variable that is not set"),
  "readme-example": fixed("your-api-key", "the example of a readme"),
  "blank-header": keylessEntry("unusual", "an empty Authorization field", "", "<nothing>"),
  repeated: keyEntry("unusual", "the key twice in one field", "Bearer {key} {key}"),
  list: keyEntry("unusual", "a wrong key and the key in one field", "Bearer {wrong}, Bearer {key}"),
  "list-first": keyEntry("unusual", "the key, a comma and more in one field", "Bearer {key},{wrong}"),
  // Tried whether the key is accepted there or not.
  "other-places-wrong": { ...WRONG_ALTERNATIVES["wrong-other-places"], kind: "unusual" },
  "basic-wrong": {
    kind: "unusual",
    name: "Basic with a wrong password",
    build: (_, wrong) => ALTERNATIVE_CREDENTIALS["basic-password"].build(wrong, wrong),
    display: "Authorization: Basic <user, a wrong password>",
    curl: "-u 'user:wrong'",
  },
  "basic-empty": {
    ...keylessEntry(
      "special",
      "Basic without a user and a password",
      "Basic Og==",
      "Basic <neither user nor password>",
    ),
    curl: "-u ':'",
  },
  "digest-wrong": {
    kind: "unusual",
    name: "Digest credentials",
    build: (_, wrong) =>
      headerCredential(wrong, 'Digest username="user", realm="orders", nonce="0", uri="/", response="{key}"'),
    display: "Authorization: Digest <a random response>",
    curl: `-H 'Authorization: Digest username="user", realm="orders", nonce="0", uri="/", response="0"'`,
  },
  ...ALTERNATIVE_CREDENTIALS,
  ...WRONG_ALTERNATIVES,
  "lower-case-scheme": keyEntry("spelling", "the scheme in lower case", "bearer {key}"),
  "upper-case-scheme": keyEntry("spelling", "the scheme in upper case", "BEARER {key}"),
  "two-spaces": keyEntry("spelling", "two spaces after the scheme", "Bearer  {key}"),
} as const satisfies Entries;

export type Credential = keyof typeof CREDENTIALS;

/** The credentials of some kinds, in the order of the table. */
export function credentialsOf(...kinds: readonly CredentialKind[]): readonly Credential[] {
  return (Object.keys(CREDENTIALS) as Credential[]).filter((name) => kinds.includes(CREDENTIALS[name].kind));
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
