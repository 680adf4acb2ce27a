/**
 * The tests of the referee and of the proxy on the newest Prism and Node 24: `node dist/contract-tests/prism/matrix.js`. Both come
 * from the registry into a folder of their own, so that `npm ci` stays what it is. The pinned Prism on this Node is `npm test`.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

const NODE_MAJOR = 24;
const PLATFORMS: Readonly<Record<string, string>> = { linux: "linux", darwin: "darwin", win32: "win" };

/** Resolves with the exit code. */
function run(command: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function install(folder: string, wanted: string, env: NodeJS.ProcessEnv): Promise<void> {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run("npm", ["install", "--prefix", folder, ...quiet, wanted], env);
  if (code !== 0) throw new Error(`npm install ${wanted} ended with ${code}.`);
}

const folder = await mkdtemp(join(tmpdir(), "prism-matrix-"));
try {
  const platform = `node-${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  await install(folder, `${platform}@${NODE_MAJOR}`, {});
  const bin = join(folder, "node_modules", platform, "bin");
  // npm chooses versions by the Node that runs it: the newest Prism needs the newer one.
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
  await install(folder, "@stoplight/prism-cli@latest", env);
  const newest = join(folder, "node_modules/@stoplight/prism-cli");
  const { version } = JSON.parse(await readFile(join(newest, "package.json"), "utf8")) as { version: string };

  const playwright = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  const tests = ["test", "--reporter=dot", "contract-tests/prism", "contract-tests/proxy"];
  const outcomes: string[] = [];
  for (const [prism, root] of [
    ["the pinned Prism", undefined],
    [`Prism ${version}`, newest],
  ] as const) {
    const code = await run("node", [playwright, ...tests], {
      ...env,
      ...(root !== undefined && { ORDERS_KIT_PRISM: root }),
    });
    outcomes.push(`Node ${NODE_MAJOR}, ${prism}: ${code === 0 ? "passed" : "failed"}`);
    if (code !== 0) process.exitCode = 1;
  }
  process.stdout.write(`${outcomes.join("\n")}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
