/** From the name of a credential to what is sent for one key. */
import { CREDENTIALS, type Credential } from "./credentials.ts";
import { KEY_PLACEHOLDER } from "./redaction.ts";
import { type MaskedText, type RequestCredential, randomTokenLike, unmasked } from "./request-credential.ts";

/** The wrong token is random, and the same in every call. */
export function credentialBuilder(key: string): (credential: Credential) => RequestCredential {
  const wrong = randomTokenLike(key);
  const good: MaskedText = { sent: key, masked: KEY_PLACEHOLDER };
  return (credential) => CREDENTIALS[credential].build(good, unmasked(wrong));
}
