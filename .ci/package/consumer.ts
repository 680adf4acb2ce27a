/** The package as its users get it: packed by npm, and installed into folders where nothing else is. */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/** The folder of the package, and what its package.json says; the same for the compiled script and for the tests. */
const require = createRequire(import.meta.url);
export const ROOT = dirname(require.resolve("orders-kit/package.json"));
export const MANIFEST: Manifest = require("orders-kit/package.json");

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly sideEffects: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Tarball {
  readonly path: string;
  /** As they are unpacked, from the package's root. */
  readonly files: readonly string[];
  /** Bytes. */
  readonly unpackedSize: number;
}

/** A project that has the package among its dependencies. */
export interface Consumer {
  readonly folder: string;
  /** Runs a program, found in the project's node_modules first, to its end. */
  run(program: string, ...argv: string[]): Promise<Ended>;
  /** Starts a program that goes on until it is ended. */
  start(program: string, ...argv: string[]): ChildProcess;
}

/** Packs what `npm run build` has made. */
export async function pack(folder: string): Promise<Tarball> {
  const argv = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await succeed(launch("npm", argv, ROOT, environment()));
  const [packed] = JSON.parse(stdout) as {
    filename: string;
    unpackedSize: number;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error("npm pack has packed nothing.");
  const { filename, unpackedSize, files } = packed;
  return { path: join(folder, filename), files: files.map(({ path }) => path), unpackedSize };
}

/** `bin` is the folder of another Node than this one. */
export async function createConsumer(
  folder: string,
  { packages, bin }: { readonly packages: readonly string[]; readonly bin?: string },
): Promise<Consumer> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await cp(join(ROOT, ".ci/package/app"), folder, { recursive: true });
  const env = environment(join(folder, "node_modules/.bin"), ...(bin === undefined ? [] : [bin]));
  await npmInstall(folder, packages, env);
  return {
    folder,
    run: (program, ...argv) => ended(launch(program, argv, folder, env)),
    start: (program, ...argv) => launch(program, argv, folder, env),
  };
}

/** npm chooses among versions by the Node that runs it, which is the first in the environment's PATH. */
export async function npmInstall(folder: string, packages: readonly string[], env = environment()): Promise<void> {
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await succeed(launch("npm", ["install", ...quiet, ...packages], folder, env));
}

export function launch(program: string, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** This process's, without what the tools that started it have put there for themselves. */
export function environment(...bins: string[]): NodeJS.ProcessEnv {
  const foreign =
    /^(ORDERS_|PLAYWRIGHT_|PW_|TEST_|npm_(?!config_)|npm_config_local_prefix$|NODE_OPTIONS$|FORCE_COLOR$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(own), PATH: [...bins, process.env.PATH].join(delimiter) };
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, stdout, stderr };
}

async function succeed(child: ChildProcess): Promise<Ended> {
  const end = await ended(child);
  if (end.code !== 0)
    throw new Error(`${child.spawnargs.join(" ")} ended with ${end.code}:\n${end.stderr || end.stdout}`);
  return end;
}
