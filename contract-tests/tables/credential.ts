/** A row of the table of credentials: what is sent, and how we judge the answer to it. */
import type { Tier } from "./table.ts";

/** How we judge the answer to a call with the credential. */
export type CredentialClass =
  | "good" // the key, as the contract specifies it
  | "spelling" // the key, with the scheme in another spelling: an open question of the contract
  | "none" // no credential
  | "wrong" // not the key, as a bearer token
  | "special" // not the key, as a bearer token that a careless look-up takes for a key
  | "unusual" // not the key, in a form that some services answer with 400
  | "alternative" // the key, in another place or scheme: advice if it is accepted
  | "wrong-alternative"; // not the key, in such a place

export interface CredentialEntry {
  readonly kind: CredentialClass;
  /** Names the credential in a sentence: "Listing with … gets 200." */
  readonly name: string;
  /**
   * Values by the name of a header field, or of a query parameter after a question mark. `{key}`
   * stands for the key, `{wrong}` for a wrong one, and `{made}` for the result of `make`.
   */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Makes `{made}` from the key. We send a wrong key if the result is undefined, or the key itself.
   */
  readonly make?: (key: string) => string | undefined;
  /** Describes what `make` returns, if the name does not. */
  readonly made?: string;
  /**
   * The credentials that this one combines. We try each of them alone if this one is not refused.
   */
  readonly parts?: readonly string[];
  /**
   * True if many servers take it for the key, because they strip or ignore what follows the key:
   * then accepting it is advice.
   */
  readonly isStripped?: true;
}

/**
 * The tiers from which on a bad key is tried: on the list, and on a pending order, or on an unknown
 * order if no pending one was provided.
 */
export interface CredentialTiers {
  readonly list?: Tier;
  readonly order?: Tier;
}

export type CredentialRow = Omit<CredentialEntry, "kind"> & CredentialTiers;

/** Returns the entries with this kind. */
export function ofKind<const Entries extends Readonly<Record<string, CredentialRow>>>(
  kind: CredentialClass,
  entries: Entries,
) {
  const named = Object.entries(entries).map(([id, entry]) => [id, { ...entry, kind }]);
  return Object.fromEntries(named) as Readonly<
    Record<keyof Entries, CredentialEntry & CredentialTiers>
  >;
}

export function headerCredential(
  value: string,
  name: string,
  triedOn: CredentialTiers = {},
): CredentialRow {
  return { name, fields: { Authorization: value }, ...triedOn };
}

export function bearer(token: string, name: string, triedOn: CredentialTiers = {}): CredentialRow {
  return headerCredential(`Bearer ${token}`, name, triedOn);
}

/** Returns a bearer token that is made from the key. */
export function made(
  name: string,
  make: NonNullable<CredentialEntry["make"]>,
  triedOn: CredentialTiers,
): CredentialRow {
  return { ...bearer("{made}", name, triedOn), make };
}

/** A wrong key. Any response may contain it, so we do not search for it. */
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
