/** The error for a report or file that would contain a secret. */
import { errorTable } from "../../../spec/errors/user-error.ts";

export const leakError = errorTable(
  {
    "key-leaked":
      "The API key or the value of a header was found in {place}, which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.",
  },
  ["key-leaked"],
);
