/** A row of the table of credentials: what is sent, and how the answer to it is judged. */
import type { Tier } from "./table.ts";

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
  /**
   * Values by the name of a header field, or of a query parameter behind a question mark. `{key}` is the key, `{wrong}` a wrong one, and
   * `{made}` what is made of the key.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** A wrong key is sent where it makes nothing, or the key itself. */
  readonly make?: (key: string) => string | undefined;
  /** A description, where the name does not say it. */
  readonly made?: string;
  /** The credentials that this one combines. Each is tried alone where this one is not refused. */
  readonly parts?: readonly string[];
  /** True if many servers take it for the key, because they strip or ignore what is behind it: then accepting it is advice. */
  readonly isStripped?: true;
}

/** The tier from which on a bad key is tried: an unknown order takes the place of a pending one where none was provided. */
export interface TriedOn {
  readonly list?: Tier;
  readonly order?: Tier;
}

export type Described = Omit<CredentialEntry, "kind"> & TriedOn;

/** Adds the kind to each entry. */
export function ofKind<const Entries extends Readonly<Record<string, Described>>>(
  kind: CredentialKind,
  entries: Entries,
) {
  const named = Object.entries(entries).map(([id, entry]) => [id, { ...entry, kind }]);
  return Object.fromEntries(named) as Readonly<Record<keyof Entries, CredentialEntry & TriedOn>>;
}

export function field(value: string, name: string, triedOn: TriedOn = {}): Described {
  return { name, fields: { Authorization: value }, ...triedOn };
}

export function bearer(token: string, name: string, triedOn: TriedOn = {}): Described {
  return field(`Bearer ${token}`, name, triedOn);
}

/** A bearer token that is made of the key. */
export function made(
  name: string,
  make: NonNullable<CredentialEntry["make"]>,
  triedOn: TriedOn,
): Described {
  return { ...bearer("{made}", name, triedOn), make };
}

/** A wrong key that can be part of any response, and is not searched for. */
const WRONG_KEY = "wrong-key-0123456789";

/** Returns the entry with a wrong key. */
export function withWrongKey({ name, fields, make, parts = [] }: CredentialEntry): CredentialEntry {
  const filled = (value: string) =>
    value.replaceAll("{key}", WRONG_KEY).replaceAll("{made}", make?.(WRONG_KEY) ?? "");
  return {
    kind: "wrong-alternative",
    name: name.replaceAll("the key", "a wrong key"),
    fields: Object.fromEntries(
      Object.entries(fields).map(([header, value]) => [header, filled(value)]),
    ),
    parts: parts.map((part) => `wrong-${part}`),
  };
}
