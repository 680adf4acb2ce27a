/** The table of credentials, applied to one key: what is sent, and what must not be shown of it. */
import { randomInt } from "node:crypto";
import type { CredentialEntry } from "../tables/credential.ts";
import { type RequestCredential, requestCredential } from "./credential-entry.ts";
import { CREDENTIALS, type Credential } from "./credentials.ts";
import { CREDENTIAL_PLACEHOLDER, type Secret } from "./masking/redaction.ts";

/** From the name of a credential to what is sent for one key. The wrong token is random, and the same in every call. */
export function credentialBuilder(key: string): (credential: Credential) => RequestCredential {
  const wrong = randomTokenLike(key);
  return (credential) => requestCredential(CREDENTIALS[credential], key, wrong);
}

const MIN_PART_LENGTH = 12;

/**
 * What a run makes of the key and sends: cut, in other letter case, or with another character. A short part of the key, or a word in
 * it, can be ordinary text, and is shown; not so nearly the whole of a key.
 */
export function credentialSecrets(key: string): Secret[] {
  const least = Math.min(MIN_PART_LENGTH, key.length - 1);
  const made = Object.values<CredentialEntry>(CREDENTIALS).map(({ make }) => make?.(key) ?? "");
  const isNearlyWhole = (text: string) => text.length >= (key.length * 3) / 4;
  return [...new Set(made)]
    .filter((text) => text.length >= least && /[A-Za-z]/.test(text))
    .filter((text) => text !== key && (/\d/.test(text) || isNearlyWhole(text)))
    .map((text) => ({ text, replacement: CREDENTIAL_PLACEHOLDER }));
}

/** A random token of the same length, with letters for letters and digits for digits. It is not derived from the key. */
function randomTokenLike(key: string): string {
  const from = (alphabet: string) => () => alphabet.charAt(randomInt(alphabet.length));
  const token = key
    .replace(/[a-z]/g, from("abcdefghijklmnopqrstuvwxyz"))
    .replace(/[A-Z]/g, from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .replace(/[0-9]/g, from("0123456789"));
  return token === key ? `${key}-not` : token; // The key is very short, or has neither letters nor digits.
}
