/** What is sent and shown of a credential for one key. */
import { shorten } from "../../spec/shorten.ts";
import type { CredentialEntry } from "../tables/credential.ts";
import { KEY_PLACEHOLDER } from "./masking/redaction.ts";

/** A text as it is sent, and with the key masked: what is made of the key is a variable of a shell, which curl lines have. */
export interface MaskedText {
  readonly sent: string;
  readonly masked: string;
}

export type MaskedHeader = MaskedText & { readonly name: string };

export interface RequestCredential {
  readonly headers: readonly MaskedHeader[];
  /** Parameters of the query. */
  readonly query: readonly MaskedText[];
  /** Searched for in the response. */
  readonly token?: MaskedText | undefined;
}

/** An entry, applied to one key. */
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
    // A word of the table may be the key.
    const template = value === `Bearer ${key}` ? "Bearer {wrong}" : value;
    const filled = (as: keyof MaskedText) =>
      template.replace(VARIABLE, (_, variable) => texts[variable]![as]);
    return { name, template, sent: filled("sent"), masked: filled("masked") };
  });

  // Any other text can be part of a response.
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

const VARIABLE = /\{(key|made|wrong)\}/g;
const isParameter = (name: string): boolean => name.startsWith("?");

/** True if it is a bearer token of Authorization, or none: a call with it may be plain. */
export function isBearer({ fields }: CredentialEntry): boolean {
  // Some services answer 400 to a scheme alone (RFC 6750, section 3.1).
  return Object.entries(fields).every(
    ([name, value]) => name === "Authorization" && /^Bearer \S/.test(value),
  );
}

/** The lines of a shown request. `keyVariable` is the environment variable that holds the key. */
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
      .replace(VARIABLE, (_, variable) => texts[variable]!)
      .replace(/(?:^| )$/, "$&<nothing>");
    const shown = shorten(text);
    return isParameter(field) ? `(in the query) ${field.slice(1)}=${shown}` : `${field}: ${shown}`;
  });
  return lines.length === 0 ? "(no Authorization header)" : lines.join("\n");
}
