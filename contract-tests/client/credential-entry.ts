/** One entry of the table of credentials: how it is sent, shown and repeated with curl; and what makes entries. */
import { randomInt } from "node:crypto";
import { isSearchable, KEY_PLACEHOLDER, type Secret } from "./redaction.ts";

/** A text as it is sent, and with the key masked. */
export interface MaskedText {
  readonly sent: string;
  readonly masked: string;
}

export type MaskedHeader = MaskedText & { readonly name: string };

export interface RequestCredential {
  readonly headers: readonly MaskedHeader[];
  readonly query?: MaskedText;
  /** Searched for in the response; undefined when it is too short to search for. */
  readonly token?: Secret | undefined;
}

export function unmasked(text: string): MaskedText {
  return { sent: text, masked: text };
}

/** A text in the place of `{key}`. */
function filled(template: string, { sent, masked }: MaskedText): MaskedText {
  return { sent: template.replaceAll("{key}", () => sent), masked: template.replaceAll("{key}", () => masked) };
}

/** The token in the place of `{key}` in the value of a header. */
export function headerCredential(token: MaskedText, value = "Bearer {key}", name = "Authorization"): RequestCredential {
  return { headers: [{ name, ...filled(value, token) }], ...searchedFor(token) };
}

function searchedFor({ sent, masked }: MaskedText): Pick<RequestCredential, "token"> {
  return isSearchable(sent) ? { token: { text: sent, replacement: masked } } : {};
}

export function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A random token of the same length, with letters for letters and digits for digits. It is not derived from the key. */
export function randomTokenLike(key: string): string {
  for (let attempt = 0; attempt < 100; attempt++) {
    const token = key
      .replace(/[a-z]/g, () => randomCharacter("abcdefghijklmnopqrstuvwxyz"))
      .replace(/[A-Z]/g, () => randomCharacter("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
      .replace(/[0-9]/g, () => randomCharacter("0123456789"));
    if (token !== key) return token;
  }
  return `${key}-not`; // The key has neither letters nor digits.
}

export function otherCharacter(character: string): string {
  return character === "x" ? "y" : "x";
}

function randomCharacter(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length));
}

/** How the answer to a call with the credential is judged. */
export type CredentialKind =
  | "good" // the key, as the contract specifies it
  | "spelling" // the key, with the scheme in another spelling: a silence of the contract
  | "none" // no credential
  | "wrong" // not the key, as a bearer token
  | "special" // not the key, as a bearer token that a careless look-up takes for a key
  | "unusual" // not the key, in a form that some services answer with 400
  | "alternative" // the key, in another place or scheme: advice when it is accepted
  | "wrong-alternative"; // not the key, in such a place

export interface CredentialEntry {
  readonly kind: CredentialKind;
  /** In a sentence: "Listing with … gets 200." */
  readonly name: string;
  /** The line of a shown request. */
  readonly display: string;
  /** The arguments of curl, for a POSIX shell in which $ORDERS_API_KEY is the key. */
  readonly curl: string;
  readonly build: (key: MaskedText, wrong: MaskedText) => RequestCredential;
  /** The credentials that this one combines. Each is tried alone where this one is not refused. */
  readonly parts?: readonly string[];
  /** Statuses besides 401 that are only advice. */
  readonly disputable?: readonly number[];
}

/** The key in curl lines; the shell reports an error when the variable is not set. */
export const CURL_KEY = `\${ORDERS_API_KEY:?}`;

/** The output of a shell filter for the key. */
export const filteredKey = (filter: string): string => `$(printf %s "${CURL_KEY}" | ${filter})`;
export const headerArgument = (value: string): string => `-H "Authorization: ${value}"`;

/**
 * A bearer token that is made of the key; a wrong key where that is the key itself, or undefined. `curl` is the token as a shell makes it,
 * which is all that is shown of it.
 */
function tokenEntry(
  kind: CredentialKind,
  name: string,
  curl: string,
  make: (key: string) => string | undefined,
): CredentialEntry {
  return {
    kind,
    name,
    build: (key, wrong) => {
      const sent = make(key.sent);
      return headerCredential(sent === undefined || sent === key.sent ? wrong : { sent, masked: curl });
    },
    display: `Authorization: Bearer <${name}>`,
    curl: headerArgument(`Bearer ${curl}`),
  };
}

/** A fixed bearer token, unless it is the key. */
export function fixedToken(text: string, name: string, kind: CredentialKind = "wrong"): CredentialEntry {
  return {
    kind,
    name,
    // Such a text can be part of any response, so it is not searched for.
    build: (key, wrong) =>
      key.sent === text ? headerCredential(wrong) : { ...headerCredential(unmasked(text)), token: undefined },
    display: `Authorization: Bearer ${text}`,
    curl: `-H 'Authorization: Bearer ${text.replaceAll("'", `'\\''`)}'`,
  };
}

/** A bearer token with the key, or a text, in the place of `{key}`. */
export function tokenWithKey(kind: CredentialKind, name: string, token: string): CredentialEntry {
  // A quotation mark would end the argument of a shell, and other characters depend on its encoding.
  const shell = token.replace(/["\x80-\xff]+/g, (text) => `$(printf '${octal(text)}')`);
  return tokenEntry(kind, name, shell.replace("{key}", CURL_KEY), (key) => token.replace("{key}", () => key));
}

const octal = (text: string): string =>
  [...text].map((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");

/** The key with a change, as a bearer token. `filter` is the change as a filter of a shell. */
export function changedKey(kind: CredentialKind) {
  return (name: string, change: (key: string) => string | undefined, filter: string): CredentialEntry =>
    tokenEntry(kind, name, filteredKey(filter), change);
}

/** A value of a header, by default Authorization; `{key}` in it is the key, and `{wrong}` a wrong one. */
export function keyEntry(kind: CredentialKind, name: string, value: string, header = "Authorization"): CredentialEntry {
  return {
    kind,
    name,
    build: (key, wrong) => headerCredential(key, value.split("{wrong}").join(wrong.sent), header),
    display: `${header}: ${shown(value, KEY_PLACEHOLDER)}`,
    curl: `-H "${header}: ${shown(value, CURL_KEY)}"`,
  };
}

const shown = (value: string, key: string): string => value.replaceAll("{key}", key).replace("{wrong}", "wrong");

/** The key in a parameter of the query. */
export function queryEntry(kind: CredentialKind, parameter: string): CredentialEntry {
  return {
    kind,
    name: `the key in the query as ${parameter}`,
    build: (key) => ({
      headers: [],
      query: { sent: `${parameter}=${encodeURIComponent(key.sent)}`, masked: `${parameter}=${key.masked}` },
      ...searchedFor(key),
    }),
    display: "(the key in the query)",
    curl: `-G --data-urlencode "${parameter}=${CURL_KEY}"`,
  };
}

/** A user and a password, one of which is the key, or a wrong key: `{key}:`. `display` is what is shown of them. */
export function basicEntry(kind: CredentialKind, name: string, pair: string, display: string): CredentialEntry {
  return {
    kind,
    name,
    build: (key) => {
      const { sent, masked } = filled(pair, key);
      const value = { sent: Buffer.from(sent).toString("base64"), masked: `$(printf %s "${masked}" | base64)` };
      return { ...headerCredential(value, "Basic {key}"), ...searchedFor(key) };
    },
    display: `Authorization: Basic <${display}>`,
    curl: `-u "${pair.replace("{key}", CURL_KEY)}"`,
  };
}

/** A value of Authorization without a key. `display` is what is shown of it. */
export function keylessEntry(kind: CredentialKind, name: string, value: string, display = value): CredentialEntry {
  return {
    kind,
    name,
    build: () => headerCredential(unmasked(""), value),
    display: `Authorization: ${display}`,
    curl: value === "" ? "-H 'Authorization;'" : `-H 'Authorization: ${value}'`,
  };
}
