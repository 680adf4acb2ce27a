/** A variant: the reference service with one thing changed, and the verdict that the gate must reach. */
import { type Answers, CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import type { InitialOrders } from "./orders.ts";
import type { ReferenceService } from "./reference-service.ts";

/** In full mode orders are provided to the gate, in a run without ids none. */
export const MODES = ["full", "without ids"] as const;
export type Mode = (typeof MODES)[number];

export type Replacement = Partial<Omit<ReferenceService, "key" | "store">>;

/** The reference service. Where its members call one that is replaced, they call the replacement. */
export type Base = Readonly<ReferenceService>;

/** The members to replace. `service` has the replacements; it is needed only after the change. */
export type Change = Replacement | ((base: Base, service: ReferenceService) => Replacement);

/** Clauses that are skipped unless orders are provided. */
export const PROVEN_BY_ORDERS: readonly ClauseId[] = CLAUSES.flatMap(({ id, needs }) =>
  /pending|shipped/.test(needs) ? [id] : [],
);

interface VariantBase {
  /** A sentence. It names the variant. */
  readonly title: string;
  readonly change: Change;
  readonly orders?: () => InitialOrders;
  /** Ids that are provided as absent. Default: all that the steps would use and no order has. */
  readonly absent?: readonly bigint[];
  readonly key?: string;
  /** In place of /v1. */
  readonly basePath?: string;
  /** Milliseconds that the gate waits for a reply, for a variant that never sends one. */
  readonly callTimeoutMs?: number;
  /** The modes in which customers' orders change although every request is allowed. */
  readonly harms?: "full" | "both";
  /**
   * Of a deployment that breaks no clause, those that full mode cannot prove; or why that differs from run to run. Without it,
   * every clause is proven.
   */
  readonly leavesOpen?:
    | { readonly [Verdict in "unproven" | "skipped"]?: readonly ClauseId[] }
    | { readonly why: string };
  /** The deployment may refuse so many calls, or answer none for so long, that the run ends. */
  readonly mayEndRun?: boolean;
  /** Whether a run without ids, in which no ids are provided, detects what is wrong with it. Default: yes. */
  readonly withoutIds?: "detected" | "undetected";
  /** The step that must find it, whether or not others do. */
  readonly foundBy?: string;
}

export interface Fault extends VariantBase {
  readonly kind: "fault";
  /** The clauses that it breaks: each must be violated in full mode, and at least one in a run without ids. */
  readonly clauses: readonly ClauseId[];
}

export interface Advice extends VariantBase {
  readonly kind: "advice";
  /** The ruling, in a few words. */
  readonly ruling: string;
}

export interface Sound extends VariantBase {
  readonly kind: "sound";
  /** Why it is sound, in a few words. */
  readonly ruling: string;
  /** How it answers silences. */
  readonly silences?: Partial<Answers>;
  /** Why the gate may give advice. */
  readonly mayAdvise?: string;
}

export type Variant = Fault | Advice | Sound;

export type Options<V extends VariantBase> = Partial<
  Omit<V, "kind" | "title" | "change" | "clauses" | "ruling">
>;

/** What a variant changes, behind what else is to be said of it. */
export type Described<V extends VariantBase> = readonly [Change] | readonly [Options<V>, Change];

const described = <V extends VariantBase>(given: Described<V>): readonly [Options<V>, Change] =>
  given.length === 1 ? [{}, given[0]] : given;

/** Unless the options say otherwise, a run without ids detects it by a clause that needs no orders. */
export function fault(
  title: string,
  clauses: readonly ClauseId[],
  ...given: Described<Fault>
): Fault {
  const [options, change] = described(given);
  const withoutIds = clauses.every((id) => PROVEN_BY_ORDERS.includes(id))
    ? "undetected"
    : "detected";
  return { kind: "fault", title, clauses, change, withoutIds, ...options };
}

export function advice(title: string, ruling: string, ...given: Described<Advice>): Advice {
  const [options, change] = described(given);
  return { kind: "advice", title, ruling, change, ...options };
}

export function sound(title: string, ruling: string, ...given: Described<Sound>): Sound {
  const [options, change] = described(given);
  return { kind: "sound", title, ruling, change, ...options };
}

/** Replaces the members that a variant changes. Returns the service as it was. */
export function applyChange(service: ReferenceService, change: Change): Base {
  const base = { ...service };
  Object.assign(service, typeof change === "function" ? change(base, service) : change);
  return base;
}
