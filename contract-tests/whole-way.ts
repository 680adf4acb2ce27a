/** For tests of the whole way: processes that judge a deployment, and a search for its key in all that they leave behind. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Deployment, startDeployment } from "./corpus/deployment.ts";
import type { Service } from "./corpus/service.ts";
import { sound } from "./corpus/variant.ts";
import type { Report } from "./report.ts";

/** Different in each of its forms, and in each letter case. */
export const KEY = "sk/live+Very=Distinctive~Key";
/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The folder of the reports. */
  readonly dir: string;
  /** Of report.json; undefined when there is none. */
  readonly report: Report | undefined;
}

export interface Start {
  /** The reports' folder by default. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart?: (pid: number) => void;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "orders-kit-test-"));

/** `orders-kit verify`, as it is built in dist/. The key is in its environment only when `env` puts it there. */
export function verify(argv: readonly string[], start: Start = {}): Promise<Ended> {
  const dir = temporaryFolder();
  return run([join(ROOT, "dist/cli.js"), "verify", ...argv, "--report", dir], dir, start);
}

/** `orders-kit compare`, likewise. */
export function compareWay(argv: readonly string[], start: Start = {}): Promise<Ended> {
  const dir = temporaryFolder();
  return run([join(ROOT, "dist/cli.js"), "compare", ...argv, "--report", dir], dir, start);
}

/** Playwright's own command, in the package's folder. */
export function playwright(argv: readonly string[], { env = {}, ...start }: Start = {}): Promise<Ended> {
  const dir = temporaryFolder();
  const cli = join(ROOT, "node_modules/playwright/cli.js");
  return run([cli, ...argv], dir, { cwd: ROOT, env: { ORDERS_KIT_REPORT: dir, ...env }, ...start });
}

async function run(argv: readonly string[], dir: string, { cwd, env = {}, onStart }: Start): Promise<Ended> {
  // Neither a key of the user nor the Playwright that runs the tests has a say in this one.
  const own = Object.entries(process.env).filter(([name]) => !/^(ORDERS_|PLAYWRIGHT_|PW_|TEST_)/.test(name));
  const child = spawn(process.execPath, argv, {
    env: { ...Object.fromEntries(own), ...env },
    cwd: cwd ?? dir,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart?.(child.pid ?? 0);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const path = join(dir, "report.json");
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;
  return { code, stdout, stderr, dir, report };
}

export const handOver = ({ baseUrl, pending, shipped }: Deployment): string[] => [
  baseUrl,
  ...pending.flatMap((id) => ["--pending", String(id)]),
  ...shipped.flatMap((id) => ["--shipped", String(id)]),
];

/** A sound deployment with one thing changed. */
export function deployed(change: (service: Service) => void = () => {}, mode?: "read-only"): Promise<Deployment> {
  return startDeployment({ ...sound("recorded", "records", "for a test", change), key: KEY }, mode);
}

/** Makes a deployment repeat the key, in several forms, wherever it can; and break a clause, so that it is quoted. */
export function tellTales(service: Service): void {
  const { answer } = service;
  const said = `not ${KEY}, nor ${Buffer.from(`user:${KEY}`).toString("base64")}, nor ${encodeURIComponent(KEY)}`;
  service.answer = async (request) => {
    const reply = await answer(request);
    const given = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
    const told = { ...reply, headers: [...reply.headers, ["X-Debug", `${given} ${said}`] as const] };
    if (reply.status !== 401 && reply.status !== 404) return told;
    const body = JSON.stringify({ code: 7, message: `${said} ${given}`, status: reply.status });
    return { ...told, body: Buffer.from(body) };
  };
}

function everyForm(key: string): string[] {
  const bytes = Buffer.from(key);
  const hex = [...bytes].map((byte) => `%${byte.toString(16)}`).join("");
  const base64 = [key, `${key}:`, `user:${key}`].map((text) => Buffer.from(text).toString("base64").replace(/=+$/, ""));
  const percent = [encodeURIComponent(key), hex, hex.toUpperCase()];
  // Most of the key is as bad as the key.
  return [key, key.slice(0, -1), key.slice(1), bytes.toString("base64url"), ...base64, ...percent];
}

/** The first form of the key that stands in a text. */
export const keyIn = (text: string): string | undefined => everyForm(KEY).find((form) => text.includes(form));

/** Where the key stands in what a process wrote: to its streams, and to files in folders. */
export function leaksOf({ stdout, stderr, dir }: Ended, ...folders: string[]): string[] {
  const files = [dir, ...folders].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), "latin1")] as const),
  );
  const texts = [["stdout", stdout] as const, ["stderr", stderr] as const, ...files];
  return texts.flatMap(([name, text]) => (keyIn(text) === undefined ? [] : [`${name}: ${keyIn(text)}`]));
}

/** Looks, at every request that the service gets, at what the processes below one can see of their environment. */
export class Watch {
  /** Of each process that was ever there: its environment and its command line. */
  readonly seen = new Map<number, string>();
  root = 0;

  on(service: Service): void {
    const { answer } = service;
    service.answer = (request) => {
      for (const pid of descendants(this.root))
        this.seen.set(pid, `${this.seen.get(pid) ?? ""}${readProc(pid, "environ")}\n${readProc(pid, "cmdline")}`);
      return answer(request);
    };
  }
}

/** The processes below one, itself not among them. Linux only. */
function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const parent = /^\d+$/.test(name) ? /^PPid:\s*(\d+)/m.exec(readProc(Number(name), "status"))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return ""; // It ended meanwhile.
  }
}
