/** Builds and describes the headers and parameters of a credential for one key. */
import { shorten } from "../../spec/shorten.ts";
import type { CredentialEntry } from "../tables/credential.ts";
import { KEY_PLACEHOLDER } from "./masking/redaction.ts";

/**
 * A text as sent, and the same text with the key masked. In curl lines, a text derived from the key
 * is a shell variable.
 */
export interface MaskedText {
  readonly sent: string;
  readonly masked: string;
}

export type MaskedHeader = MaskedText & { readonly name: string };

export interface RequestCredential {
  readonly headers: readonly MaskedHeader[];
  /** Query parameters. */
  readonly query: readonly MaskedText[];
  /** The text to look for in the response. */
  readonly token?: MaskedText | undefined;
}

/** Fills an entry of the credential table with one key. */
export function requestCredential(
  entry: CredentialEntry,
  key: string,
  wrong: string,
): RequestCredential {
  const made = entry.make?.(key);
  const isMade = made !== undefined && made !== "" && made !== key;
  const texts: Readonly<Record<string, MaskedText>> = {
    key: { sent: key, masked: KEY_PLACEHOLDER },
    made: isMade
      ? { sent: made, masked: `\${CHANGED_KEY:?set it to ${entry.made ?? entry.name}}` }
      : { sent: wrong, masked: wrong },
    wrong: { sent: wrong, masked: wrong },
  };
  const fields = Object.entries(entry.fields).map(([name, value]) => {
    // A template may equal the key's own header by chance.
    const template = value === `Bearer ${key}` ? "Bearer {wrong}" : value;
    const filled = (as: keyof MaskedText) =>
      template.replace(KEY_VARIABLE, (_, variable) => texts[variable]![as]);
    return { name, template, sent: filled("sent"), masked: filled("masked") };
  });

  // We search only for texts made from a variable: any other text may occur in a response by
  // chance.
  const searched = Object.keys(texts).find((variable) =>
    fields.some(({ template }) => template.includes(`{${variable}}`)),
  );
  return {
    headers: fields.filter(({ name }) => !isParameter(name)),
    query: fields
      .filter(({ name }) => isParameter(name))
      .map(({ name, sent, masked }) => ({
        sent: `${name.slice(1)}=${encodeURIComponent(sent)}`,
        masked: `${name.slice(1)}=${masked}`,
      })),
    token: searched === undefined ? undefined : texts[searched],
  };
}

const KEY_VARIABLE = /\{(key|made|wrong)\}/g;
const isParameter = (name: string): boolean => name.startsWith("?");

/**
 * True if the credential is a bearer token in Authorization, or none: its call may then be plain.
 */
export function isBearer({ fields }: CredentialEntry): boolean {
  // Some services answer 400 to a scheme without a token (RFC 6750, section 3.1).
  return Object.entries(fields).every(
    ([name, value]) => name === "Authorization" && /^Bearer \S/.test(value),
  );
}

/**
 * Returns the credential's lines of a shown request. `keyVariable` is the environment variable that
 * holds the key.
 */
export function displayOf(
  { fields, name, made = name }: CredentialEntry,
  keyVariable = "ORDERS_API_KEY",
): string {
  const texts: Readonly<Record<string, string>> = {
    key: `\${${keyVariable}}`,
    made: `<${made}>`,
    wrong: "<a wrong key>",
  };
  const lines = Object.entries(fields).map(([field, value]) => {
    const text = value
      .replace(KEY_VARIABLE, (_, variable) => texts[variable]!)
      .replace(/(?:^| )$/, "$&<nothing>");
    const shown = shorten(text);
    return isParameter(field) ? `(in the query) ${field.slice(1)}=${shown}` : `${field}: ${shown}`;
  });
  return lines.length === 0 ? "(no Authorization header)" : lines.join("\n");
}
