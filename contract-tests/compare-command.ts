/** `orders-kit compare A B`: the same walk on two targets, or on one beside a profile, and what differs. */
import { resolve } from "node:path";
import { loadProfile } from "../scenarios/load-profile.ts";
import type { CommandIo } from "../spec/io.ts";
import { PROBLEMS, UserError } from "../spec/problems.ts";
import { leaksKey } from "./artefacts.ts";
import { type Comparison, compare, isSame, type Side } from "./compare.ts";
import { idFlags, numberFlag, readFlags } from "./flags.ts";
import { learn } from "./learn.ts";
import { comparisonMarkdown, comparisonText } from "./reporters/comparison.ts";
import { comparisonPage } from "./reporters/comparison-page.ts";
import { colorFor, writeFiles } from "./reporters/index.ts";
import { type VerifyOptions, verifyTarget } from "./verify.ts";

const FLAGS = {
  pending: { type: "string", multiple: true },
  shipped: { type: "string", multiple: true },
  "read-only": { type: "boolean" },
  "api-key-env": { type: "string" },
  report: { type: "string" },
  json: { type: "boolean" },
  "max-requests": { type: "string" },
  rate: { type: "string" },
  "allow-production-writes": { type: "boolean" },
} as const;

/** Resolves with 0: nothing differs but what is accepted. 1: something does. 2: wrong usage. 3: a target was not judged. */
export async function compareCommand(argv: string[], io: CommandIo): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}

/** A side, and the keys that must not be found in what is written of it. */
interface Walked {
  readonly side: Side;
  readonly key?: string;
}

async function run(argv: string[], io: CommandIo): Promise<number> {
  const { values: flags, positionals } = readFlags(argv, "compare", FLAGS, 2);
  const [a, b] = positionals;
  if (a === undefined || b === undefined) throw PROBLEMS.compareTwo();
  const targets = [a, b].filter((name) => !isFile(name));
  const [pending, shipped] = [idFlags("--pending", flags.pending), idFlags("--shipped", flags.shipped)];
  if (targets.length === 2 && pending.length + shipped.length > 0) throw PROBLEMS.compareWhoseIds();
  const abort = new AbortController();
  io.onSignal(() => abort.abort());
  const options: VerifyOptions = {
    pending,
    shipped,
    readOnly: flags["read-only"],
    apiKeyEnv: flags["api-key-env"],
    allowProductionWrites: flags["allow-production-writes"],
    maxRequests: numberFlag("--max-requests", flags["max-requests"], /^\d{1,9}$/, "a number of requests, 1 or more"),
    rate: numberFlag("--rate", flags.rate, /^\d{1,6}(\.\d+)?$/, "requests a second, such as 5"),
    env: io.env,
    cwd: io.cwd,
    signal: abort.signal,
    onNote: (note) => io.stderr.write(`${note}\n`),
  };
  // Files first: a mistake in one is told before anything is sent.
  const files = new Map<string, Walked>();
  for (const name of [a, b])
    if (isFile(name))
      files.set(name, { side: { name, profile: await loadProfile(resolve(io.cwd ?? ".", name), name) } });
  const sideOf = async (name: string): Promise<Walked> => files.get(name) ?? (await walk(name, options));
  const walked = [await sideOf(a), await sideOf(b)] as const;
  const comparison = compare(walked[0].side, walked[1].side);
  const keys = walked.flatMap(({ key }) => key ?? []);
  await write(comparison, flags, keys, io);
  return isSame(comparison) ? 0 : 1;
}

function isFile(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

async function walk(name: string, options: VerifyOptions): Promise<Walked> {
  const { report, results, key } = await verifyTarget({ ...options, target: name });
  if (report.verdict === "not-judged")
    throw PROBLEMS.notComparable(name, report.why ?? report.broken.map(({ why }) => why).join("; "));
  const violates = report.clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : []));
  const { profile, left } = learn(results, { from: report.target.url, at: Date.parse(report.startedAt), violates });
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]));
  return { side: { name, profile, left, verdicts }, key };
}

async function write(
  comparison: Comparison,
  flags: { json?: boolean | undefined; report?: string | undefined },
  keys: readonly string[],
  io: CommandIo,
): Promise<void> {
  const columns = io.columns ?? 100;
  const text = flags.json
    ? `${JSON.stringify(comparison, undefined, 2)}\n`
    : comparisonText(comparison, { color: colorFor(io.env, io), columns });
  const files: [name: string, text: string][] = [
    ["compare.json", `${JSON.stringify(comparison, undefined, 2)}\n`],
    ["compare.md", comparisonMarkdown(comparison)],
    ["compare.html", comparisonPage(comparison)],
  ];
  const all = [["the text for the terminal", text] as const, ...files];
  const leaks = all.filter(([, content]) => keys.some((key) => leaksKey(Buffer.from(content), key)));
  if (leaks.length > 0) throw PROBLEMS.keyLeaked(leaks.map(([name]) => name));
  if (flags.report !== undefined) await writeFiles(files, resolve(io.cwd ?? ".", flags.report));
  io.stdout.write(text);
}
