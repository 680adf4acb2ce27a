/** The shapes of the catalogue's entries. */
import type { OperationId } from "../operations.ts";

/** Headings of the contract; an entry names the one that it comes from. */
export const SECTIONS = [
  "What the service does",
  "Order",
  "Error",
  "States and transitions",
  "List orders",
  "Cancel an order",
  "Other operations",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
] as const;
type Section = (typeof SECTIONS)[number];

/** The areas in which reports group the clauses. */
export const AREAS = ["auth", "list", "order", "cancel", "errors", "versioning", "pets"] as const;
export type Area = (typeof AREAS)[number];

/** What a run must have at hand before a deployment can be shown to honour a clause. */
type Need = "nothing" | "listed order" | "pending id" | "shipped id" | "pending and shipped ids";

/** Something that the contract says, and that an answer of a deployment can break. */
export interface Clause {
  /** A stable word id. */
  readonly id: string;
  readonly area: Area;
  readonly section: Section;
  /** In our own words, as a sentence that is true of a sound deployment. */
  readonly statement: string;
  /** The operation that it concerns; none when it concerns them all. */
  readonly operation?: OperationId;
  /** The response status that it concerns. */
  readonly status?: 200 | 204 | 401 | 404 | 409;
  readonly needs: Need;
}

/** Something that the contract leaves open: the mock decides it by a switch of this id, the gate observes it. */
export interface Silence {
  readonly id: string;
  readonly section: Section;
  readonly question: string;
  /** The answers that a deployment may give, each with what it means. */
  readonly answers: Readonly<Record<string, string>>;
  /** The answer that the mock gives unless told otherwise. */
  readonly default: string;
  /** Why this default, and how the gate reads the other answers. */
  readonly ruling: string;
}

/** Something that the contract mentions and no answer of a deployment can show. */
export interface Aside {
  readonly section: Section;
  readonly subject: string;
  readonly why: string;
}
