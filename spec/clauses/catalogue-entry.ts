/** The types of the catalogue's entries. */

/** The operationId of each operation of the interface. */
export type OperationId = "listOrders" | "cancelOrder" | "getPet";

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
type Section = (typeof SECTIONS)[number];

/** Reports group the clauses by area. */
export const AREAS = ["auth", "list", "order", "cancel", "errors", "versioning", "pets"] as const;
export type Area = (typeof AREAS)[number];

/** What a run needs to prove a clause. */
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
  /** What is held to it, whichever check sent the call. Without it, only the checks that name the clause judge it. */
  readonly binds?: "every response" | "every list";
}

/** Something that the contract leaves open. The mock has a switch with this id, and the gate observes it. */
export interface Silence {
  readonly id: string;
  readonly section: Section;
  readonly question: string;
  /** The possible answers, each with its meaning. */
  readonly answers: Readonly<Record<string, string>>;
  /** The mock's default. */
  readonly default: string;
  /** Why this is the default, and how the gate treats the other answers. */
  readonly ruling: string;
}

/** Something that the contract mentions and that no response can show. */
export interface Aside {
  readonly section: Section;
  readonly subject: string;
  readonly why: string;
}
