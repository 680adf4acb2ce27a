/** Starts programs for tests and collects their output. */
import { type ChildProcess, spawn } from "node:child_process";
import { delimiter } from "node:path";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function launch(
  program: string,
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  stdin: "ignore" | "pipe" = "ignore",
): ChildProcess {
  return spawn(program, argv, { cwd, env, stdio: [stdin, "pipe", "pipe"] });
}

/**
 * Returns this process's environment without the variables that the starting tools set for
 * themselves; `bins` come first in PATH.
 */
export function environment(...bins: string[]): NodeJS.ProcessEnv {
  const foreign =
    /^(ORDERS_|PLAYWRIGHT_|PW_|TEST_|GITHUB_|npm_(?!config_)|npm_config_local_prefix$|NODE_OPTIONS$|FORCE_COLOR$)/;
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

/** Resolves to the output once it matches; rejects with it if the child ends before. */
export function outputOf(child: ChildProcess, expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        output += chunk;
        if (expected.test(output)) resolve(output);
      });
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
}

/** Rejects with the output if the exit code is not 0. */
export async function succeed(child: ChildProcess): Promise<Ended> {
  const end = await ended(child);
  if (end.code !== 0)
    throw new Error(
      `${child.spawnargs.join(" ")} ended with ${end.code}:\n${end.stderr || end.stdout}`,
    );
  return end;
}
