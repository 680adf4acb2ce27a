/** A clause, and what it is sorted by: the sections of the contract, and the areas of a report. */
import type { OperationId } from "../schema/generated/types.ts";

export type { OperationId };

/** The headings of the contract. Each entry names its section. */
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
export type Section = (typeof SECTIONS)[number];

/** Reports group the clauses by area, in this order and under these titles. */
export const AREA_TITLES = {
  auth: "Authentication",
  list: "Listing",
  order: "The fields of an Order",
  cancel: "Cancelling",
  errors: "Errors and bodies",
  versioning: "Versioning",
  pets: "The deprecated pets operation",
} as const;
export type Area = keyof typeof AREA_TITLES;
export const AREAS = Object.keys(AREA_TITLES) as readonly Area[];

/** The orders that a run needs to prove a clause. */
type Need = "nothing" | "listed order" | "pending id" | "shipped id" | "pending and shipped ids";

/** Something that the contract says, and that a response can violate. */
export interface Clause {
  /** Stable. */
  readonly id: string;
  readonly area: Area;
  readonly section: Section;
  /** A sentence that is true of a conforming deployment; not a copy of the contract. */
  readonly statement: string;
  /** None if it applies to all operations. */
  readonly operation?: OperationId;
  readonly status?: 200 | 204 | 401 | 404 | 409;
  readonly needs: Need;
  /** The answers that are held to it, whichever check sent the call. Without it, only the checks that name the clause judge it. */
  readonly binds?: "every response" | "every list";
}
