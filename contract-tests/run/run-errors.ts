/**
 * Errors of a run: a clause that does not exist, and what the operator did to the orders (exit code
 * 3).
 */
import { errorTable } from "../../spec/errors/user-error.ts";

export const runError = errorTable(
  {
    "unknown-clause":
      'There is no clause "{name}". List all {count} with orders-kit clauses. {closest}',
    "orders-not-there":
      "Orders {ids} are not there: no list shows them, and cancelling each gets 404. Used up by an earlier run? setup in orders-kit.yaml places fresh ones, or give others with --pending.",
    "orders-taken":
      "Orders {ids} have vanished before the run asked to cancel them: another run, or somebody else, uses them. Give each run orders of its own: setup in orders-kit.yaml places fresh ones.",
    "store-reset":
      "The store seems to have been reset at {at} (UTC): orders {ids}, which the run had cancelled, are all listed again, as they were. Run verify when nobody resets it.",
  },
  ["orders-not-there", "orders-taken", "store-reset"],
);
