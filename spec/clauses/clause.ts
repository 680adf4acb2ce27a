/** The type of a clause, with the sections of the contract and the areas of a report. */
import type { OperationId } from "../schema/generated/types.ts";

export type { OperationId };

/** Headings of the contract. Each entry names its section. */
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

/** Reports group clauses by area, in this order and under these titles. */
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

/** The orders a run needs to prove a clause. */
type Need = "nothing" | "listed order" | "pending id" | "shipped id" | "pending and shipped ids";

/** One checkable sentence of the contract, which a response can violate. */
export interface Clause {
  /** Never changes, since programs refer to it. */
  readonly id: string;
  readonly area: Area;
  readonly section: Section;
  /** A sentence that holds for a conforming deployment, in our words rather than the contract's. */
  readonly statement: string;
  /** Undefined if the clause applies to all operations. */
  readonly operation?: OperationId;
  readonly status?: 200 | 204 | 401 | 404 | 409;
  readonly needs: Need;
  /**
   * Every response, or every list, is judged by this clause, whichever check sent the call. Without
   * it, only checks that name the clause judge it.
   */
  readonly binds?: "every response" | "every list";
}
