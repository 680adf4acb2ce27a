/** What a credential's name stands for: the bytes that go out, and the text that is shown in their place. */
import { randomInt } from "node:crypto";
import type { Credential } from "./exchange.ts";
import { KEY_MARK, type Secret } from "./secrets.ts";

/** A text as it is sent, and as it may be shown. */
interface Shown {
  readonly sent: string;
  readonly shown: string;
}

export interface Presented {
  readonly headers: readonly (Shown & { readonly name: string })[];
  readonly query?: Shown;
  /** What the service was given as credential, for telling whether it repeats it: undefined when that is no telling text. */
  readonly token?: Secret;
}

/** Presents credentials for one key; the wrong token is made up once and stays the same. */
export function credentialsFor(key: string): (credential: Credential) => Presented {
  const wrong = madeUp(key);
  const good: Shown = { sent: key, shown: KEY_MARK };
  return (credential) => PRESENT[credential](good, { sent: wrong, shown: wrong });
}

type Present = (key: Shown, wrong: Shown) => Presented;

/** `Authorization: <before><token><after>`. */
function authorization(token: Shown, before = "Bearer ", after = ""): Presented {
  const value = { sent: `${before}${token.sent}${after}`, shown: `${before}${token.shown}${after}` };
  return {
    headers: [{ name: "Authorization", ...value }],
    ...(token.sent.length > 5 && { token: { text: token.sent, mark: token.shown } }),
  };
}

const plain = (text: string): Shown => ({ sent: text, shown: text });

/** The key in a field of its own, or in the query. */
function elsewhere(
  key: Shown,
  place: { readonly header: string; readonly before?: string } | "api_key" | "access_token",
) {
  const token = { text: key.sent, mark: key.shown };
  if (typeof place === "string") {
    const query = { sent: `${place}=${encodeURIComponent(key.sent)}`, shown: `${place}=${key.shown}` };
    return { headers: [], query, token };
  }
  const { header, before = "" } = place;
  return { headers: [{ name: header, sent: `${before}${key.sent}`, shown: `${before}${key.shown}` }], token };
}

function basic(key: Shown, user: string): Presented {
  const text = (secret: string): string => (user === "" ? `${secret}:` : `${user}:${secret}`);
  const value: Shown = {
    sent: Buffer.from(text(key.sent)).toString("base64"),
    shown: `$(printf %s "${text(key.shown)}" | base64)`,
  };
  return { ...authorization(value, "Basic "), token: { text: key.sent, mark: key.shown } };
}

/** The notations in `shown` are bash's: a curl line that holds them sends the same bytes. */
const PRESENT: Readonly<Record<Credential, Present>> = {
  good: (key) => authorization(key),
  none: () => ({ headers: [] }),
  wrong: (_, wrong) => authorization(wrong),
  empty: () => authorization(plain("")),
  "scheme-only": () => authorization(plain(""), "Bearer"),
  "blank-header": () => authorization(plain(""), ""),
  truncated: (key) => authorization(part(key, key.sent.slice(0, -1), "%?")),
  "first-character": (key, wrong) =>
    authorization(key.sent.length > 1 ? part(key, key.sent.slice(0, 1), ":0:1") : wrong),
  extended: (key) => authorization({ sent: `${key.sent}x`, shown: `${key.shown}x` }),
  prefixed: (key) => authorization({ sent: `x${key.sent}`, shown: `x${key.shown}` }),
  "swapped-case": (key, wrong) => {
    const swapped = swapCase(key.sent);
    return authorization(swapped === key.sent ? wrong : part(key, swapped, "~~"));
  },
  "last-changed": (key) => {
    const other = otherCharacter(key.sent.slice(-1));
    const { shown } = part(key, "", "%?");
    return authorization({ sent: `${key.sent.slice(0, -1)}${other}`, shown: `${shown}${other}` });
  },
  beheaded: (key, wrong) => authorization(key.sent.length > 1 ? part(key, key.sent.slice(1), "#?") : wrong),
  "first-changed": (key) => {
    const other = otherCharacter(key.sent.slice(0, 1));
    const { shown } = part(key, "", "#?");
    return authorization({ sent: `${other}${key.sent.slice(1)}`, shown: `${other}${shown}` });
  },
  "first-case": (key, wrong) => {
    const swapped = `${swapCase(key.sent.slice(0, 1))}${key.sent.slice(1)}`;
    return authorization(swapped === key.sent ? wrong : part(key, swapped, "~"));
  },
  alphanumeric: (key, wrong) => {
    const bare = key.sent.replace(/[^A-Za-z0-9]/g, "");
    return authorization(bare === key.sent || bare === "" ? wrong : part(key, bare, "//[^A-Za-z0-9]/"));
  },
  undefined: () => authorization(plain("undefined")),
  null: () => authorization(plain("null")),
  repeated: (key) => authorization({ sent: `${key.sent} ${key.sent}`, shown: `${key.shown} ${key.shown}` }),
  list: (key, wrong) => authorization(key, `Bearer ${wrong.sent}, Bearer `),
  "list-first": (key, wrong) => authorization(key, "Bearer ", `,${wrong.sent}`),
  wildcard: () => authorization(plain("*")),
  basic: (key) => basic(key, ""),
  "basic-password": (key) => basic(key, "user"),
  "token-scheme": (key) => authorization(key, "Token "),
  bare: (key) => authorization(key, ""),
  "x-api-key": (key) => elsewhere(key, { header: "X-API-Key" }),
  "query-api-key": (key) => elsewhere(key, "api_key"),
  "query-access-token": (key) => elsewhere(key, "access_token"),
  cookie: (key) => elsewhere(key, { header: "Cookie", before: "api_key=" }),
  "basic-wrong": (_, wrong) => basic(wrong, "user"),
  "digest-wrong": (_, wrong) =>
    authorization(wrong, 'Digest username="user", realm="orders", nonce="0", uri="/", response="', '"'),
  "x-api-key-wrong": () => ({ headers: [{ name: "X-API-Key", ...plain("wrong") }] }),
  "query-api-key-wrong": () => ({ headers: [], query: plain("api_key=wrong") }),
  "lower-case-scheme": (key) => authorization(key, "bearer "),
  "upper-case-scheme": (key) => authorization(key, "BEARER "),
  "two-spaces": (key) => authorization(key, "Bearer  "),
};

/** A part of the key, or a change of it, in bash's notation: showing it plainly would give most of the key away. */
function part(key: Shown, sent: string, expansion: string): Shown {
  return { sent, shown: key.shown === KEY_MARK ? `\${ORDERS_API_KEY${expansion}}` : sent };
}

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Of the same length, with letters for letters and digits for digits, at random: derived from the key it would tell it. */
function madeUp(key: string): string {
  for (let attempt = 0; attempt < 100; attempt++) {
    const token = key
      .replace(/[a-z]/g, () => pick("abcdefghijklmnopqrstuvwxyz"))
      .replace(/[A-Z]/g, () => pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
      .replace(/[0-9]/g, () => pick("0123456789"));
    if (token !== key) return token;
  }
  return `${key}-not`; // A key of punctuation alone.
}

function otherCharacter(character: string): string {
  return character === "x" ? "y" : "x";
}

const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
