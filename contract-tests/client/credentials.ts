/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table defines for each how it is sent,
 * shown and repeated with curl, and how the answer to it is judged.
 */
import { ALTERNATIVE_CREDENTIALS, WRONG_ALTERNATIVES } from "./credential-entries/alternative-credentials.ts";
import {
  type CredentialEntry,
  type CredentialKind,
  CURL_KEY,
  filteredKey,
  keyEntry,
  wrongTokenEntry,
} from "./credential-entries/credential-entry.ts";
import { SPECIAL_CREDENTIALS, WRONG_WORDS } from "./credential-entries/special-credentials.ts";
import {
  authorization,
  basicCredential,
  derivedFromKey,
  otherCharacter,
  type RequestCredential,
  randomTokenLike,
  swapCase,
  unmasked,
} from "./request-credential.ts";
import { KEY_PLACEHOLDER } from "./secrets/secret-forms.ts";

export const CREDENTIALS = {
  good: keyEntry("good", "the key", "Bearer {key}", (key) => authorization(key)),
  none: {
    kind: "none",
    name: "no key",
    build: () => ({ headers: [] }),
    display: "(no Authorization header)",
    curl: "",
  },
  wrong: wrongTokenEntry({
    name: "a wrong key",
    build: (_, wrong) => authorization(wrong),
    display: "a random key of the same length",
    curl: filteredKey("tr A-Za-z0-9 N-ZA-Mn-za-m5-90-4"),
  }),
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
  truncated: wrongTokenEntry({
    name: "the key without its last character",
    build: (key) => authorization(derivedFromKey(key, key.sent.slice(0, -1), "%?")),
    curl: filteredKey("sed 's/.$//'"),
  }),
  "first-character": wrongTokenEntry({
    name: "the first character of the key",
    build: (key, wrong) =>
      authorization(key.sent.length > 1 ? derivedFromKey(key, key.sent.slice(0, 1), ":0:1") : wrong),
    curl: filteredKey("cut -c 1"),
  }),
  // A point may be a separator. The mock has the name of a world behind it, which has no colon.
  extended: wrongTokenEntry({
    name: "the key with a point and more appended",
    build: (key) => authorization({ sent: `${key.sent}.:`, masked: `${key.masked}.:` }),
    display: "the key, a point and a colon",
    curl: `${CURL_KEY}.:`,
  }),
  prefixed: wrongTokenEntry({
    // A key of digits is still the same number.
    name: "the key with a zero before it",
    build: (key) => authorization({ sent: `0${key.sent}`, masked: `0${key.masked}` }),
    display: "a zero and the key",
    curl: `0${CURL_KEY}`,
  }),
  "swapped-case": wrongTokenEntry({
    name: "the key in the other letter case",
    build: (key, wrong) => {
      const swapped = swapCase(key.sent);
      return authorization(swapped === key.sent ? wrong : derivedFromKey(key, swapped, "~~"));
    },
    display: "the key, every letter in the other case",
    curl: filteredKey("tr A-Za-z a-zA-Z"),
  }),
  "last-changed": wrongTokenEntry({
    name: "the key with its last character changed",
    build: (key) => {
      const other = otherCharacter(key.sent.slice(-1));
      return authorization({
        sent: `${key.sent.slice(0, -1)}${other}`,
        masked: `${derivedFromKey(key, "", "%?").masked}${other}`,
      });
    },
    display: "the key with another last character",
    curl: filteredKey("sed -e 's/x$/y/' -e t -e 's/.$/x/'"),
  }),
  "without-first-char": wrongTokenEntry({
    name: "the key without its first character",
    build: (key, wrong) => authorization(key.sent.length > 1 ? derivedFromKey(key, key.sent.slice(1), "#?") : wrong),
    curl: filteredKey("sed 's/^.//'"),
  }),
  "first-changed": wrongTokenEntry({
    name: "the key with its first character changed",
    build: (key) => {
      const other = otherCharacter(key.sent.slice(0, 1));
      return authorization({
        sent: `${other}${key.sent.slice(1)}`,
        masked: `${other}${derivedFromKey(key, "", "#?").masked}`,
      });
    },
    display: "the key with another first character",
    curl: filteredKey("sed -e 's/^x/y/' -e t -e 's/^./x/'"),
  }),
  "first-case": wrongTokenEntry({
    name: "the key with its first letter in the other case",
    build: (key, wrong) => {
      const swapped = `${swapCase(key.sent.slice(0, 1))}${key.sent.slice(1)}`;
      return authorization(swapped === key.sent ? wrong : derivedFromKey(key, swapped, "~"));
    },
    display: "the key, its first letter in the other case",
    curl: `$(printf %s "${CURL_KEY}" | cut -c 1 | tr A-Za-z a-zA-Z)${filteredKey("sed 's/^.//'")}`,
  }),
  alphanumeric: wrongTokenEntry({
    name: "only the letters and digits of the key",
    build: (key, wrong) => {
      const bare = key.sent.replace(/[^A-Za-z0-9]/g, "");
      return authorization(bare === key.sent || bare === "" ? wrong : derivedFromKey(key, bare, "//[^A-Za-z0-9]/"));
    },
    curl: filteredKey("tr -dc A-Za-z0-9"),
  }),
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
  "lower-case-scheme": keyEntry("spelling", "the scheme in lower case", "bearer {key}", (key) =>
    authorization(key, "bearer "),
  ),
  "upper-case-scheme": keyEntry("spelling", "the scheme in upper case", "BEARER {key}", (key) =>
    authorization(key, "BEARER "),
  ),
  "two-spaces": keyEntry("spelling", "two spaces after the scheme", "Bearer  {key}", (key) =>
    authorization(key, "Bearer  "),
  ),
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
