/** Errors that any input can cause: a file, a value, an option, a key, a port. */
import { errorTable } from "./user-error.ts";

export const inputError = errorTable({
  "bad-value": '{flag} takes {expected}, not "{value}".',
  "bad-file": "{place} {problem}\n{excerpt}",
  "bad-object": "{place}: {problem}",
  "bad-key":
    "{source} is not a valid key: {problem}. A key is visible ASCII characters without spaces.",
  "port-in-use":
    "Port {port} on {host} is in use. Choose another with --port, or --port 0 for a free one.",
  "port-refused":
    "orders-kit cannot listen on port {port} of {host} ({why}). Use another port with --port, or, for the mock, another address with --host.",
  "unknown-option": "{owner} has no option {name}. {suggestion}",
});
