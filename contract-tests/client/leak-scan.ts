/** Searches what a run writes for the API key and the other secrets of the target. */
import { isSearchable, Redactor, type Secret } from "./redaction.ts";

/** Whether the text contains a secret, plain, percent-encoded or in base64. A key that is too short, or a word of reports, is not searched for. */
export function leaksSecret(text: string, secrets: readonly Secret[]): boolean {
  return new Redactor(secrets.filter((secret) => isSearchable(secret.text))).occursIn(Buffer.from(text));
}
