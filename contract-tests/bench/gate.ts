/** A whole run of the gate, compared with an empty run of Playwright. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { alternate, type Measurement, measurement } from "../../mock/bench/measurement.ts";
import { CLI, ROOT, script } from "../../mock/bench/servers.ts";

/** The duration of a command of Node. */
async function seconds(args: readonly string[]): Promise<number> {
  const start = performance.now();
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ORDERS_API_KEY: "demo-key" },
  });
  return (performance.now() - start) / 1000;
}

export async function gate(): Promise<Measurement[]> {
  const report = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const verify = [CLI, "verify", "mock", "--report", report];
  const config = script("contract-tests/bench/empty.config.js");
  const empty = [
    join(ROOT, "node_modules/playwright/cli.js"),
    "test",
    "--config",
    config,
    "--output",
    report,
  ];
  const rounds = await alternate(
    7,
    () => seconds(verify),
    () => seconds(empty),
  );
  rmSync(report, { recursive: true });
  const described = {
    id: "gate",
    what: "verify of the local mock, whole",
    baseline: "an empty run of Playwright",
  };
  return [measurement({ ...described, unit: "s", max: 0.6 }, rounds)];
}
