/** Errors of the files that a run writes. */
import { errorTable } from "../../../spec/errors/user-error.ts";

export const reportError = errorTable({
  "report-not-written":
    "The reports cannot be written to {dir} ({why}). Use a writable folder with --report DIR.",
  "foreign-file":
    "{path} was not written by orders-kit (or msw), so it is not overwritten. Use another folder, or move it away.",
});
