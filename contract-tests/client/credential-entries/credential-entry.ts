/** One entry of the table of credentials, and the entries that differ only in their token. */

import { KEY_PLACEHOLDER } from "../redaction.ts";
import { authorization, type MaskedText, type RequestCredential, unmasked } from "../request-credential.ts";

/**
 * How the answer to a call with the credential is judged:
 * - `good`: the key, as the contract specifies it.
 * - `spelling`: the key, with the scheme in another spelling. A silence of the contract.
 * - `none`: no credential.
 * - `wrong`: not the key, as a bearer token.
 * - `special`: not the key, as a bearer token that a careless look-up takes for a key.
 * - `unusual`: not the key, in a form that some services answer with 400.
 * - `alternative`: the key, in another place or scheme. Advice when it is accepted.
 * - `wrong-alternative`: not the key, in such a place.
 */
export type CredentialKind =
  | "good"
  | "spelling"
  | "none"
  | "wrong"
  | "special"
  | "unusual"
  | "alternative"
  | "wrong-alternative";

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

type BuildCredential = CredentialEntry["build"];

/** A bearer token that is not the key; `curl` is the token as the shell builds it. */
function tokenEntry(kind: CredentialKind, name: string, curl: string, build: BuildCredential): CredentialEntry {
  return { kind, name, build, display: `Authorization: Bearer <${name}>`, curl: headerArgument(`Bearer ${curl}`) };
}

/** A fixed bearer token, unless it is the key. */
export function fixedToken(text: string, name: string, kind: CredentialKind = "wrong"): CredentialEntry {
  return {
    kind,
    name,
    // Such a text can be part of any response, so it is not searched for.
    build: (key, wrong) =>
      key.sent === text ? authorization(wrong) : { headers: authorization(unmasked(text)).headers },
    display: `Authorization: Bearer ${text}`,
    curl: `-H 'Authorization: Bearer ${text.replaceAll("'", `'\\''`)}'`,
  };
}

/** A bearer token with the key, or a text, in the place of `{key}`. */
export function tokenWithKey(kind: CredentialKind, name: string, token: string): CredentialEntry {
  // A quotation mark would end the argument of a shell, and other characters depend on its encoding.
  const shell = token.replace(/["\x80-\xff]+/g, (text) => `$(printf '${octal(text)}')`);
  return tokenEntry(kind, name, shell.replace("{key}", CURL_KEY), (key) =>
    authorization({ sent: token.replace("{key}", () => key.sent), masked: shell.replace("{key}", () => key.masked) }),
  );
}

const octal = (text: string): string =>
  [...text].map((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");

/** What bash expands to a part of the key. */
export const expanded = (expansion: string): string => `\${ORDERS_API_KEY${expansion}}`;
/** What a filter makes of the key. */
export const commanded = (filter: string): string => `$(printf %s "${KEY_PLACEHOLDER}" | ${filter})`;

/**
 * The key with a change, as a bearer token; a wrong key where it changes nothing. `filter` is the change as a filter of a shell. `masked` is
 * it as bash expands it, where that is shorter, because the changed key would show most of the key.
 */
export function changedKey(kind: CredentialKind) {
  return (
    name: string,
    change: (key: string) => string | undefined,
    filter: string,
    masked: string | ((sent: string, key: string) => string) = commanded(filter),
  ): CredentialEntry =>
    tokenEntry(kind, name, filteredKey(filter), (key, wrong) => {
      const sent = change(key.sent);
      if (sent === undefined || sent === key.sent) return authorization(wrong);
      const shown = typeof masked === "string" ? masked : masked(sent, key.sent);
      return authorization({ sent, masked: key.masked === KEY_PLACEHOLDER ? shown : sent });
    });
}

/** As it is shown, where that differs from its name. */
export function shownAs(display: string, entry: CredentialEntry): CredentialEntry {
  return { ...entry, display: `Authorization: Bearer <${display}>` };
}

/** A value of Authorization; `{key}` in it is the key. */
export function keyEntry(
  kind: CredentialKind,
  name: string,
  value: string,
  build: BuildCredential = (key) => authorization(key, value.replace("{key}", "")),
): CredentialEntry {
  const display = `Authorization: ${value.replaceAll("{key}", KEY_PLACEHOLDER)}`;
  return { kind, name, build, display, curl: headerArgument(value.replaceAll("{key}", CURL_KEY)) };
}
