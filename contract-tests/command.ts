/** `orders-kit verify`: flags -> a report, its files and an exit code. */
import { resolve } from "node:path";
import { CLAUSES, type ClauseId } from "../spec/clauses/index.ts";
import type { CommandIo } from "../spec/io.ts";
import { PROBLEMS, UserError } from "../spec/problems.ts";
import { leaksKey, removeLeaks } from "./artefacts.ts";
import { idFlags, numberFlag, readFlags } from "./flags.ts";
import { openLearnFile } from "./learn-file.ts";
import { exitCode, type Report } from "./report.ts";
import { annotations, colorFor, progressLine, renderTerminal, reportJson, writeReports } from "./reporters/index.ts";
import { verifyTarget } from "./verify.ts";

const FLAGS = {
  pending: { type: "string", multiple: true },
  shipped: { type: "string", multiple: true },
  "read-only": { type: "boolean" },
  only: { type: "string", multiple: true },
  "through-prism": { type: "boolean" },
  "api-key-env": { type: "string" },
  report: { type: "string" },
  json: { type: "boolean" },
  "require-proven": { type: "boolean" },
  strict: { type: "boolean" },
  "max-requests": { type: "string" },
  rate: { type: "string" },
  timeout: { type: "string" },
  "allow-production-writes": { type: "boolean" },
  learn: { type: "string" },
  "learn-anyway": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = `Usage: orders-kit verify [TARGET] [FLAGS]

TARGET: mock (the default), msw, an address such as https://host/v1, or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names.

  --pending ID               a pending order that may be cancelled; repeat it, four prove every clause
  --shipped ID               a shipped order that may be tried; repeat it
  --read-only                cancel nothing, whatever was handed over
  --allow-production-writes  use the orders that were handed over on a production target as well
  --only CLAUSE              judge these clauses only, and show all their traffic; repeat it
  --api-key-env NAME         the environment variable that holds the key
  --report DIR               where report.json, junit.xml, index.html and summary.md go (orders-kit-report)
  --json                     print the report as JSON
  --strict                   advice fails, too
  --require-proven           exit with 4 when a clause was not proven
  --max-requests N           the most requests of the run (2000)
  --rate N                   the most requests a second
  --through-prism            have every call judged by Prism as well
  --learn FILE               write the profile of the deployment
  --learn-anyway             also of one that violates the contract
  --timeout SECONDS          how long to wait for the beginning of an answer (10)

Exit codes: 0 no clause is violated, 1 at least one is, 2 the command or the configuration is wrong,
3 not judged, 4 with --require-proven: something was not proven.
`;

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
  if (flags.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const dir = resolve(flags.report ?? "orders-kit-report");
  const color = colorFor(io.env, io);
  const columns = io.columns ?? 100;
  if (flags.learn !== undefined && flags.only !== undefined) throw PROBLEMS.learnPart();
  if (flags["learn-anyway"] && flags.learn === undefined) throw PROBLEMS.learnWhere();
  const profile = flags.learn === undefined ? undefined : await openLearnFile(flags.learn, io.cwd);
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const seconds = numberFlag("--timeout", flags.timeout, /^\d{1,4}(\.\d+)?$/, "seconds, such as 10");
  const verified = await verifyTarget({
    target: positionals[0],
    pending: idFlags("--pending", flags.pending),
    shipped: idFlags("--shipped", flags.shipped),
    readOnly: flags["read-only"],
    only: flags.only?.map(clauseId),
    throughPrism: flags["through-prism"],
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
  const { report, key } = verified;

  // Whatever is written derives from the report: the job summary, too, which could not be taken back.
  if (leaksKey(Buffer.from(reportJson(report)), key)) throw PROBLEMS.keyLeaked(["the report"]);
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
  if (profile !== undefined)
    io.stderr.write(`${await profile.learn(verified, flags["learn-anyway"] ? "anyway" : "sound")}\n`);
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
