/** The image of the mock without an engine: the build's commands run in folders of this machine, and the mock from there. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, expect } from "playwright/test";
import { ROOT } from "../contract-tests/whole-way.ts";
import { argumentsOf, context, entrypoint } from "./dockerfile.ts";
import { ended, environment, launch } from "./package/consumer.ts";

/** What the image holds, by its path in there. */
const INSTALLED = "/opt/orders-kit";
const NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child"];

const folder = (name: string): string => mkdtempSync(join(tmpdir(), `orders-kit-${name}-`));

/** Resolves with the folder that stands for INSTALLED. */
async function buildImage(): Promise<string> {
  const [source, installed] = [folder("source"), folder("installed")];
  for (const file of context()) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(join(ROOT, file), join(source, file));
  }
  for (const command of argumentsOf("RUN", 0)) {
    // What the lockfile says is installed here already.
    if (command.startsWith("npm ci")) symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
    else {
      const script = command.replaceAll("/source", source).replaceAll(INSTALLED, installed);
      const env = { ...environment(), npm_config_prefer_offline: "true" };
      const { code, stderr } = await ended(launch("sh", ["-c", script], source, env));
      expect(code, stderr).toBe(0);
    }
  }
  rmSync(source, { recursive: true });
  return installed;
}

export interface Container {
  readonly port: number;
  /** Sends a signal to the container's first process. Resolves with its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** `as`: whether the process is the first of a namespace of its own, number 1, as in a container; that takes rights. */
type StartContainer = (argv: string[], as?: "any" | "first") => Promise<Container>;

export const test = base.extend<{ startContainer: StartContainer }, { image: string }>({
  image: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
    async ({}, use) => {
      const image = await buildImage();
      await use(image);
      rmSync(image, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  startContainer: async ({ image }, use) => {
    const started: ChildProcess[] = [];
    await use(async (argv, as = "any") => {
      const command = [...entrypoint.map((word) => word.replace(INSTALLED, image)), ...argv, "--port", "0", "--json"];
      const [program = "", ...rest] = as === "first" ? [...NAMESPACE, ...command] : command;
      const child = launch(program, rest, folder("test"), environment());
      started.push(child);
      const { baseUrl } = JSON.parse(await firstLine(child));
      expect(baseUrl).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/v1$/);
      const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
      return {
        port: Number(new URL(baseUrl).port),
        stop: (signal) => {
          process.kill(as === "first" ? childOf(child) : (child.pid ?? 0), signal);
          return exited;
        },
      };
    });
    for (const child of started) child.kill("SIGKILL");
  },
});

function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) throw new Error("There is no output to read.");
    createInterface({ input: stdout }).once("line", resolve);
    stderr?.once("data", (chunk) => reject(new Error(String(chunk))));
  });
}

/** The process number, seen from here, of what runs in the namespace. */
function childOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
}

/** Whether this machine lets the test open a namespace. */
export function hasNamespaces(): boolean {
  const [program = "", ...argv] = NAMESPACE;
  return spawnSync(program, [...argv, "true"]).status === 0;
}
