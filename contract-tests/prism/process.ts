/** Stoplight's Prism as a child process: found in node_modules, started on a free port, ended with all that it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { PROBLEMS } from "../../spec/problems.ts";

const require = createRequire(import.meta.url);

interface PrismProcess {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Of the package @stoplight/prism-cli. */
  readonly version: string;
  readonly pid: number;
  /** Resolves with its last words once the process has ended, for whatever reason. */
  readonly ended: Promise<string>;
  /** The same once it has ended. */
  readonly lastWords: () => string | undefined;
  close(): Promise<void>;
}

/** Prism needs 1 to 2 seconds on an idle machine. */
const START_MS = 60_000;

/**
 * Starts `prism mock` or `prism proxy` on spec/openapi.yaml and waits until it listens. Rejects with a UserError when it
 * is not installed or does not start.
 */
export async function startPrism(...command: readonly ["mock"] | readonly ["proxy", upstream: string]) {
  const { script, version } = findPrism();
  const [name, ...upstream] = command;
  const document = require.resolve("orders-kit/openapi.yaml");
  const child = spawn(
    process.execPath,
    // With NODE_ENV=production Prism would fork a worker; its level must be info, or it does not say that it listens.
    [script, name, document, ...upstream, "--port", "0", "--cors=false", "--multiprocess=false", "-v", "info"],
    // Its own process group, to end it whole; an environment without the key.
    { stdio: ["ignore", "pipe", "pipe"], detached: true, env: { PATH: process.env.PATH ?? "" } },
  );
  const output = listen(child);
  const kill = (): void => killGroup(child);
  process.once("exit", kill);
  let over: string | undefined;
  const ended = new Promise<string>((resolve) => {
    const end = (): void => {
      process.off("exit", kill);
      over ??= lastWordsOf(output.text());
      resolve(over);
    };
    child.once("error", end);
    child.once("close", end);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it does not listen after ${START_MS / 1000} s`), START_MS);
  });
  const url = await Promise.race([output.url, Promise.race([ended, late]).then((why) => Promise.reject(why))])
    .catch((why: string) => {
      kill();
      throw PROBLEMS.prismFailed(version, why);
    })
    .finally(() => clearTimeout(timer));
  const close = async (): Promise<void> => {
    kill();
    await ended;
  };
  const prism: PrismProcess = { url, version, pid: child.pid as number, ended, lastWords: () => over, close };
  return prism;
}

/** The command line of the installed Prism; ORDERS_KIT_PRISM names the folder of another one, for the test matrix. */
function findPrism(): { script: string; version: string } {
  const root = process.env.ORDERS_KIT_PRISM ?? "@stoplight/prism-cli";
  try {
    const manifest = require(`${root}/package.json`) as { version: string };
    return { script: require.resolve(`${root}/dist/index.js`), version: manifest.version };
  } catch {
    throw PROBLEMS.prismMissing();
  }
}

/** Its address as soon as it is printed, and the end of what it says. */
function listen(child: ChildProcess): { url: Promise<string>; text: () => string } {
  let text = "";
  const url = new Promise<string>((resolve) => {
    let found = false;
    const take = (chunk: string): void => {
      text = (text + chunk).slice(-4096);
      if (found) return;
      const [, address] = /Prism is listening on (http:\/\/[^\s]+:\d+)/.exec(text) ?? [];
      if (address === undefined) return;
      found = true;
      resolve(address);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", take);
  });
  return { url, text: () => text };
}

/** The line that names an error, or the last one. */
function lastWordsOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const line = lines.findLast((text) => /^\w*Error\b/.test(text)) ?? lines.filter(Boolean).at(-1);
  return line ?? "it ended without a word";
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // Windows has no process groups; elsewhere the group is gone already.
  }
}
