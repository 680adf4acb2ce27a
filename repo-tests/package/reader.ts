/**
 * A reader who follows a section of a page step by step, with an empty folder, the packed package,
 * and a deployment to judge.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ended, environment, outputOf } from "../../contract-tests/testing/servers/processes.ts";
import { startMock } from "../../index.ts";
import { chromiumLaunch } from "../../mock/testing/chromium.ts";
import { parseScenario } from "../../scenarios/index.ts";
import { commandsOf } from "../documents/pages.ts";
import { MANIFEST, ROOT } from "../manifest.ts";

const KEY = "key-of-the-reader-4711";
/** The orders that the pages provide. */
const SCENARIO = parseScenario(
  readFileSync(join(ROOT, "repo-tests/package/deployment.yaml"), "utf8"),
  "deployment.yaml",
);

/**
 * Commands that serve until they are stopped: their default address, and what they print once they
 * serve.
 */
const SERVERS: readonly (readonly [begin: string, address: string, ready: RegExp])[] = [
  ["npx --no-install orders-kit mock", "127.0.0.1:4010", /Ctrl\+C to stop/],
  ["npx --no-install orders-kit proxy", "127.0.0.1:4020", /Ctrl\+C to stop/],
  ["npx vite preview", "localhost:4173", /Local: .*\n/],
  ["npx next dev", "localhost:3000", /Ready in/],
];

interface Browser {
  readonly executablePath?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type Reader = Awaited<ReturnType<typeof openReader>>;

/**
 * `project` has every package that a page tells the reader to install. The reader's folder is
 * inside the project, so the packages are found without links.
 */
export async function openReader(project: string) {
  const folder = mkdtempSync(join(project, "reader-"));
  const deployment = await startMock({ port: 0, apiKeys: [KEY], scenario: SCENARIO });
  const { executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } = {} }: Browser =
    chromiumLaunch();
  const env = {
    ...environment(join(ROOT, "repo-tests/package/bin")),
    READER_NPM: execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim(),
    READER_MODULES: join(project, "node_modules"),
    READER_TARBALL: `../orders-kit/orders-kit-${MANIFEST.version}.tgz`,
    npm_config_loglevel: "error",
    npm_config_update_notifier: "false",
    NEXT_TELEMETRY_DISABLED: "1",
    STORYBOOK_DISABLE_TELEMETRY: "1",
    ...{ CHROMIUM: executablePath, LD_LIBRARY_PATH, FONTCONFIG_PATH },
  };
  /** Replaces what is only an example in the pages: the deployment and its key. */
  const examples = new Map([
    ["https://staging.example/v1", deployment.baseUrl],
    ["https://orders.example/v1", deployment.baseUrl],
    ["http://localhost:8080/v1", deployment.baseUrl],
    ["_KEY=…", `_KEY=${KEY}`],
  ]);
  /** Where a command serves here, by its default address. */
  const addresses = new Map<string, string>();
  const running: ChildProcess[] = [];

  function start(command: string): ChildProcess {
    const text = replaceAll(command, [...examples, ...addresses]);
    // A separate process group, so that a signal also reaches what npx starts.
    const child = spawn("bash", ["-c", text], {
      cwd: folder,
      detached: true,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    return child;
  }

  /**
   * Saves a block. Default addresses stay, because in code the mock answers in the reader's own
   * process.
   */
  function save(name: string, text: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), replaceAll(text, examples));
  }

  async function run(command: string): Promise<void> {
    const { code, stdout, stderr } = await ended(start(command));
    if (code !== 0)
      throw new Error(`${command}\nended with ${code}:\n${`${stdout}${stderr}`.slice(-4000)}`);
  }

  /**
   * Runs the commands of a block; those that serve keep running. Rejects with the output of a
   * command that fails.
   */
  async function follow(block: string): Promise<void> {
    // Each block uses up the provided orders.
    await deployment.useScenario(SCENARIO);
    for (const command of commandsOf(block)) {
      const program = command.replace(/^(\w+=\S+ )*/, "");
      const [, address, ready] = SERVERS.find(([begin]) => program.startsWith(begin)) ?? [];
      if (address === undefined || ready === undefined) await run(command);
      else {
        const output = await outputOf(start(`${command} --port 0`), ready);
        addresses.set(address, /https?:\/\/([^/\s]+)/.exec(output)?.[1] ?? "");
      }
    }
  }

  /** Stops all running commands, as Ctrl+C does. */
  async function close(): Promise<void> {
    const runs = running.filter((child) => child.exitCode === null && child.signalCode === null);
    const closed = runs.map((child) => once(child, "close"));
    for (const { pid } of runs) process.kill(-pid!, "SIGINT");
    await Promise.all([...closed, deployment.close()]);
  }

  save("package.json", `{ "name": "reader", "private": true, "type": "module" }\n`);
  return { folder, save, run, follow, close };
}

function replaceAll(text: string, replacements: Iterable<readonly [string, string]>): string {
  return [...replacements].reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
}
