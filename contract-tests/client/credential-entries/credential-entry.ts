/** One entry of the table of credentials, and the entries that differ only in their token. */

import { authorization, type MaskedText, type RequestCredential, unmasked } from "../request-credential.ts";
import { KEY_PLACEHOLDER } from "../secrets/secret-forms.ts";

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
const headerArgument = (value: string): string => `-H "Authorization: ${value}"`;

type BuildCredential = CredentialEntry["build"];
type WrongTokenEntry = Pick<CredentialEntry, "name" | "build"> & { readonly curl: string; readonly display?: string };

/** A wrong bearer token; `curl` is the token as the shell builds it. */
export function wrongTokenEntry({ name, build, curl, display = name }: WrongTokenEntry): CredentialEntry {
  return {
    kind: "wrong",
    name,
    build,
    display: `Authorization: Bearer <${display}>`,
    curl: headerArgument(`Bearer ${curl}`),
  };
}

/** A fixed bearer token, unless it is the key. */
export function fixedTokenEntry(text: string, name: string, kind: CredentialKind = "wrong"): CredentialEntry {
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

/** A bearer token that a careless look-up takes for a key; `curl` is the token as the shell builds it. */
export function specialTokenEntry(entry: WrongTokenEntry, disputable: readonly number[] = []): CredentialEntry {
  return { ...wrongTokenEntry(entry), kind: "special", disputable };
}

/** A value of Authorization; `{key}` in it is the key. */
export function keyEntry(kind: CredentialKind, name: string, value: string, build: BuildCredential): CredentialEntry {
  const display = `Authorization: ${value.replaceAll("{key}", KEY_PLACEHOLDER)}`;
  return { kind, name, build, display, curl: headerArgument(value.replaceAll("{key}", CURL_KEY)) };
}
