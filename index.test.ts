/** The package put together, as it is installed: the gate on a mock that makes trouble. `npm test` has built it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { type Report, startMock } from "./index.ts";
import { scenarios } from "./scenarios/index.ts";

const cli = fileURLToPath(new URL("./dist/cli.js", import.meta.url));

/** What `orders-kit verify` finds. */
async function verified(...argv: string[]): Promise<Report> {
  const cwd = await mkdtemp(join(tmpdir(), "orders-kit-verify-"));
  try {
    return await new Promise((resolve, reject) => {
      const env = { PATH: process.env.PATH, ORDERS_API_KEY: "demo-key" };
      execFile(process.execPath, [cli, "verify", ...argv, "--json"], { cwd, env }, (_error, stdout, stderr) => {
        // The exit code is part of what is judged: the report holds the verdict.
        if (stdout === "") reject(new Error(stderr));
        else resolve(JSON.parse(stdout));
      });
    });
  } finally {
    await rm(cwd, { recursive: true });
  }
}

for (const status of [429, 503])
  test(`a service that answers every tenth call with ${status} and Retry-After is judged all the same`, async () => {
    test.setTimeout(90_000);
    const scenario = { ...scenarios["rate-limited"]!, faults: [{ every: 10, status, retryAfter: 0 }] };
    const mock = await startMock({ port: 0, scenario });
    try {
      const pending = mock.orders("pending").ids.slice(0, 4);
      const [shipped] = mock.orders("shipped").ids;
      const ids = [...pending.flatMap((id) => ["--pending", String(id)]), "--shipped", String(shipped)];
      const report = await verified(mock.baseUrl, ...ids);
      expect(report.clauses.filter(({ verdict }) => verdict !== "held")).toEqual([]);
      expect(report.verdict).toBe("conforms");
    } finally {
      await mock.close();
    }
  });
