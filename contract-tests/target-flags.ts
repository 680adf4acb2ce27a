/** The flags by which verify and compare reach a target, and what they may do to it. */
import type { Given } from "../spec/command-line.ts";
import { idFlags, numberFlag } from "../spec/flag-values.ts";
import type { CommandIo } from "../spec/io.ts";
import type { VerifyOptions } from "./verify.ts";

export const KEY_FLAG = {
  type: "string",
  value: "NAME",
  about: "the environment variable that holds the key",
} as const;

export const TARGET_FLAGS = {
  pending: {
    type: "string",
    multiple: true,
    value: "ID",
    about: "a pending order that may be cancelled; repeat it, four prove every clause",
  },
  shipped: { type: "string", multiple: true, value: "ID", about: "a shipped order that may be tried; repeat it" },
  "read-only": { type: "boolean", about: "cancel nothing, whatever was handed over" },
  "allow-production-writes": {
    type: "boolean",
    about: "use the orders that were handed over on a production target as well",
  },
  "api-key-env": KEY_FLAG,
  "max-requests": { type: "string", value: "N", about: "the most requests of the run (2000)" },
  rate: { type: "string", value: "N", about: "the most requests a second" },
} as const;

/** What the flags ask for. A signal ends the run; what the user should know goes to stderr. */
export function targetOptions(flags: Given<typeof TARGET_FLAGS>["values"], io: CommandIo): VerifyOptions {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  return {
    pending: idFlags("--pending", flags.pending),
    shipped: idFlags("--shipped", flags.shipped),
    readOnly: flags["read-only"],
    allowProductionWrites: flags["allow-production-writes"],
    apiKeyEnv: flags["api-key-env"],
    maxRequests: numberFlag("--max-requests", flags["max-requests"], /^\d{1,9}$/, "a number of requests, 1 or more"),
    rate: numberFlag("--rate", flags.rate, /^\d{1,6}(\.\d+)?$/, "requests a second, such as 5"),
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
  };
}
