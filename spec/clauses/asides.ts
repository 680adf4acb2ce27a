/** What the contract mentions and no answer of a deployment can show: neither clause nor silence, named so that nothing is lost. */
import type { Aside } from "./entry.ts";

export const ASIDES: readonly Aside[] = [
  {
    section: "What the service does",
    subject: "attaching custom domains to documentation projects",
    why: "a workflow of a dashboard, not an operation",
  },
  {
    section: "Order",
    subject: "a status field",
    why: "the cancel rule speaks of a status that no field shows; the mock keeps it beside the order, and further fields are sound",
  },
  {
    section: "Order",
    subject: "the fields of a pet",
    why: "not shown, and the pets operation is open (pets-answer)",
  },
  {
    section: "States and transitions",
    subject: "how an order ships, and how that relates to complete",
    why: "no operation does it; in the mock the control interface and scenarios ship an order",
  },
  { section: "Authentication", subject: "how keys are issued", why: "no operation does it" },
  {
    section: "Authentication",
    subject: "permissions of single operations",
    why: "one key at a time shows no permissions; a 403 in place of a documented status is judged by the clause of that status",
  },
  { section: "Events", subject: "events", why: "not shown, and none could be observed" },
  { section: "Limits", subject: "size limits", why: "finding them out would mean to send what may harm" },
  { section: "Versioning", subject: "the changelog", why: "published outside the interface" },
  {
    section: "Versioning",
    subject: "the description's own version 1.0.0, the deprecation mark and the stability markers",
    why: "facts of the description, which spec/openapi.yaml repeats and a test holds; which operations are experimental or beta is not said, so the markers there are ours",
  },
  { section: "Versioning", subject: "the deprecation policy", why: "not shown" },
];
