/** Errors of a run that has judged nothing (exit code 3), and of what it writes. */
import { errorTable } from "../../spec/errors/user-error.ts";

export const runError = errorTable(
  {
    "unknown-clause":
      'There is no clause "{name}". List all {count} with orders-kit clauses. {closest}',
    "report-not-written":
      "The reports cannot be written to {dir} ({why}). Use a writable folder with --report DIR.",
    "foreign-file":
      "{path} was not written by orders-kit (or msw), so it is not overwritten. Use another folder, or move it away.",
    interrupted: "The run was interrupted before its first request. Nothing was judged.",
    "target-unreachable": "The target cannot be reached at {url}: {problem}",
    "key-refused":
      "The target rejects the API key: the list of orders gets {status}. Check the key {source}, or whether a gateway removes Authorization.",
    "gateway-answers":
      "{url} answers the list with {answer}, which is not the service's own. {fix}",
    "orders-not-there":
      "Orders {ids} are not there: no list shows them, and cancelling each gets 404. Used up by an earlier run? setup in orders-kit.yaml places fresh ones, or give others with --pending.",
    "orders-taken":
      "Orders {ids} have vanished before the run asked to cancel them: another run, or somebody else, uses them. Give each run orders of its own: setup in orders-kit.yaml places fresh ones.",
    "store-reset":
      "The store seems to have been reset at {at} (UTC): orders {ids}, which the run had cancelled, are all listed again, as they were. Run verify when nobody resets it.",
    "key-leaked":
      "The API key or the value of a header was found in {place}, which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.",
    "output-not-written": "The output cannot be written ({why}). Make room, or send it elsewhere.",
  },
  [
    "interrupted",
    "target-unreachable",
    "key-refused",
    "gateway-answers",
    "orders-not-there",
    "orders-taken",
    "store-reset",
    "key-leaked",
    "output-not-written",
  ],
);
