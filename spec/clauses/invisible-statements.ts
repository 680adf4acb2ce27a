/** Statements of the contract that have no effect on a response. */
import type { Section } from "./clause.ts";

export interface InvisibleStatement {
  readonly section: Section;
  readonly subject: string;
  readonly why: string;
}

/** Neither clauses nor open questions; listed for completeness. */
export const INVISIBLE_STATEMENTS: readonly InvisibleStatement[] = [
  {
    section: "What the service does",
    subject: "attaching custom domains to documentation projects",
    why: "a workflow of a dashboard, not an operation",
  },
  {
    section: "Order",
    subject: "a status field",
    why: "the rule for cancelling uses a status that no field shows; the mock keeps it outside the order, and additional fields conform",
  },
  {
    section: "Order",
    subject: "the fields of a pet",
    why: "not shown; the response of the pets operation is open (pets-answer)",
  },
  {
    section: "States and transitions",
    subject: "how an order becomes shipped, and the relation to complete",
    why: "no operation ships an order; in the mock, the control and scenarios do",
  },
  {
    section: "Authentication",
    subject: "how API keys are issued",
    why: "no operation issues keys",
  },
  {
    section: "Authentication",
    subject: "permissions for each operation",
    why: "a run uses one key, which shows no permissions; a 403 instead of a documented status is judged by the clause of that status",
  },
  { section: "Events", subject: "events", why: "not shown, and not observable" },
  { section: "Limits", subject: "size limits", why: "requests that reach them could do harm" },
  { section: "Versioning", subject: "the changelog", why: "published outside the interface" },
  {
    section: "Versioning",
    subject: "version 1.0.0 of the description, the deprecation mark and the stability markers",
    why: "properties of the description, which spec/openapi.yaml repeats and a test checks; the contract does not say which operations are experimental or beta, so those markers are made up",
  },
  { section: "Versioning", subject: "the deprecation policy", why: "not shown" },
];
