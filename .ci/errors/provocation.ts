/** How a user causes an error of the table, and what then reaches that user. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyCommand } from "../../contract-tests/command.ts";
import { compareCommand } from "../../contract-tests/compare-command.ts";
import { proxyCommand } from "../../contract-tests/proxy/command.ts";
import { clausesCommand } from "../../contract-tests/reporters/clauses.ts";
import { initCommand } from "../../mock/browser/init.ts";
import { mockCommand } from "../../mock/command.ts";
import { scenariosCommand } from "../../scenarios/command.ts";
import type { Command } from "../../spec/io.ts";
import { UserError } from "../../spec/problems.ts";

export interface Provocation {
  /** Of the table. */
  readonly code: string;
  /** What the user does, as a reader of the golden file sees it. */
  readonly by: string;
  readonly cause: () => Promise<Told>;
}

export interface Told {
  /** Of a command; the status of an answer; undefined for an error of a program. */
  readonly ended?: string;
  /** What the user reads, with the code. */
  readonly text: string;
}

/** No variable of whoever runs the tests has a say. */
export const KEY = "sk-provoked-7Q";
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COMMANDS: Readonly<Record<string, Command>> = {
  mock: mockCommand,
  verify: verifyCommand,
  proxy: proxyCommand,
  compare: compareCommand,
  clauses: clausesCommand,
  scenarios: scenariosCommand,
  init: initCommand,
};

export interface Scene {
  readonly env?: Readonly<Record<string, string>>;
  /** By path; a path that ends in a slash is an empty folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A command that goes wrong before it does anything. */
export function command(code: string, argv: readonly string[], scene: Scene = {}): Provocation {
  // An error in a file shows the file; of another one, a reader wants to know what the command found.
  const files = code === "bad-file" ? [] : Object.entries(scene.files ?? {});
  const found = files.map(([name, text]) => (text === "" ? `, ${name} a folder` : `, ${name} ${JSON.stringify(text)}`));
  const by = shown(argv, scene.env) + found.join("");
  return { code, by, cause: () => inScene(scene, () => inProcess(argv, scene.env)) };
}

/** The same as a process of its own, for what is told outside of the commands. */
export function program(code: string, argv: readonly string[], scene: Scene = {}): Provocation {
  const run = async (): Promise<Told> => {
    const { ended, stdout, stderr } = await spawned(argv, scene.env);
    return { ended, text: stdout + stderr };
  };
  return { code, by: shown(argv, scene.env), cause: () => inScene(scene, run) };
}

/** A call of the library, which rejects or throws. */
export function call(code: string, by: string, cause: () => unknown): Provocation {
  return { code, by, cause: () => inScene({}, () => failing(cause)) };
}

async function failing(cause: () => unknown): Promise<Told> {
  try {
    await cause();
  } catch (error) {
    if (error instanceof UserError) return { text: `${error.told}\n` };
    throw error;
  }
  return { text: "nothing went wrong\n" };
}

function shown(argv: readonly string[], env: Scene["env"] = {}): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, "orders-kit", ...argv.map(quoted)].join(" ");
}

const quoted = (word: string): string => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word));

/** In a folder of its own, of which nothing may be changed. */
export async function inScene(scene: Scene, act: () => Promise<Told>): Promise<Told> {
  const before = process.cwd();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "orders-kit-errors-")));
  for (const [path, text] of Object.entries(scene.files ?? {})) {
    mkdirSync(join(folder, path.endsWith("/") ? path : dirname(path)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), text);
  }
  const was = contentOf(folder);
  process.chdir(folder);
  try {
    const { ended, text } = await act();
    const is = contentOf(folder);
    if (was !== is) return { text: `The folder is changed:\n${is}` };
    return {
      ...(ended !== undefined && { ended }),
      text: text
        .replaceAll(folder, "/app")
        .replace(/\b127\.0\.0\.1:\d{4,5}\b|\bPort \d+\b/g, (at) => at.replace(/\d+$/, "4010")),
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

async function inProcess([name = "", ...argv]: readonly string[], env: Scene["env"] = {}): Promise<Told> {
  let [stdout, stderr] = ["", ""];
  const exitCode = await COMMANDS[name]!(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env,
    cwd: process.cwd(),
    onSignal: (end) => void setTimeout(end, 5_000).unref(),
  });
  return { ended: `exit code ${exitCode}`, text: stdout + stderr };
}

export interface Spawned {
  readonly ended: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** orders-kit as it is built in dist/. */
export function spawned(
  argv: readonly string[],
  env: Scene["env"] = {},
  cli: string = join(ROOT, "dist/cli.js"),
): Promise<Spawned> {
  const child = spawn(process.execPath, [cli, ...argv], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ ended: `exit code ${code}`, stdout, stderr }));
  });
}
