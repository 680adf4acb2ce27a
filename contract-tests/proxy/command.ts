/** `orders-kit proxy TARGET`: flags -> a running proxy, until a signal ends it; then the reports. */
import { resolve } from "node:path";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { command, type Given } from "../../spec/command-line.ts";
import { portFlag } from "../../spec/flag-values.ts";
import type { CommandIo } from "../../spec/io.ts";
import { PROBLEMS } from "../../spec/problems.ts";
import { leaksKey, removeLeaks } from "../artefacts.ts";
import type { Report } from "../report.ts";
import { painter } from "../reporters/ansi.ts";
import { checkFolder, colorFor, renderTerminal, writeReports } from "../reporters/index.ts";
import { KEY_FLAG } from "../target-flags.ts";
import { locateTarget } from "../targets.ts";
import { visibleLine } from "../visible.ts";
import { CALLER_FAULTS, type CallerFault } from "./caller.ts";
import type { Entry } from "./ledger.ts";
import { type RunningProxy, startProxy } from "./server.ts";

const FLAGS = {
  port: { type: "string", value: "4020", about: "where to listen; 0 takes a free port" },
  "api-key-env": KEY_FLAG,
  "fail-on-violation": { type: "boolean", about: "exit with 1 when a clause was violated" },
  report: {
    type: "string",
    value: "DIR",
    about: "where report.json, junit.xml, index.html and summary.md go (orders-kit-report)",
  },
} as const;

/**
 * Resolves once a signal has ended the proxy: with 0, with 1 when a clause is violated and --fail-on-violation is given, with
 * 3 when not all that passed was judged; with 2 when it cannot start.
 */
export const proxyCommand = command(
  {
    name: "proxy",
    takes: { usage: "TARGET", most: 1 },
    flags: FLAGS,
    before: `TARGET: the deployment to stand before, an address such as https://host/v1 or a name from orders-kit.yaml.
The key is read from $ORDERS_API_KEY, or from the variable that --api-key-env names; calls pass as the app sends them.`,
    after: `Exit codes: 0, 1 with --fail-on-violation: a clause was violated, 2 the command or the configuration is wrong,
3 not all that passed was judged.`,
  },
  run,
);

async function run({ values: flags, positionals }: Given<typeof FLAGS>, io: CommandIo): Promise<number> {
  const [target] = positionals;
  if (target === undefined) throw PROBLEMS.proxyTarget();
  const ended = new Promise<void>((resolve) => io.onSignal(resolve));
  const deployment = await locateTarget(target, { apiKeyEnv: flags["api-key-env"], env: io.env, cwd: io.cwd });
  const dir = resolve(io.cwd ?? ".", flags.report ?? "orders-kit-report");
  await checkFolder(dir);
  const color = colorFor(io.env, io);
  const paint = painter(color);
  const proxy = await startProxy({
    deployment,
    port: portFlag(flags.port),
    onEntry: (entry) => io.stdout.write(`${lineOf(entry, paint)}\n`),
    onTrouble: (line) => io.stderr.write(`${paint("!", "red")} ${visibleLine(line)}\n`),
  });
  io.stdout.write(banner(deployment.baseUrl, proxy, deployment.key !== undefined));
  await ended;
  const report = await proxy.close();

  const files = await writeReports(report, { dir, env: io.env });
  const page = files.find((file) => file.endsWith("index.html"));
  const text = renderTerminal(report, {
    color,
    columns: io.columns ?? 100,
    ...(page !== undefined && { reportAt: page }),
  });
  if (deployment.key !== undefined) {
    const leaks = await removeLeaks(files, deployment.key);
    if (leaksKey(Buffer.from(text), deployment.key)) leaks.push("the text for the terminal");
    if (leaks.length > 0) throw PROBLEMS.keyLeaked(leaks);
  }
  io.stdout.write(text);
  return exitCodeOf(report, (flags["fail-on-violation"] ?? false) ? "fail" : "tell");
}

function exitCodeOf(report: Report, onViolation: "fail" | "tell"): number {
  if (report.verdict === "violates" && onViolation === "fail") return 1;
  return report.broken.length > 0 ? 3 : 0;
}

function banner(
  target: string,
  { baseUrl, adminUrl, prismVersion, prismPid }: RunningProxy,
  keyKnown: boolean,
): string {
  const key = keyKnown
    ? "the good key is known"
    : "the key is not known here, so a 401 is taken as right; set ORDERS_API_KEY to have that judged as well";
  return `
  orders-kit proxy  ${baseUrl}   point the app here
  deployment        ${target}
  findings          here, and on ${adminUrl}
  judged by         orders-kit and Prism ${prismVersion} (process ${prismPid}); ${key}

  Ctrl+C ends it and writes the reports.

`;
}

const SIGNS = {
  violated: ["✗", "red"],
  advice: ["!", "yellow"],
  caller: ["app", "cyan"],
  failed: ["!", "red"],
  unknown: ["?", "yellow"],
} as const;

function lineOf({ kind, id, why, where, times }: Entry, paint: ReturnType<typeof painter>): string {
  const [sign, style] = SIGNS[kind];
  const statement =
    kind === "caller"
      ? CALLER_FAULTS[id as CallerFault]
      : (CLAUSES.find((clause) => clause.id === id)?.statement ?? "");
  const again = times > 1 ? paint(`  ${times} times by now`, "dim") : "";
  if (times > 1) return `${paint(sign, style)} ${paint(id, "bold")}  ${paint(visibleLine(where), "dim")}${again}`;
  return [
    `${paint(sign, style)} ${paint(id, "bold")}  ${paint(visibleLine(where), "dim")}`,
    `  ${visibleLine([statement, why].filter(Boolean).join(" "))}`,
  ].join("\n");
}
