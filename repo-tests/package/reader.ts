/** A reader who follows a section of a page step by step: an empty folder, the packed package, a deployment to judge. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ended, environment, outputOf } from "../../contract-tests/testing/processes.ts";
import { parseJson } from "../../spec/json/json.ts";
import { commandsOf } from "../documents/pages.ts";

const KEY = "key-of-the-reader-4711";
/** The orders that the pages provide. */
const DEPLOYMENT = `orders:
  list:
${[17, 18, 19, 20].map((id) => `    - { id: ${id}, state: pending, petId: 1, quantity: 1, shipDate: "2026-03-01T09:00:00Z", complete: false }\n`).join("")}\
${[4, 5].map((id) => `    - { id: ${id}, state: shipped, petId: 2, quantity: 1, shipDate: "2026-01-09T08:30:00Z", complete: true }\n`).join("")}`;

/** Commands that serve until they are stopped, in a terminal of their own: where each does unless a port is given, and what it prints then. */
const SERVERS: readonly (readonly [begin: string, address: string, ready: RegExp])[] = [
  ["npx orders-kit mock", "127.0.0.1:4010", /Ctrl\+C to stop/],
  ["npx orders-kit proxy", "127.0.0.1:4020", /Ctrl\+C to stop/],
  ["npx vite preview", "localhost:4173", /Local: .*\n/],
  ["npx next dev", "localhost:3000", /Ready in/],
];

export class Reader {
  readonly folder: string;
  private readonly project: string;
  private readonly bin: string = mkdtempSync(join(tmpdir(), "orders-kit-npm-"));
  private readonly running: ChildProcess[] = [];
  /** What the pages only give an example of, by its text: the deployment and its key. */
  private readonly examples = new Map<string, string>();
  /** By the default address of a command that serves: where it serves here. */
  private readonly addresses = new Map<string, string>();
  private resetUrl: string | undefined;
  private readonly variables: Record<string, string> = {};

  /** `project` has every package that a page tells the reader to install, and is not changed. */
  static linkedTo(project: string): Reader {
    const reader = new Reader(mkdtempSync(join(tmpdir(), "orders-kit-reader-")), project);
    const nodeModules = join(project, "node_modules");
    // A folder of its own, in which Vite has its cache: of two servers with one cache, each replaces the files of the other, and
    // a page that asks for one of them in that moment gets 504 and stays empty.
    mkdirSync(join(reader.folder, "node_modules"));
    for (const name of readdirSync(nodeModules).filter((name) => !name.startsWith(".vite")))
      symlinkSync(join(nodeModules, name), join(reader.folder, "node_modules", name));
    return reader;
  }

  /** In a folder of the project, from which its packages are found without links. */
  static inside(project: string): Reader {
    return new Reader(mkdtempSync(join(project, "reader-")), project);
  }

  private constructor(folder: string, project: string) {
    this.folder = folder;
    this.project = project;
    this.write("package.json", `{ "name": "reader", "private": true, "type": "module" }\n`);
    writeFileSync(join(this.bin, "npm"), npmScript(join(project, "node_modules")));
    chmodSync(join(this.bin, "npm"), 0o755);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** For the commands that follow; their PATH stays. */
  setVariables({ PATH: _, ...variables }: Readonly<Record<string, string>>): void {
    Object.assign(this.variables, variables);
  }

  /** Saves a block. Default addresses stay in it: in code, the mock answers in the reader's own process. */
  save(name: string, text: string): void {
    this.write(name, replaceAll(text, this.examples));
  }

  /** Starts a deployment, in place of those that the pages name. */
  async deploy(): Promise<void> {
    writeFileSync(join(this.bin, "deployment.yaml"), DEPLOYMENT);
    const child = this.start(
      `${this.project}/node_modules/.bin/orders-kit mock --port 0 --json --api-key ${KEY} --scenario ${join(this.bin, "deployment.yaml")}`,
    );
    const { baseUrl, adminUrl } = parseJson((await outputOf(child, /\{.*\}/)).trim()) as unknown as {
      baseUrl: string;
      adminUrl: string;
    };
    this.resetUrl = `${adminUrl}/reset`;
    this.examples.set("https://staging.example/v1", baseUrl);
    this.examples.set("https://orders.example/v1", baseUrl);
    this.examples.set("_KEY=…", `_KEY=${KEY}`);
  }

  /** Runs the commands of a block; those that serve keep running. Rejects with the output of one that fails. */
  async follow(block: string): Promise<void> {
    // The orders that were provided are spent by each block.
    if (this.resetUrl !== undefined) await fetch(this.resetUrl, { method: "POST" });
    for (const command of commandsOf(block)) {
      const program = command.replace(/^(\w+=\S+ )*/, "");
      const server = SERVERS.find(([begin]) => program.startsWith(begin));
      if (server === undefined) await this.run(command);
      else {
        const [, address, ready] = server;
        const output = await outputOf(this.start(this.inCommand(`${command} --port 0`)), ready);
        this.addresses.set(address, /https?:\/\/([^/\s]+)/.exec(output)?.[1] ?? "");
      }
    }
  }

  async run(command: string): Promise<void> {
    const { code, stdout, stderr } = await ended(this.start(this.inCommand(command)));
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${`${stdout}${stderr}`.slice(-4000)}`);
  }

  /** Stops what runs, as Ctrl+C does, and removes the folders. */
  async close(): Promise<void> {
    await Promise.all(
      this.running.map(
        (child) =>
          new Promise<void>((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) return resolve();
            child.once("close", () => resolve());
            process.kill(-(child.pid as number), "SIGINT");
          }),
      ),
    );
    for (const folder of [this.folder, this.bin]) rmSync(folder, { recursive: true, force: true });
  }

  private inCommand(text: string): string {
    return replaceAll(text, new Map([...this.examples, ...this.addresses]));
  }

  private start(command: string): ChildProcess {
    const child = spawn("bash", ["-c", command], {
      cwd: this.folder,
      // A group of its own, so that a signal reaches what npx starts.
      detached: true,
      env: {
        ...environment(this.bin),
        npm_config_loglevel: "error",
        npm_config_update_notifier: "false",
        NEXT_TELEMETRY_DISABLED: "1",
        STORYBOOK_DISABLE_TELEMETRY: "1",
        ...this.variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.running.push(child);
    return child;
  }
}

function replaceAll(text: string, replacements: ReadonlyMap<string, string>): string {
  return [...replacements].reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
}

/** npm, except that `npm install` only checks that the packages are installed. */
function npmScript(nodeModules: string): string {
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  return `#!/bin/sh
[ "$1" = install ] || exec ${npm} "$@"
shift
for name; do
  case $name in -*) continue ;; esac
  [ -d ${JSON.stringify(nodeModules)}/"$name" ] || { echo "$name is not among the CONSUMERS of installation.ts"; exit 1; }
done
`;
}
