/** `orders-kit compare A B`: the same walk on two targets, or on one beside a profile, and what differs. */
import { resolve } from "node:path";
import { loadProfile } from "../scenarios/load-profile.ts";
import { command, type Given } from "../spec/command-line.ts";
import type { CommandIo } from "../spec/io.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { leaksKey } from "./artefacts.ts";
import { type Comparison, compare, isSame, type Side } from "./compare.ts";
import { learn } from "./learn.ts";
import { comparisonMarkdown, comparisonText } from "./reporters/comparison.ts";
import { comparisonPage } from "./reporters/comparison-page.ts";
import { checkFolder, colorFor, writeFiles } from "./reporters/index.ts";
import { TARGET_FLAGS, targetOptions } from "./target-flags.ts";
import { type VerifyOptions, verifyTarget } from "./verify.ts";

const FLAGS = {
  ...TARGET_FLAGS,
  report: {
    type: "string",
    value: "DIR",
    about: "where compare.json, compare.md and compare.html go; nowhere by default",
  },
  json: { type: "boolean", about: "print the comparison as JSON" },
} as const;

/** Resolves with 0: nothing differs but what is accepted. 1: something does. 2: wrong usage. 3: a target was not judged. */
export const compareCommand = command(
  {
    name: "compare",
    takes: { usage: "A B", most: 2 },
    flags: FLAGS,
    before: `A and B: each a target of orders-kit verify, or the file of a profile (.yaml) that verify --learn wrote.
Where one of them is a profile, --pending and --shipped name orders of the other; of two targets, orders-kit.yaml does.`,
    after: `Exit codes: 0 nothing differs but what is accepted, 1 something does, 2 the command or the configuration is wrong,
3 a target was not judged.`,
  },
  run,
);

/** A side, and the keys that must not be found in what is written of it. */
interface Walked {
  readonly side: Side;
  readonly key?: string;
}

async function run({ values: flags, positionals }: Given<typeof FLAGS>, io: CommandIo): Promise<number> {
  const [a, b] = positionals;
  if (a === undefined || b === undefined) throw PROBLEMS.compareTwo();
  const targets = [a, b].filter((name) => !isFile(name));
  const options = targetOptions(flags, io);
  const { pending = [], shipped = [] } = options;
  if (targets.length === 2 && pending.length + shipped.length > 0) throw PROBLEMS.compareWhoseIds();
  // Files first: a mistake in one is told before anything is sent.
  const files = new Map<string, Walked>();
  for (const name of [a, b])
    if (isFile(name))
      files.set(name, { side: { name, profile: await loadProfile(resolve(io.cwd ?? ".", name), name) } });
  if (flags.report !== undefined) await checkFolder(resolve(io.cwd ?? ".", flags.report));
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
