/** Errors that any input can cause: a file, a value, an option, a key, a port. Each is a function of the details in its message. */
import { type Details, UserError } from "./user-error.ts";

export const badValueError = ({ flag, expected, value }: Details<"flag" | "expected" | "value">) =>
  new UserError({ code: "bad-value", message: `${flag} takes ${expected}, not "${value}".` });

export const badFileError = ({
  place,
  problem,
  excerpt,
}: Details<"place" | "problem" | "excerpt">) =>
  new UserError({ code: "bad-file", message: `${place} ${problem}\n${excerpt}` });

export const badKeyError = ({ source, problem }: Details<"source" | "problem">) =>
  new UserError({
    code: "bad-key",
    message: `${source} is not a valid key: ${problem}. A key is visible ASCII characters without spaces.`,
  });

export const portInUseError = ({ port, host }: Details<"port" | "host">) =>
  new UserError({
    code: "port-in-use",
    message: `Port ${port} on ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
  });

export const portRefusedError = ({ port, host, why }: Details<"port" | "host" | "why">) =>
  new UserError({
    code: "port-refused",
    message: `orders-kit cannot listen on port ${port} of ${host} (${why}). Use another port with --port, or, for the mock, another address with --host.`,
  });

export const unknownOptionError = ({
  owner,
  name,
  suggestion,
}: Details<"owner" | "name" | "suggestion">) =>
  new UserError({
    code: "unknown-option",
    message: `${owner} has no option ${name}. ${suggestion}`,
  });
