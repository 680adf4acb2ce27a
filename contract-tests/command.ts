/** `orders-kit verify`: flags -> a report, its files and an exit code. */
import { resolve } from "node:path";
import type { ClauseId } from "../spec/clauses/index.ts";
import { command, type Given } from "../spec/command-line.ts";
import { numberFlag } from "../spec/flag-values.ts";
import type { CommandIo } from "../spec/io.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { leaksKey, removeLeaks } from "./artefacts.ts";
import { openLearnFile } from "./learn-file.ts";
import { exitCode, type Report } from "./report.ts";
import {
  annotations,
  checkFolder,
  colorFor,
  progressLine,
  renderTerminal,
  reportJson,
  withoutCommands,
  writeReports,
} from "./reporters/index.ts";
import { TARGET_FLAGS, targetOptions } from "./target-flags.ts";
import { verifyTarget } from "./verify.ts";

const FLAGS = {
  ...TARGET_FLAGS,
  only: {
    type: "string",
    multiple: true,
    value: "CLAUSE",
    about: "judge these clauses only, and show all their traffic; repeat it",
  },
  report: {
    type: "string",
    value: "DIR",
    about: "where report.json, junit.xml, index.html and summary.md go (orders-kit-report)",
  },
  json: { type: "boolean", about: "print the report as JSON" },
  strict: { type: "boolean", about: "advice fails, too" },
  "require-proven": { type: "boolean", about: "exit with 4 when a clause was not proven" },
  "through-prism": { type: "boolean", about: "have every call judged by Prism as well" },
  learn: { type: "string", value: "FILE", about: "write the profile of the deployment" },
  "learn-anyway": { type: "boolean", about: "also of one that violates the contract" },
  timeout: { type: "string", value: "SECONDS", about: "how long to wait for the beginning of an answer (10)" },
} as const;

/** Resolves with an exit code of the product: 0 conforms, 1 violates, 2 wrong usage, 3 not judged, 4 not all proven. */
export const verifyCommand = command(
  {
    name: "verify",
    takes: { usage: "[TARGET]", most: 1 },
    flags: FLAGS,
    before: `TARGET: mock (the default), msw, an address such as https://host/v1, or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names.`,
    after: `Exit codes: 0 no clause is violated, 1 at least one is, 2 the command or the configuration is wrong,
3 not judged, 4 with --require-proven: something was not proven.`,
  },
  run,
);

async function run({ values: flags, positionals }: Given<typeof FLAGS>, io: CommandIo): Promise<number> {
  const dir = resolve(io.cwd ?? ".", flags.report ?? "orders-kit-report");
  const color = colorFor(io.env, io);
  const columns = io.columns ?? 100;
  if (flags.learn !== undefined && flags.only !== undefined) throw PROBLEMS.learnPart();
  if (flags["learn-anyway"] && flags.learn === undefined) throw PROBLEMS.learnWhere();
  const profile = flags.learn === undefined ? undefined : await openLearnFile(flags.learn, io.cwd);
  const seconds = numberFlag("--timeout", flags.timeout, /^\d{1,4}(\.\d+)?$/, "seconds, such as 10");
  const options = targetOptions(flags, io);
  await checkFolder(dir);
  const verified = await verifyTarget({
    ...options,
    target: positionals[0],
    only: flags.only as ClauseId[] | undefined,
    throughPrism: flags["through-prism"],
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
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
  if (io.env.GITHUB_ACTIONS && !flags.json) {
    for (const line of annotations(report)) io.stdout.write(`${line}\n`);
    io.stdout.write(withoutCommands(text));
  } else io.stdout.write(text);
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
