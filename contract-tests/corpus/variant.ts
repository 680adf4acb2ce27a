/** A variant: the reference with one thing changed, and what the gate must make of it. */
import type { Answers, ClauseId, SilenceId } from "../../spec/clauses/index.ts";
import type { Seed } from "./order.ts";
import type { Service } from "./service.ts";

/** What read-only mode, which hands over no ids, can see of a variant. */
export type ReadOnlySight = "seen" | { readonly unseen: string };

interface Common {
  /** A stable word id. */
  readonly id: string;
  readonly title: string;
  readonly change: (service: Service) => void;
  readonly seed?: () => Seed;
  readonly key?: string;
  /** In place of /v1. */
  readonly basePath?: string;
  /** It hangs: the gate's time for one call may be this short, in milliseconds. */
  readonly callTimeoutMs?: number;
  /** Why customers' orders change although every request is allowed, and whether that also happens in read-only mode. */
  readonly harms?: { readonly why: string; readonly readOnly: "never" | "too" };
}

export interface Fault extends Common {
  readonly kind: "fault";
  /** At least one of them must be violated. */
  readonly clauses: readonly ClauseId[];
  readonly readOnly: ReadOnlySight;
  /** So broken that "not judged" is a fair verdict as well. */
  readonly orNotJudged?: true;
}

export interface Advice extends Common {
  readonly kind: "advice";
  /** The ruling, in a few words. */
  readonly ruling: string;
  readonly readOnly: ReadOnlySight;
}

export interface Sound extends Common {
  readonly kind: "sound";
  /** Why it is sound: the silence that it answers, or a ruling in a few words. */
  readonly ruling: string;
  readonly silence?: { readonly [Id in SilenceId]: { readonly id: Id; readonly answer: Answers[Id] } }[SilenceId];
  /** Set where the gate may also advise, and why. */
  readonly mayAdvise?: string;
}

export type Variant = Fault | Advice | Sound;

type Options<V extends Common> = Partial<Omit<V, "kind" | "id" | "title" | "change" | "clauses" | "ruling">>;

export function fault(
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  change: Fault["change"],
  options: Options<Fault> = {},
): Fault {
  return { kind: "fault", id, title, clauses, change, readOnly: "seen", ...options };
}

export function advice(
  id: string,
  title: string,
  ruling: string,
  change: Advice["change"],
  options: Options<Advice> = {},
): Advice {
  return { kind: "advice", id, title, ruling, change, readOnly: "seen", ...options };
}

export function sound(
  id: string,
  title: string,
  ruling: string,
  change: Sound["change"],
  options: Options<Sound> = {},
): Sound {
  return { kind: "sound", id, title, ruling, change, ...options };
}

/** Why a fault does not show in read-only mode. */
export const UNSEEN = {
  pending: { unseen: "no pending order may be cancelled" },
  shipped: { unseen: "no order may be asked to be cancelled that could exist" },
  effect: { unseen: "an effect on an order shows only on orders that nobody else touches" },
  whole: { unseen: "without ids nothing is known to belong into the list" },
} as const satisfies Record<string, ReadOnlySight>;
