/** How a user causes an error of the table, and what that user then reads. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Command } from "../../cli/command.ts";
import { clausesCommand } from "../../cli/commands/clauses.ts";
import { compareCommand } from "../../cli/commands/compare.ts";
import { initCommand } from "../../cli/commands/init.ts";
import { mockCommand } from "../../cli/commands/mock.ts";
import { proxyCommand } from "../../cli/commands/proxy.ts";
import { scenariosCommand } from "../../cli/commands/scenarios.ts";
import { verifyCommand } from "../../cli/commands/verify.ts";
import { UserError } from "../../spec/errors/user-errors.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { type Ended, ended, launch } from "../processes.ts";

export interface ErrorCase {
  /** Of the table. */
  readonly code: string;
  /** What the user does, as the golden file shows it. */
  readonly title: string;
  readonly run: () => Promise<Shown>;
}

export interface Shown {
  /** The exit code of a command, or the status of an answer; undefined for an error of a program. */
  readonly ended?: string;
  /** What the user reads, with the code. */
  readonly text: string;
}

export const CLI = join(ROOT, MANIFEST.bin["orders-kit"]);
export const KEY = "sk-provoked-7Q";
const COMMANDS: Readonly<Record<string, Command>> = {
  mock: mockCommand,
  verify: verifyCommand,
  proxy: proxyCommand,
  compare: compareCommand,
  clauses: clausesCommand,
  scenarios: scenariosCommand,
  init: initCommand,
};

/** What is there before the user does something. */
export interface Setup {
  readonly env?: Readonly<Record<string, string>>;
  /** By path; a path that ends in a slash is an empty folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A command that fails before it does anything. */
export function command(code: string, argv: readonly string[], setup: Setup = {}): ErrorCase {
  // An error in a file shows the file; for another one, the title says what the command found.
  const files = code === "bad-file" ? [] : Object.entries(setup.files ?? {});
  const found = files.map(([name, text]) => (text === "" ? `, ${name} a folder` : `, ${name} ${JSON.stringify(text)}`));
  const title = commandLine(argv, setup.env) + found.join("");
  return { code, title, run: () => inFolder(setup, () => inProcess(argv, setup.env)) };
}

/** The same in a process of its own, for errors outside of the commands. */
export function program(code: string, argv: readonly string[], setup: Setup = {}): ErrorCase {
  const run = async (): Promise<Shown> => shownBy(await spawned(argv, setup.env));
  return { code, title: commandLine(argv, setup.env), run: () => inFolder(setup, run) };
}

/** A call of the library, which rejects or throws. */
export function call(code: string, title: string, act: () => unknown): ErrorCase {
  return { code, title, run: () => inFolder({}, () => failing(act)) };
}

export async function failing(act: () => unknown): Promise<Shown> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UserError) return { text: `${error.display}\n` };
    throw error;
  }
  return { text: "no error\n" };
}

function commandLine(argv: readonly string[], env: Setup["env"] = {}): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, "orders-kit", ...argv.map(quoted)].join(" ");
}

const quoted = (word: string): string => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word));

/** Acts in a folder of its own, in which nothing but a report may change. */
export async function inFolder({ files = {} }: Setup, act: () => Promise<Shown>): Promise<Shown> {
  const before = process.cwd();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "orders-kit-errors-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path.endsWith("/") ? path : dirname(path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), text);
  }
  const content = contentOf(folder);
  process.chdir(folder);
  try {
    const { ended, text } = await act();
    if (contentOf(folder) !== content) return { text: `The folder has changed:\n${contentOf(folder)}` };
    return {
      ...(ended !== undefined && { ended }),
      text: text
        .replaceAll(folder, "/app")
        .replace(/\b127\.0\.0\.1:\d{4,5}\b|\bPort \d+\b/g, (address) => address.replace(/\d+$/, "4010")),
    };
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

function contentOf(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name, parentPath }) => !join(parentPath, name).startsWith(join(folder, "orders-kit-report")))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path}: ${entry.isFile() ? readFileSync(path, "utf8") : "folder"}`;
    })
    .toSorted()
    .join("\n");
}

async function inProcess([name = "", ...argv]: readonly string[], env: Setup["env"] = {}): Promise<Shown> {
  let [stdout, stderr] = ["", ""];
  const exitCode = await COMMANDS[name]!(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    workflow: { write: (text) => (stdout += text) },
    env,
    cwd: process.cwd(),
    onSignal: (end) => void setTimeout(end, 5_000).unref(),
  });
  return { ended: `exit code ${exitCode}`, text: stdout + stderr };
}

export function shownBy({ code, stdout, stderr }: Ended): Shown {
  return { ended: `exit code ${code}`, text: stdout + stderr };
}

/** orders-kit as it is built in dist/. */
export function spawned(argv: readonly string[], env: Setup["env"] = {}, cli: string = CLI): Promise<Ended> {
  const own = { PATH: process.env.PATH ?? "", ...env };
  return ended(launch(process.execPath, [cli, ...argv], process.cwd(), own));
}
