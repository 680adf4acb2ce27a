/** The flags of verify, compare and proxy for targets. */
import { BUDGET } from "../../contract-tests/pipeline/budget.ts";
import { PARALLEL } from "../../contract-tests/pipeline/pace.ts";
import { CONNECT_TO_DESCRIPTION, parseConnectTo } from "../../contract-tests/targets/connect-to.ts";
import type { ConnectionSettings } from "../../contract-tests/targets/target.ts";
import type { VerifyOptions } from "../../contract-tests/verify.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Given } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { idFlags, numberFlag } from "./values.ts";

export const KEY_FLAG = {
  type: "string",
  value: "NAME",
  about: "the environment variable that holds the key",
} as const;

export const CONNECTION_FLAGS = {
  header: {
    type: "string",
    multiple: true,
    value: "'NAME: VALUE'",
    about: "a header of every request, for a gateway; repeat it",
  },
  "client-cert": { type: "string", value: "FILE", about: "a client certificate, in PEM form" },
  "client-key": { type: "string", value: "FILE", about: "its key, unless it is in the same file" },
  ca: { type: "string", value: "FILE", about: "the authorities of the server's certificate" },
  "connect-to": { type: "string", value: "HOST:PORT", about: "connect there, in place of the host of the address" },
} as const;

export const TARGET_FLAGS = {
  pending: {
    type: "string",
    multiple: true,
    value: "ID",
    about: "a pending order that may be cancelled; repeat it, four prove every clause",
  },
  shipped: {
    type: "string",
    multiple: true,
    value: "ID",
    about: "a shipped order that the run may try to cancel; repeat it",
  },
  absent: {
    type: "string",
    multiple: true,
    value: "ID",
    about: "an id that no order has, so that DELETE may be tried with it; repeat it",
  },
  "read-only": { type: "boolean", about: "cancel nothing, even with --pending" },
  "allow-production-writes": {
    type: "boolean",
    about: "use --pending and --shipped on a production target, too",
  },
  "api-key-env": KEY_FLAG,
  ...CONNECTION_FLAGS,
  "max-requests": { type: "string", value: "N", about: "at most N requests (2000)" },
  rate: { type: "string", value: "N", about: "at most N requests a second" },
  parallel: { type: "string", value: "N", about: `at most N requests at the same time (${PARALLEL})` },
  gentle: { type: "boolean", about: "few calls without the good key, one at a time, for a service that bans clients" },
} as const;

/** Flags whose value is wrong for all targets but one. */
export const FLAGS_OF_ONE_TARGET = ["pending", "shipped", "header", "client-cert", "client-key", "connect-to"] as const;

export function connectionOptions(flags: Given<typeof CONNECTION_FLAGS>["values"]): ConnectionSettings {
  const connectTo = flags["connect-to"];
  if (connectTo !== undefined && parseConnectTo(connectTo) === undefined)
    throw USER_ERRORS.badValue("--connect-to", connectTo, CONNECT_TO_DESCRIPTION);
  return {
    headers: headerFlags(flags.header),
    clientCert: flags["client-cert"],
    clientKey: flags["client-key"],
    ca: flags.ca,
    connectTo,
  };
}

/** Throws a UserError, which does not show the value: it may be a secret. */
function headerFlags(values: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const at = text.indexOf(":");
      if (at < 1) throw USER_ERRORS.badHeader("of --header", 'it is not of the form "NAME: VALUE"');
      return [text.slice(0, at), text.slice(at + 1).trim()];
    }),
  );
}

/** A signal ends the run, and notes go to stderr. */
export function targetOptions(flags: Given<typeof TARGET_FLAGS>["values"], io: CommandIo): VerifyOptions {
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  return {
    pending: idFlags("--pending", flags.pending),
    shipped: idFlags("--shipped", flags.shipped),
    absent: idFlags("--absent", flags.absent),
    readOnly: flags["read-only"],
    allowProductionWrites: flags["allow-production-writes"],
    apiKeyEnv: flags["api-key-env"],
    ...connectionOptions(flags),
    gentle: flags.gentle,
    maxRequests: numberFlag("--max-requests", flags["max-requests"], /^\d{1,9}$/, "a number of requests, 1 or more"),
    parallel: numberFlag("--parallel", flags.parallel, /^[1-9]\d{0,2}$/, "a number of requests, 1 or more"),
    rate: numberFlag("--rate", flags.rate, /^\d{1,6}(\.\d+)?$/, "requests a second, such as 5"),
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
  };
}
