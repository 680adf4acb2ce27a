/** What an installed package must be able to do, on every Node and with every version of its peers. */
import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "../../contract-tests/report/report.ts";
import { outputOf } from "../../contract-tests/testing/processes.ts";
import type { Consumer } from "./installation.ts";

/** Each rejects when the package cannot do it. */
export const TRIALS: Readonly<Record<string, (consumer: Consumer) => Promise<void>>> = {
  imports: async ({ run }) => {
    const { code, stderr } = await run("node", "imports.js");
    assert.equal(code, 0, stderr);
  },
  /** A program that uses every export, in both module resolutions, and a page without the types of Node. */
  types: async ({ run }) => {
    const projects = ["nodenext", "bundler", "page"].map((name) => `tsconfig.${name}.json`);
    for (const { stdout } of await Promise.all(
      projects.map((project) => run("tsc", "--project", project)),
    )) {
      const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
      // The types of a peer may need a newer TypeScript than ours do.
      const ours = errors.filter((line) => !/^node_modules\/(?!orders-kit\/)/.test(line));
      assert.deepEqual(ours, []);
    }
  },
  init: async ({ run, folder }) => {
    const { code, stderr } = await run("orders-kit", "init", "public");
    assert.equal(code, 0, stderr);
    const [own, copied] = await Promise.all(
      ["node_modules/msw/lib", "public"].map((place) =>
        readFile(join(folder, place, "mockServiceWorker.js"), "utf8"),
      ),
    );
    assert.ok(copied === own, "The script is not that of the installed msw.");
  },
  mock: async (consumer) => {
    const child = consumer.start("orders-kit", "mock", "--port", "0", "--json");
    const ended = new Promise((resolve) =>
      child.once("exit", (code, signal) => resolve(code ?? signal)),
    );
    try {
      const { baseUrl, orders } = JSON.parse(await outputOf(child, /\{.*\}\n/));
      const call = (method: string, path: string): Promise<Response> =>
        fetch(baseUrl + path, { method, headers: { authorization: "Bearer demo-key" } });
      const list = await (await call("GET", "/store/orders")).text();
      assert.ok(list.includes(`"id":${orders.pending[0]},`));
      assert.equal((await call("DELETE", `/store/orders/${orders.pending[0]}`)).status, 204);
      assert.equal((await call("DELETE", `/store/orders/${orders.shipped[0]}`)).status, 409);
      assert.equal((await fetch(new URL("/__admin/", baseUrl))).status, 200);
    } finally {
      child.kill("SIGTERM");
    }
    assert.equal(await ended, 0);
  },
  "verify mock": (consumer) => verify(consumer, "mock"),
  "verify msw": (consumer) => verify(consumer, "msw"),
  "through Prism": (consumer) => verify(consumer, "mock", "--through-prism"),
};

async function verify({ run, folder }: Consumer, ...argv: string[]): Promise<void> {
  const reports = await mkdtemp(join(folder, "report-"));
  const { code, stdout, stderr } = await run(
    "orders-kit",
    "verify",
    ...argv,
    "--require-proven",
    "--report",
    reports,
  );
  assert.equal(code, 0, `verify ends with ${code}: ${stderr || stdout}`);
  const report = JSON.parse(await readFile(join(reports, "report.json"), "utf8")) as Report;
  assert.equal(report.verdict, "conforms");
  assert.deepEqual(report.broken, []);
}
