/** A variant: the reference service with one change, and the verdict that the gate must reach. */
import { type Answers, CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import type { AdviceId } from "../tables/advice-ids.ts";
import type { InitialOrders } from "./orders.ts";
import type { ReferenceService } from "./reference-service.ts";

/** In full mode, orders are provided to the gate. */
export const MODES = ["full", "without ids"] as const;
export type Mode = (typeof MODES)[number];

export type Replacement = Partial<Omit<ReferenceService, "key" | "store">>;

/** The original reference service. Its members call replacements where there are any. */
export type Base = Readonly<ReferenceService>;

/** The members to replace. `service` has the replacements; it is usable only after the change. */
export type Change = Replacement | ((base: Base, service: ReferenceService) => Replacement);

/** Clauses that only provided orders can prove. */
export const PROVEN_BY_ORDERS: readonly ClauseId[] = CLAUSES.flatMap(({ id, needs }) =>
  /pending|shipped/.test(needs) ? [id] : [],
);

interface VariantBase {
  /** A sentence that names the variant. */
  readonly title: string;
  readonly change: Change;
  readonly orders?: () => InitialOrders;
  /** The ids provided as absent. Default: all ids that the steps would use and no order has. */
  readonly absent?: readonly bigint[];
  readonly key?: string;
  /** Replaces /v1. */
  readonly basePath?: string;
  /** How long the gate waits for a reply in milliseconds, for a variant that never sends one. */
  readonly callTimeoutMs?: number;
  /** The modes in which customers' orders change although every request is allowed. */
  readonly harms?: "full" | "both";
  /**
   * For a deployment that violates no clause: the clauses that full mode cannot prove, or why they
   * differ from run to run. Default: every clause is proven.
   */
  readonly leavesOpen?: { readonly unproven?: readonly ClauseId[] } | { readonly why: string };
  /**
   * The deployment may refuse so many calls, or stay unreachable for so long, that the run ends.
   */
  readonly mayEndRun?: boolean;
  /** Tells if a run without ids detects the fault or advice. Default: yes. */
  readonly withoutIds?: "detected" | "undetected";
  /** The step that must find the variant, even if others do, too. */
  readonly foundBy?: string;
}

export interface Fault extends VariantBase {
  readonly kind: "fault";
  /**
   * The clauses that the fault violates: all must be found in full mode, at least one in a run
   * without ids.
   */
  readonly clauses: readonly ClauseId[];
}

export interface Advice extends VariantBase {
  readonly kind: "advice";
  /** The advice that the gate must give. */
  readonly advice: AdviceId;
  /** Why this is not a violation, in a few words. */
  readonly reading: string;
}

export interface Sound extends VariantBase {
  readonly kind: "sound";
  /** Why this is sound, in a few words. */
  readonly reading: string;
  /** How the variant answers open questions. */
  readonly answers?: Partial<Answers>;
  /** Why the gate may give advice. */
  readonly mayAdvise?: string;
  /**
   * For a run that may end: true if it does so in full mode, without a verdict. Default: it may or
   * may not.
   */
  readonly notJudged?: boolean;
}

export type Variant = Fault | Advice | Sound;

export type Options<V extends VariantBase> = Partial<
  Omit<V, "kind" | "title" | "change" | "clauses" | "advice" | "reading">
>;

/** The change of a variant, after its options, if any. */
export type Described<V extends VariantBase> = readonly [Change] | readonly [Options<V>, Change];

const described = <V extends VariantBase>(given: Described<V>): readonly [Options<V>, Change] =>
  given.length === 1 ? [{}, given[0]] : given;

/** By default, a run without ids detects the fault by a clause that needs no orders. */
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

export function advice(
  title: string,
  id: AdviceId,
  reading: string,
  ...given: Described<Advice>
): Advice {
  const [options, change] = described(given);
  return { kind: "advice", title, advice: id, reading, change, ...options };
}

export function sound(title: string, reading: string, ...given: Described<Sound>): Sound {
  const [options, change] = described(given);
  return { kind: "sound", title, reading, change, ...options };
}

/** Applies a change to the service. Returns the original members. */
export function applyChange(service: ReferenceService, change: Change): Base {
  const base = { ...service };
  Object.assign(service, typeof change === "function" ? change(base, service) : change);
  return base;
}
