/** Benchmarks of the gate: a whole run, compared with an empty run of Playwright, and lists of a million orders. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { bodyOf, KEY } from "../../mock/bench/calls.ts";
import { type Measurement, measurement } from "../../mock/bench/measurement.ts";
import { CLI, type MockServer, mockServer, processTreeMemory, script } from "../../mock/bench/processes.ts";
import { alternate } from "../../mock/bench/rounds.ts";

const run = promisify(execFile);
const playwright = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");

/** The duration of a command of Node. */
export async function seconds(args: readonly string[]): Promise<number> {
  const start = performance.now();
  await run(process.execPath, args, { env: { ...process.env, ORDERS_API_KEY: KEY } });
  return (performance.now() - start) / 1000;
}

const most = (value: number) => ({ at: "most", value }) as const;

export async function gate(): Promise<Measurement[]> {
  const report = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const verify = [CLI, "verify", "mock", "--report", report];
  const empty = [playwright, "test", "--config", script("contract-tests/bench/empty.config.js"), "--output", report];
  try {
    const rounds = await alternate(
      7,
      () => seconds(verify),
      () => seconds(empty),
    );
    const described = { id: "gate", what: "verify of the local mock, whole", baseline: "an empty run of Playwright" };
    return [measurement({ ...described, unit: "s", measure: "×", target: most(0.6) }, rounds)];
  } finally {
    rmSync(report, { recursive: true });
  }
}

interface Judged {
  readonly ms: number;
  readonly peakMb: number;
}

/** Judges the list of a million orders from its bytes, then runs verify against the server that has it. */
export async function million(): Promise<Measurement[]> {
  const server = await mockServer(1_000_000);
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const file = join(folder, "list");
  const judging = (judge: string) => async (): Promise<Judged> => {
    const { stdout } = await run(process.execPath, [script("contract-tests/bench/judging.js"), judge, "1", file]);
    return JSON.parse(stdout);
  };
  try {
    writeFileSync(file, await bodyOf(server.url, "GET", "/store/orders"));
    const rounds = await alternate(5, judging("gate"), judging("ajv"));
    const verified = await verifyWatched(server, folder);
    const whole = "verify of a server with 1,000,000 orders";
    const of = (value: (judged: Judged) => number) =>
      rounds.map(({ ours, base }) => ({ ours: value(ours), base: value(base) }));
    const list = { baseline: "JSON.parse and a compiled ajv" } as const;
    return [
      measurement(
        { id: "million-judged", what: "1,000,000 orders judged", ...list, unit: "ms", measure: "×", target: most(3) },
        of(({ ms }) => ms),
      ),
      measurement(
        { id: "million-memory", what: "memory of that", unit: "MB", measure: "=", target: most(1000) },
        rounds.map(({ ours: { peakMb } }) => ({ ours: peakMb })),
      ),
      measurement({ id: "million-verify", what: `${whole}, whole`, unit: "s", measure: "=" }, [
        { ours: verified.seconds },
      ]),
      measurement(
        {
          id: "million-verify-memory",
          what: `${whole}, memory of all its processes`,
          unit: "MB",
          measure: "=",
          target: most(500),
        },
        [{ ours: verified.mb }],
      ),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A run that cancels orders, and the peak memory of all its processes together. */
async function verifyWatched({ url, orders }: MockServer, report: string): Promise<{ seconds: number; mb: number }> {
  const ids = orders.pending.slice(0, 4).flatMap((id) => ["--pending", id]);
  const args = ["verify", url, ...ids, "--shipped", orders.shipped[0]!, "--report", report, "--require-proven"];
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ORDERS_API_KEY: KEY },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let mb = 0;
  const timer = setInterval(() => {
    mb = Math.max(mb, processTreeMemory(child.pid!));
  }, 200);
  const [code] = await once(child, "exit");
  clearInterval(timer);
  if (code !== 0) throw new Error(`verify ended with ${code}`);
  return { seconds: (performance.now() - start) / 1000, mb };
}
