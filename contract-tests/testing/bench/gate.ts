/** Measures a whole run of the gate against an empty Playwright run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alternate, type Measurement, measurement } from "../../../mock/bench/measurement.ts";
import { CLI, durationOf, ROOT, script } from "../../../mock/bench/servers.ts";

export async function gate(): Promise<Measurement[]> {
  const report = mkdtempSync(join(tmpdir(), "orders-kit-bench-"));
  const verify = [CLI, "verify", "mock", "--report", report];
  const config = script("contract-tests/testing/bench/empty.config.js");
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
    async () => (await durationOf(verify)) / 1000,
    async () => (await durationOf(empty)) / 1000,
  );
  rmSync(report, { recursive: true });
  const described = {
    id: "gate",
    what: "verify of the local mock, whole",
    baseline: "an empty run of Playwright",
  };
  return [measurement({ ...described, unit: "s", max: 0.6 }, rounds)];
}
