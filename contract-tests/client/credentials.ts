/**
 * The credentials that the gate sends, by name: a check never holds the key itself. The table
 * defines for each what is sent, and how the answer to it is judged.
 */
import {
  bearer,
  type CredentialClass,
  type CredentialEntry,
  headerCredential,
  ofKind,
} from "../tables/credential.ts";
import { BAD_KEYS } from "../tables/keys.ts";
import { ALTERNATIVES, WRONG_ALTERNATIVES } from "../tables/keys-elsewhere.ts";

export const CREDENTIALS = {
  ...ofKind("good", { good: bearer("{key}", "the key") }),
  ...BAD_KEYS,
  ...ALTERNATIVES,
  ...WRONG_ALTERNATIVES,
  ...ofKind("spelling", {
    "lower-case-scheme": headerCredential("bearer {key}", "the scheme in lower case"),
    "upper-case-scheme": headerCredential("BEARER {key}", "the scheme in upper case"),
    "two-spaces": bearer(" {key}", "two spaces after the scheme"),
  }),
} as const satisfies Readonly<Record<string, CredentialEntry>>;

export type Credential = keyof typeof CREDENTIALS;

/** Returns the credentials of these kinds, in table order. */
export function credentialsOf(...kinds: readonly CredentialClass[]): readonly Credential[] {
  return (Object.keys(CREDENTIALS) as Credential[]).filter((name) =>
    kinds.includes(CREDENTIALS[name].kind),
  );
}

/** True if a conforming service may accept the credential. */
export function isGood(credential: Credential): boolean {
  const { kind } = CREDENTIALS[credential];
  return kind === "good" || kind === "spelling";
}
