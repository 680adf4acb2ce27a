/** Stoplight's Prism as a child process: found in node_modules, started on a free port, killed with its process group. */
import { once } from "node:events";
import { createRequire } from "node:module";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { signalGroup, spawnGroup } from "../processes/process-group.ts";

const require = createRequire(import.meta.url);

/** However the parent ends, its end of the pipe is closed. */
const END_WITH_PARENT =
  "data:text/javascript,process.stdin.resume().once('close', () => process.exit())";
/** On an idle machine Prism starts in 1 to 2 seconds. */
const START_TIMEOUT_MS = 60_000;

/**
 * Starts `prism proxy` with spec/openapi.yaml and waits until it listens. `ended` resolves with its last output once the process has
 * ended, for any reason. Rejects with a UserError when it is not installed or does not start.
 */
export async function startPrism(upstream: string) {
  const { script, version } = findPrism();
  const document = require.resolve("orders-kit/openapi.yaml");
  // With NODE_ENV=production Prism would fork a worker; below the level info it does not print that it listens.
  const flags = ["--port", "0", "--cors=false", "--multiprocess=false", "-v", "info"];
  const child = spawnGroup(
    process.execPath,
    ["--import", END_WITH_PARENT, script, "proxy", document, upstream, ...flags],
    // An environment without the key. Windows needs SystemRoot to open a socket.
    { stdio: "pipe", env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot } },
  );
  const kill = (): void => signalGroup(child, "SIGKILL");
  let output = "";
  // An error of the start is an end as well.
  const ended = once(child, "close")
    .catch(() => undefined)
    .then(() => lastLineOf(output));
  const listening = new Promise<string>((resolve, reject) => {
    const readAddress = (chunk: string): void => {
      output = (output + chunk).slice(-4096);
      const [, address] = /Prism is listening on (http:\/\/[^\s]+:\d+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", readAddress);
    void ended.then(reject);
    setTimeout(
      () => reject(`it does not listen after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    ).unref();
  });
  const url = await listening.catch((why: string) => {
    kill();
    throw USER_ERRORS.prismFailed(version, why);
  });
  const close = async (): Promise<void> => {
    kill();
    await ended;
  };
  return { url, version, pid: child.pid as number, ended, close };
}

/** The script of the installed Prism. ORDERS_KIT_PRISM names the folder of another one, for the test matrix. */
function findPrism(): { script: string; version: string } {
  const root = process.env.ORDERS_KIT_PRISM ?? "@stoplight/prism-cli";
  try {
    const manifest = require(`${root}/package.json`) as { version: string };
    return { script: require.resolve(`${root}/dist/index.js`), version: manifest.version };
  } catch {
    throw USER_ERRORS.prismMissing();
  }
}

/** The last line that names an error, or the last line. */
function lastLineOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const line = lines.findLast((text) => /^\w*Error\b/.test(text)) ?? lines.filter(Boolean).at(-1);
  return line ?? "it printed nothing";
}
