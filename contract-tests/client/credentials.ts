/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table defines for each how it is sent,
 * shown and repeated with curl, and how the answer to it is judged.
 */
import { ALTERNATIVE_CREDENTIALS, WRONG_ALTERNATIVES } from "./credential-entries/alternative-credentials.ts";
import {
  type CredentialEntry,
  type CredentialKind,
  changedKey,
  expanded,
  filteredKey,
  headerArgument,
  keyEntry,
  shownAs,
  tokenWithKey,
} from "./credential-entries/credential-entry.ts";
import { SPECIAL_CREDENTIALS, WRONG_WORDS } from "./credential-entries/special-credentials.ts";
import { KEY_PLACEHOLDER } from "./redaction.ts";
import {
  authorization,
  basicCredential,
  otherCharacter,
  type RequestCredential,
  randomTokenLike,
  swapCase,
  unmasked,
} from "./request-credential.ts";

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
  wrong: shownAs(
    "a random key of the same length",
    wrongKey("a wrong key", () => undefined, "tr A-Za-z0-9 N-ZA-Mn-za-m5-90-4"),
  ),
  empty: {
    kind: "wrong",
    name: "an empty key",
    build: () => authorization(unmasked("")),
    display: "Authorization: Bearer <nothing>",
    curl: "-H 'Authorization: Bearer '",
  },
  "scheme-only": {
    kind: "wrong",
    name: "the scheme without a key",
    build: () => authorization(unmasked(""), "Bearer"),
    display: "Authorization: Bearer",
    curl: "-H 'Authorization: Bearer'",
  },
  truncated: wrongKey("the key without its last character", (key) => key.slice(0, -1), "sed 's/.$//'", expanded("%?")),
  "first-character": wrongKey("the first character of the key", (key) => key.slice(0, 1), "cut -c 1", expanded(":0:1")),
  // A point may be a separator. The mock has the name of a world behind it, which has no colon.
  extended: shownAs(
    "the key, a point and a colon",
    tokenWithKey("wrong", "the key with a point and more appended", "{key}.:"),
  ),
  // A key of digits is still the same number.
  prefixed: shownAs("a zero and the key", tokenWithKey("wrong", "the key with a zero before it", "0{key}")),
  "swapped-case": shownAs(
    "the key, every letter in the other case",
    wrongKey("the key in the other letter case", swapCase, "tr A-Za-z a-zA-Z", expanded("~~")),
  ),
  "last-changed": shownAs(
    "the key with another last character",
    wrongKey(
      "the key with its last character changed",
      (key) => `${key.slice(0, -1)}${otherCharacter(key.slice(-1))}`,
      "sed -e 's/x$/y/' -e t -e 's/.$/x/'",
      (sent) => `${expanded("%?")}${sent.slice(-1)}`,
    ),
  ),
  "without-first-char": wrongKey(
    "the key without its first character",
    (key) => key.slice(1) || undefined,
    "sed 's/^.//'",
    expanded("#?"),
  ),
  "first-changed": shownAs(
    "the key with another first character",
    wrongKey(
      "the key with its first character changed",
      (key) => `${otherCharacter(key.slice(0, 1))}${key.slice(1)}`,
      "sed -e 's/^x/y/' -e t -e 's/^./x/'",
      (sent) => `${sent.slice(0, 1)}${expanded("#?")}`,
    ),
  ),
  "first-case": {
    ...shownAs(
      "the key, its first letter in the other case",
      wrongKey(
        "the key with its first letter in the other case",
        (key) => `${swapCase(key.slice(0, 1))}${key.slice(1)}`,
        "",
        expanded("~"),
      ),
    ),
    curl: headerArgument(`Bearer ${filteredKey("cut -c 1 | tr A-Za-z a-zA-Z")}${filteredKey("sed 's/^.//'")}`),
  },
  alphanumeric: wrongKey(
    "only the letters and digits of the key",
    (key) => key.replace(/[^A-Za-z0-9]/g, "") || undefined,
    "tr -dc A-Za-z0-9",
    expanded("//[^A-Za-z0-9]/"),
  ),
  ...WRONG_WORDS,
  ...SPECIAL_CREDENTIALS,
  "blank-header": {
    kind: "unusual",
    name: "an empty Authorization field",
    build: () => authorization(unmasked(""), ""),
    display: "Authorization: <nothing>",
    curl: "-H 'Authorization;'",
  },
  repeated: keyEntry("unusual", "the key twice in one field", "Bearer {key} {key}", (key) =>
    authorization({ sent: `${key.sent} ${key.sent}`, masked: `${key.masked} ${key.masked}` }),
  ),
  list: keyEntry("unusual", "a wrong key and the key in one field", "Bearer wrong, Bearer {key}", (key, wrong) =>
    authorization(key, `Bearer ${wrong.sent}, Bearer `),
  ),
  "list-first": keyEntry("unusual", "the key, a comma and more in one field", "Bearer {key},wrong", (key, wrong) =>
    authorization(key, "Bearer ", `,${wrong.sent}`),
  ),
  // Tried whether the key is accepted there or not.
  "other-places-wrong": { ...WRONG_ALTERNATIVES["wrong-other-places"], kind: "unusual" },
  "basic-wrong": {
    kind: "unusual",
    name: "Basic with a wrong password",
    build: (_, wrong) => basicCredential(wrong, "user"),
    display: "Authorization: Basic <user, a wrong password>",
    curl: "-u 'user:wrong'",
  },
  "basic-empty": {
    kind: "special",
    name: "Basic without a user and a password",
    build: () => ({ headers: authorization(unmasked("Og=="), "Basic ").headers }),
    display: "Authorization: Basic <neither user nor password>",
    curl: "-u ':'",
  },
  "digest-wrong": {
    kind: "unusual",
    name: "Digest credentials",
    build: (_, wrong) =>
      authorization(wrong, 'Digest username="user", realm="orders", nonce="0", uri="/", response="', '"'),
    display: "Authorization: Digest <a random response>",
    curl: `-H 'Authorization: Digest username="user", realm="orders", nonce="0", uri="/", response="0"'`,
  },
  ...ALTERNATIVE_CREDENTIALS,
  ...WRONG_ALTERNATIVES,
  "lower-case-scheme": keyEntry("spelling", "the scheme in lower case", "bearer {key}"),
  "upper-case-scheme": keyEntry("spelling", "the scheme in upper case", "BEARER {key}"),
  "two-spaces": keyEntry("spelling", "two spaces after the scheme", "Bearer  {key}"),
} as const satisfies Readonly<Record<string, CredentialEntry>>;

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
