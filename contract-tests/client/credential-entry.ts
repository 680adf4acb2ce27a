/** One entry of the table of credentials: how it is sent and shown; and what makes entries. */
import { KEY_PLACEHOLDER } from "./redaction.ts";

/** A text as it is sent, and with the key masked: what is made of the key is a variable of a shell, which curl lines have. */
export interface MaskedText {
  readonly sent: string;
  readonly masked: string;
}

export type MaskedHeader = MaskedText & { readonly name: string };

export interface RequestCredential {
  readonly headers: readonly MaskedHeader[];
  /** Parameters of the query. */
  readonly query?: readonly MaskedText[];
  /** Searched for in the response. */
  readonly token?: MaskedText | undefined;
}

/** How the answer to a call with the credential is judged. */
export type CredentialKind =
  | "good" // the key, as the contract specifies it
  | "spelling" // the key, with the scheme in another spelling: a silence of the contract
  | "none" // no credential
  | "wrong" // not the key, as a bearer token
  | "special" // not the key, as a bearer token that a careless look-up takes for a key
  | "unusual" // not the key, in a form that some services answer with 400
  | "alternative" // the key, in another place or scheme: advice when it is accepted
  | "wrong-alternative"; // not the key, in such a place

export interface CredentialEntry {
  readonly kind: CredentialKind;
  /** In a sentence: "Listing with … gets 200." */
  readonly name: string;
  /** The line of a shown request. */
  readonly display: string;
  /** Whether it is a bearer token of Authorization, or none: a call with it may be plain. */
  readonly isBearer: boolean;
  readonly build: (key: MaskedText, wrong: MaskedText) => RequestCredential;
  /** The credentials that this one combines. Each is tried alone where this one is not refused. */
  readonly parts?: readonly string[];
  /** Whether many servers take it for the key, because they strip or ignore what is behind it: then accepting it is advice. */
  readonly isStripped?: true;
}

/** The key in curl lines; the shell reports an error when the variable is not set. */
export const CURL_KEY = `\${ORDERS_API_KEY:?}`;

export function unmasked(text: string): MaskedText {
  return { sent: text, masked: text };
}

const filled = (template: string, key: string, wrong: string): string =>
  template.replaceAll("{key}", () => key).replaceAll("{wrong}", () => wrong);

const MAX_SHOWN = 80;
/** With something behind the scheme: some services answer 400 to a scheme alone (RFC 6750, section 3.1). */
const BEARER_TOKEN = /^Bearer \S/;

/** What is shown of a template. */
function shown(template: string): string {
  const text = filled(template, KEY_PLACEHOLDER, "<a wrong key>").replace(
    /(?:^| )$/,
    "$&<nothing>",
  );
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/**
 * A value of a header, by default Authorization; `{key}` in it is the key, and `{wrong}` a wrong one. A value that happens to have the
 * key as its token gets a wrong one.
 */
export function headerEntry(
  kind: CredentialKind,
  name: string,
  value: string,
  header = "Authorization",
  encode = (text: MaskedText): MaskedText => text,
): CredentialEntry {
  return {
    kind,
    name,
    isBearer: header === "Authorization" && BEARER_TOKEN.test(value),
    build: (key, wrong) => {
      const template = value === `Bearer ${key.sent}` ? "Bearer {wrong}" : value;
      const text = {
        sent: filled(template, key.sent, wrong.sent),
        masked: filled(template, key.masked, wrong.masked),
      };
      // Another text can be part of any response, so it is not searched for.
      const token = template.includes("{key}")
        ? key
        : template.includes("{wrong}")
          ? wrong
          : undefined;
      return { headers: [{ name: header, ...encode(text) }], token };
    },
    display: `${header}: ${shown(value)}`,
  };
}

/** A value of Authorization that begins with the scheme of the contract. */
export function bearerEntry(kind: CredentialKind, name: string, token: string): CredentialEntry {
  return headerEntry(kind, name, `Bearer ${token}`);
}

/** A user and a password, in which `{key}` is the key, and `{wrong}` a wrong one: `{key}:`. */
export function basicEntry(kind: CredentialKind, name: string, pair: string): CredentialEntry {
  const encode = ({ sent, masked }: MaskedText): MaskedText => ({
    sent: `Basic ${Buffer.from(sent).toString("base64")}`,
    masked: masked.includes(KEY_PLACEHOLDER)
      ? `Basic ${changedKeyVariable(`the base64 of ${pair.replaceAll(/[{}]/g, "")}`)}`
      : `Basic ${Buffer.from(masked).toString("base64")}`,
  });
  const entry = headerEntry(kind, name, pair, "Authorization", encode);
  return { ...entry, display: `Authorization: Basic base64(${shown(pair)})` };
}

/** The key in a parameter of the query. */
export function queryEntry(parameter: string): CredentialEntry {
  return {
    kind: "alternative",
    name: `the key in the query as ${parameter}`,
    isBearer: false,
    build: (key) => ({
      headers: [],
      query: [
        {
          sent: `${parameter}=${encodeURIComponent(key.sent)}`,
          masked: `${parameter}=${key.masked}`,
        },
      ],
      token: key,
    }),
    display: "(the key in the query)",
  };
}

/** The variable of a curl line for what is made of the key, and how to set it: a shell says so when it is not set. */
const changedKeyVariable = (how: string): string => `\${CHANGED_KEY:?set it to ${how}}`;

/** The key with a change, as a bearer token; a wrong key where that is the key itself, or nothing. */
export function changedKey(
  kind: CredentialKind,
  name: string,
  change: (key: string) => string | undefined,
): CredentialEntry {
  const entry = bearerEntry(kind, name, "{key}");
  return {
    ...entry,
    build: (key, wrong) => {
      const sent = change(key.sent);
      if (!sent || sent === key.sent) return entry.build(wrong, wrong);
      return entry.build({ sent, masked: changedKeyVariable(name) }, wrong);
    },
    display: `Authorization: Bearer <${name}>`,
  };
}

/** The same with a wrong key, which can be part of any response and is not searched for. */
export function withWrongKey({
  name,
  display,
  build,
  parts = [],
}: CredentialEntry): CredentialEntry {
  const wrong = unmasked("wrong-key-0123456789");
  return {
    kind: "wrong-alternative",
    isBearer: false,
    name: name.replaceAll("the key", "a wrong key"),
    display: display
      .replaceAll("the key", "a wrong key")
      .replaceAll(KEY_PLACEHOLDER, "<a wrong key>"),
    parts: parts.map((part) => `wrong-${part}`),
    build: () => ({ ...build(wrong, wrong), token: undefined }),
  };
}
