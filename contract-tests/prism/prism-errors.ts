/** Errors of a missing or broken Prism. */
import { errorTable } from "../../spec/errors/user-error.ts";

export const prismError = errorTable({
  "prism-missing": "Prism is not installed. Run npm install @stoplight/prism-cli@5.14.2.",
  "prism-failed":
    "Prism {version} cannot be used ({why}). Install it again: npm install @stoplight/prism-cli@5.14.2.",
});
