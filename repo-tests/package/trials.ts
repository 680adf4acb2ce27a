/**
 * Trials that an installed package must pass, on every Node and with every version of its peers.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "../../contract-tests/report/schema.ts";
import { outputOf } from "../../contract-tests/testing/servers/processes.ts";
import type { Consumer } from "./installation.ts";

/** Each trial rejects if the package fails it. */
export const TRIALS: Readonly<Record<string, (consumer: Consumer) => Promise<void>>> = {
  imports: async ({ run }) => {
    const { code, stderr } = await run("node", "imports.js");
    assert.equal(code, 0, stderr);
  },
  /**
   * Compiles a program that uses every entry, in both module resolutions, and a page without Node's
   * types.
   */
  types: async ({ run }) => {
    for (const project of ["nodenext", "bundler", "page"]) {
      const { stdout } = await run("tsc", "--project", `tsconfig.${project}.json`);
      const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
      // The types of a peer may need a newer TypeScript than ours do.
      const ours = errors.filter((line) => !/^node_modules\/(?!orders-kit\/)/.test(line));
      assert.deepEqual(ours, []);
    }
  },
  mock: async ({ start }) => {
    const child = start("orders-kit", "mock", "--port", "0", "--json");
    const { baseUrl, orders } = JSON.parse(await outputOf(child, /\{.*\}\n/));
    const headers = { authorization: "Bearer demo-key" };
    const cancel = async (id: string): Promise<number> =>
      (await fetch(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers })).status;
    assert.equal(await cancel(orders.pending[0]), 204);
    assert.equal(await cancel(orders.shipped[0]), 409);
    assert.equal((await fetch(new URL("/__admin/", baseUrl))).status, 200);
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
  },
  "verify mock": (consumer) => verify(consumer, "mock"),
  "verify msw": (consumer) => verify(consumer, "msw"),
  "through Prism": (consumer) => verify(consumer, "mock", "--through-prism"),
};

async function verify({ run, folder }: Consumer, ...argv: string[]): Promise<void> {
  const reports = await mkdtemp(join(folder, "report-"));
  const all = ["verify", ...argv, "--require-proven", "--report", reports];
  const { code, stdout, stderr } = await run("orders-kit", ...all);
  assert.equal(code, 0, `verify ends with ${code}: ${stderr || stdout}`);
  const report = JSON.parse(await readFile(join(reports, "report.json"), "utf8")) as Report;
  assert.equal(report.verdict, "conforms");
  assert.deepEqual(report.broken, []);
}
