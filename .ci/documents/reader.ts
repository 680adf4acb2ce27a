/** A reader who follows a section step by step: an empty folder, the packed package, a deployment of their own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseJson } from "../../spec/json.ts";
import { environment, ROOT } from "../package/consumer.ts";

const KEY = "key-of-the-reader-4711";
/** Orders by the numbers that the pages hand over. */
const DEPLOYMENT = `orders:
  list:
${[17, 18, 19, 20].map((id) => `    - { id: ${id}, state: pending, petId: 1, quantity: 1, shipDate: "2026-03-01T09:00:00Z", complete: false }\n`).join("")}\
${[4, 5].map((id) => `    - { id: ${id}, state: shipped, petId: 2, quantity: 1, shipDate: "2026-01-09T08:30:00Z", complete: true }\n`).join("")}`;

/** A command that serves until it is told to end: the reader gives it a terminal of its own. */
const SERVES = /^npx orders-kit (mock|proxy)\b/;
/** Where it serves, for readers who do not choose a port. */
const PORTS: Readonly<Record<string, string>> = { mock: "127.0.0.1:4010", proxy: "127.0.0.1:4020" };

/** `npm` as the reader has it, but that orders-kit is the packed one. */
function npmFor(tarball: string, folder: string): void {
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  writeFileSync(
    join(folder, "npm"),
    `#!/bin/sh
for given; do
  shift
  if [ "$given" = orders-kit ]; then given=${JSON.stringify(tarball)}; fi
  set -- "$@" "$given"
done
exec ${npm} "$@"
`,
  );
  chmodSync(join(folder, "npm"), 0o755);
}

export class Reader {
  readonly folder: string = mkdtempSync(join(tmpdir(), "orders-kit-reader-"));
  private readonly bin: string = mkdtempSync(join(tmpdir(), "orders-kit-npm-"));
  private readonly running: ChildProcess[] = [];
  /** What stands in the pages, and what stands for it here. */
  private readonly places = new Map<string, string>();
  private resetUrl: string | undefined;
  private readonly variables: Record<string, string> = {};

  constructor(tarball: string) {
    npmFor(tarball, this.bin);
    this.write("package.json", `{ "name": "reader", "private": true, "type": "module" }\n`);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** For what the reader starts from now on; the path to npm stays. */
  setVariables({ PATH: _, ...variables }: Readonly<Record<string, string>>): void {
    Object.assign(this.variables, variables);
  }

  /** Replaces what a page can only give an example of. */
  localized(text: string): string {
    return [...this.places].reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
  }

  /** A deployment with orders for the gate, in the place of those that the pages name. */
  async deploy(): Promise<void> {
    writeFileSync(join(this.bin, "deployment.yaml"), DEPLOYMENT);
    const flags = ["mock", "--port", "0", "--json", "--api-key", KEY, "--scenario", join(this.bin, "deployment.yaml")];
    const child = this.start([process.execPath, join(ROOT, "dist/cli.js"), ...flags].join(" "));
    const { baseUrl, adminUrl } = parseJson((await saying(child, /\{.*\}/)).trim()) as unknown as {
      baseUrl: string;
      adminUrl: string;
    };
    this.resetUrl = `${adminUrl}/reset`;
    this.places.set("https://staging.example/v1", baseUrl);
    this.places.set("https://orders.example/v1", baseUrl);
    this.places.set("_KEY=…", `_KEY=${KEY}`);
  }

  /** The commands of a block, one after the other; those that serve stay. Throws with what one said when it fails. */
  async follow(block: string): Promise<void> {
    // Orders that were handed over are spent: for the next block there are new ones.
    if (this.resetUrl !== undefined) await fetch(this.resetUrl, { method: "POST" });
    for (const command of commandsOf(block)) {
      const [, serving] = SERVES.exec(command.replace(/^(\w+=\S+ )*/, "")) ?? [];
      if (serving === undefined) await this.run(command);
      else {
        const said = await saying(
          this.start(this.localized(`${command} --port 0`)),
          /http:\/\/(\S+)\/v1[\s\S]*Ctrl\+C ends it/,
        );
        const address = /http:\/\/([^/\s]+)/.exec(said)?.[1] ?? "";
        this.places.set(PORTS[serving] ?? "", address);
      }
    }
  }

  async run(command: string): Promise<void> {
    const child = this.start(this.localized(command));
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += chunk;
      });
    const code = await new Promise((resolve) => child.once("close", resolve));
    if (code !== 0) throw new Error(`${command}\nends with ${code}:\n${said.slice(-4000)}`);
  }

  /** As Ctrl+C does, and in the end without trace. */
  async leave(): Promise<void> {
    await Promise.all(
      this.running.map(
        (child) =>
          new Promise<void>((ended) => {
            if (child.exitCode !== null || child.signalCode !== null) return ended();
            child.once("close", () => ended());
            process.kill(-(child.pid as number), "SIGINT");
          }),
      ),
    );
    for (const folder of [this.folder, this.bin]) rmSync(folder, { recursive: true, force: true });
  }

  private start(command: string): ChildProcess {
    const child = spawn("bash", ["-c", command], {
      cwd: this.folder,
      // A group of its own, so that a signal reaches what npx starts.
      detached: true,
      env: {
        ...environment(this.bin),
        npm_config_audit: "false",
        npm_config_fund: "false",
        npm_config_loglevel: "error",
        npm_config_prefer_offline: "true",
        npm_config_update_notifier: "false",
        ...this.variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.running.push(child);
    return child;
  }
}

/** Commands, one a line, or on several that end in a backslash; without their comments. */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*/, "").trim())
    .filter((line) => line !== "");
}

/** What a command has said, once that holds what one waits for. */
function saying(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        said += chunk;
        if (wanted.test(said)) resolve(said);
      });
    child.once("close", () => reject(new Error(`It ended:\n${said}`)));
  });
}
