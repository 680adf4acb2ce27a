/**
 * Applies the table of credentials to one key: what we send, and which texts made from the key are
 * secret.
 */
import { randomInt } from "node:crypto";
import type { CredentialEntry } from "../tables/credential.ts";
import { type RequestCredential, requestCredential } from "./credential-entry.ts";
import { CREDENTIALS, type Credential } from "./credentials.ts";
import { CREDENTIAL_PLACEHOLDER, type Secret } from "./masking/redaction.ts";

/**
 * Returns a function from a credential's name to its request parts for one key. The wrong token is
 * random, and the same in every call.
 */
export function credentialBuilder(key: string): (credential: Credential) => RequestCredential {
  const wrong = randomTokenLike(key);
  return (credential) => requestCredential(CREDENTIALS[credential], key, wrong);
}

const MIN_PART_LENGTH = 12;

/**
 * Returns what a run makes from the key and sends: cut, in another letter case, or with another
 * character. A short part of the key, or a word in it, can be ordinary text and is not masked;
 * nearly the whole key always is.
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

/**
 * Returns a random token of the same length, with letters for letters and digits for digits, that
 * is not derived from the key.
 */
function randomTokenLike(key: string): string {
  const from = (alphabet: string) => () => alphabet.charAt(randomInt(alphabet.length));
  const token = key
    .replace(/[a-z]/g, from("abcdefghijklmnopqrstuvwxyz"))
    .replace(/[A-Z]/g, from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .replace(/[0-9]/g, from("0123456789"));
  return token === key ? `${key}-not` : token; // A very short key, or one of symbols only.
}
