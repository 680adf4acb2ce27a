/** What a user does in a folder of its own, and what that user then reads. */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { run } from "../../cli/run.ts";
import { fakeProcess } from "../../cli/testing/fake-process.ts";
import { type Ended, ended, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

export interface Shown {
  /** The exit code of a command, or the status of an answer; undefined for an error of a program. */
  readonly ended?: string;
  /** What the user reads, with the code. */
  readonly text: string;
}

/** What the user does, as the golden file shows it; and how. */
export type ErrorCase = readonly [title: string, run: () => Promise<Shown>];
type Variables = Readonly<Record<string, string>>;

export const KEY = "sk-provoked-7Q";

/** A call of the library, which rejects or throws. */
export const call = (title: string, act: () => unknown): ErrorCase => [
  title,
  () => inFolder({}, () => failing(act)),
];

export async function failing(act: () => unknown): Promise<Shown> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UserError) return { text: `${error.display}\n` };
    throw error;
  }
  return { text: "no error\n" };
}

const QUOTED = /"(?:[^"\\]|\\.)*"/;
const unquoted = (word: string): string => word.replace(QUOTED, (text) => JSON.parse(text));

/**
 * Runs a command that fails before it does anything, from its title: `NAME=value orders-kit argument …, file "text", folder a folder`,
 * and `, where no peer is installed`.
 */
export function runCommand(title: string): Promise<Shown> {
  const [line = "", ...found] = title.split(/, (?=\S+ (?:"|a folder)|where no peer)/);
  const words = (line.match(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g) ?? []).map(unquoted);
  const at = words.indexOf("orders-kit");
  if (at < 0) throw new Error(`There is no case "${title}".`);
  const variables = words
    .slice(0, at)
    .map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
  const argv = words.slice(at + 1);
  const env = Object.fromEntries(variables);
  if (found[0]?.startsWith("where"))
    return inFolder({}, async () =>
      shownBy(await spawned(argv, { ORDERS_API_KEY: KEY }, withoutPeers())),
    );
  const files = found.map(
    (text) => [text.slice(0, text.indexOf(" ")), unquoted(QUOTED.exec(text)?.[0] ?? "")] as const,
  );
  return inFolder(Object.fromEntries(files), () => inProcess(argv, env));
}

/** Acts in a folder of its own, in which nothing but a report may change. A path that ends in a slash is a folder. */
export async function inFolder(files: Variables, act: () => Promise<Shown>): Promise<Shown> {
  const before = process.cwd();
  process.chdir(temporaryFolder());
  const folder = process.cwd();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path.endsWith("/") ? path : dirname(path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), text);
  }
  const content = contentOf(folder);
  try {
    const { text, ...ended } = await act();
    if (contentOf(folder) !== content)
      return { text: `The folder has changed:\n${contentOf(folder)}` };
    const address = /\b127\.0\.0\.1:\d{4,5}\b|\bPort \d+\b/g;
    return {
      ...ended,
      text: text.replaceAll(folder, "/app").replace(address, (one) => one.replace(/\d+$/, "4010")),
    };
  } finally {
    process.chdir(before);
  }
}

function contentOf(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const own = paths
    .filter((path) => !path.startsWith("orders-kit-report"))
    .map((path) => join(folder, path));
  const lines = own.map(
    (path) => `${path}: ${statSync(path).isFile() ? readFileSync(path, "utf8") : "folder"}`,
  );
  return lines.toSorted().join("\n");
}

async function inProcess(argv: readonly string[], env: Variables): Promise<Shown> {
  const { process, written } = fakeProcess(argv, env);
  // One that serves does not end by itself.
  setTimeout(() => process.emit("SIGINT"), 5_000).unref();
  await run(process);
  return { ended: `exit code ${process.exitCode}`, text: written.all };
}

/** orders-kit as it is built in dist/. */
export function spawned(
  argv: readonly string[],
  env: Variables,
  cli = join(ROOT, MANIFEST.bin["orders-kit"]),
): Promise<Ended> {
  return ended(
    launch(process.execPath, [cli, ...argv], process.cwd(), {
      PATH: process.env.PATH ?? "",
      ...env,
    }),
  );
}

export const shownBy = ({ code, stdout, stderr }: Ended): Shown => ({
  ended: `exit code ${code}`,
  text: stdout + stderr,
});

/** The command line of a package without its optional peers. */
function withoutPeers(): string {
  const home = temporaryFolder();
  cpSync(join(ROOT, "dist"), join(home, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith(".map"),
  });
  for (const file of ["package.json", "spec", "cli/orders-kit.js"])
    cpSync(join(ROOT, file), join(home, file), { recursive: true });
  // What these depend on is found where the links point.
  for (const name of Object.keys(MANIFEST.dependencies)) {
    const link = join(home, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  return join(home, MANIFEST.bin["orders-kit"]);
}
