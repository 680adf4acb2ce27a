/** Deployments: the address of one, and one that is open. */
import type { Connection } from "../client/http/connector.ts";
import type { Client } from "../client/http/http-client.ts";
import type { Secret } from "../client/masking/redaction.ts";
import type { Rules } from "../safety/rules.ts";
import type { KnownEntry } from "./file/known-entry.ts";
import type { ChosenSettings } from "./settings/settings.ts";

/** The targets that need no address: the mock over HTTP, and its msw handlers in this process. */
export const EMBEDDED = ["mock", "msw"] as const;

export function isEmbedded(name: string | undefined): name is (typeof EMBEDDED)[number] {
  return EMBEDDED.some((embedded) => embedded === name);
}

export type Env = Readonly<Record<string, string | undefined>>;

/** The deployment that an app calls. */
export interface DeploymentAddress {
  readonly baseUrl: string;
  readonly name?: string;
  readonly key?: string;
  readonly keyVariable?: string;
  readonly connection?: Connection;
  /** Secrets that must be in no output. */
  readonly secrets?: readonly Secret[];
}

/** An open deployment: how calls get to it, what may be done to it, and how it ends. */
export interface Target extends Client {
  /** Undefined for an address. */
  readonly name?: string;
  /**
   * The path of the file that has the target, relative to the current folder; undefined for an
   * address.
   */
  readonly file?: string;
  readonly baseUrl: string;
  readonly key: string;
  /** The key, and other secrets that we must never show or write. */
  readonly secrets: readonly Secret[];
  /**
   * The environment variable that holds the key; undefined for an embedded target, and for a key
   * that a command prints.
   */
  readonly keyVariable?: string;
  readonly rules: Rules;
  readonly settings: ChosenSettings;
  /** The violations, and unproven clauses, that the team accepts for a while. */
  readonly known: readonly KnownEntry[];
  /** Why the orders of the target could not be prepared, so that nothing can be judged. */
  readonly failed?: string;
}
