/** `orders-kit verify`: flags -> a report, its files and an exit code. */
import { resolve } from "node:path";
import { CLAUSES, type ClauseId } from "../spec/clauses/index.ts";
import type { CommandIo } from "../spec/io.ts";
import { PROBLEMS, UserError } from "../spec/problems.ts";
import { leaksKey, removeLeaks } from "./artefacts.ts";
import { idFlags, numberFlag, readFlags } from "./flags.ts";
import { exitCode, type Report } from "./report.ts";
import { annotations, colorFor, progressLine, renderTerminal, reportJson, writeReports } from "./reporters/index.ts";
import { verifyTarget } from "./verify.ts";

const FLAGS = {
  pending: { type: "string", multiple: true },
  shipped: { type: "string", multiple: true },
  "read-only": { type: "boolean" },
  only: { type: "string", multiple: true },
  "api-key-env": { type: "string" },
  report: { type: "string" },
  json: { type: "boolean" },
  "require-proven": { type: "boolean" },
  strict: { type: "boolean" },
  "max-requests": { type: "string" },
  rate: { type: "string" },
  timeout: { type: "string" },
  "allow-production-writes": { type: "boolean" },
} as const;

/** Resolves with an exit code of the product: 0 conforms, 1 violates, 2 wrong usage, 3 not judged, 4 not all proven. */
export async function verifyCommand(argv: string[], io: CommandIo): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}

async function run(argv: string[], io: CommandIo): Promise<number> {
  const { values: flags, positionals } = readFlags(argv, "verify", FLAGS, 1);
  const dir = resolve(flags.report ?? "orders-kit-report");
  const color = colorFor(io.env, io);
  const columns = io.columns ?? 100;
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const seconds = numberFlag("--timeout", flags.timeout, /^\d{1,4}(\.\d+)?$/, "seconds, such as 10");
  const { report, key } = await verifyTarget({
    target: positionals[0],
    pending: idFlags("--pending", flags.pending),
    shipped: idFlags("--shipped", flags.shipped),
    readOnly: flags["read-only"],
    only: flags.only?.map(clauseId),
    apiKeyEnv: flags["api-key-env"],
    allowProductionWrites: flags["allow-production-writes"],
    maxRequests: numberFlag("--max-requests", flags["max-requests"], /^\d{1,9}$/, "a number of requests, 1 or more"),
    rate: numberFlag("--rate", flags.rate, /^\d{1,6}(\.\d+)?$/, "requests a second, such as 5"),
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
    onProgress: ({ done, total, title }) => {
      if (io.isTTY) io.stderr.write(`\r\u001b[2K${progressLine(done, total, title, { color, columns })}`);
    },
  });
  if (io.isTTY) io.stderr.write("\r\u001b[2K");

  const files = await writeReports(report, { dir, env: io.env });
  const page = files.find((file) => file.endsWith("index.html"));
  const text = flags.json
    ? reportJson(report)
    : renderTerminal(report, { color, columns, ...(page !== undefined && { reportAt: page }) });
  const leaks = await removeLeaks(files, key);
  if (leaksKey(Buffer.from(text), key)) leaks.push("the text for the terminal");
  if (leaks.length > 0) throw PROBLEMS.keyLeaked(leaks);
  if (io.env.GITHUB_ACTIONS && !flags.json) for (const line of annotations(report)) io.stdout.write(`${line}\n`);
  io.stdout.write(text);
  return codeOf(report, flags);
}

function codeOf(
  report: Report,
  flags: { strict?: boolean | undefined; "require-proven"?: boolean | undefined },
): number {
  return exitCode(report, { strict: flags.strict ?? false, requireProven: flags["require-proven"] ?? false });
}

function clauseId(name: string): ClauseId {
  const clause = CLAUSES.find(({ id }) => id === name);
  if (clause === undefined)
    throw PROBLEMS.unknownClause(
      name,
      CLAUSES.map(({ id }) => id),
    );
  return clause.id;
}
