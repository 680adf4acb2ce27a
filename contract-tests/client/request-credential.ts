/** The header fields and the query parameter that carry a credential in a request. */
import { randomInt } from "node:crypto";
import { isSearchable, type Secret } from "./redaction.ts";

/** A text as it is sent, and with the key masked. bash expands the masked text to the text that was sent. */
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

/** `Authorization: <before><token><after>`. */
export function authorization(token: MaskedText, before = "Bearer ", after = ""): RequestCredential {
  const value = { sent: `${before}${token.sent}${after}`, masked: `${before}${token.masked}${after}` };
  return {
    headers: [{ name: "Authorization", ...value }],
    ...(isSearchable(token.sent) && { token: { text: token.sent, replacement: inJson(token) } }),
  };
}

/** A shell command would end a JSON string, in which a response may repeat the credential. */
function inJson({ sent, masked }: MaskedText): string {
  return masked === sent || !/["\\]/.test(masked) ? masked : "<the changed key>";
}

export function unmasked(text: string): MaskedText {
  return { sent: text, masked: text };
}

export function queryCredential(key: MaskedText, name: string): RequestCredential {
  const query = { sent: `${name}=${encodeURIComponent(key.sent)}`, masked: `${name}=${key.masked}` };
  return { headers: [], query, token: { text: key.sent, replacement: key.masked } };
}

export function headerCredential(key: MaskedText, name: string, before = ""): RequestCredential {
  const value = { sent: `${before}${key.sent}`, masked: `${before}${key.masked}` };
  return { headers: [{ name, ...value }], token: { text: key.sent, replacement: key.masked } };
}

export function basicCredential(key: MaskedText, user: string): RequestCredential {
  const text = (secret: string): string => (user === "" ? `${secret}:` : `${user}:${secret}`);
  const value: MaskedText = {
    sent: Buffer.from(text(key.sent)).toString("base64"),
    masked: `$(printf %s "${text(key.masked)}" | base64)`,
  };
  return { ...authorization(value, "Basic "), token: { text: key.sent, replacement: key.masked } };
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
