/** The template for GitLab: its job runs in a shell as GitLab's runner runs one, with the package as npm installs it. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { deployed, KEY, keyIn, ROOT } from "../contract-tests/whole-way.ts";
import type { Texts } from "./expressions.ts";
import { ended, environment, launch, MANIFEST } from "./package/consumer.ts";
import { expect, test } from "./package/installed.ts";

const { ".orders-kit": job, ...others } = parse(
  readFileSync(join(ROOT, "examples/ci/orders-kit.gitlab-ci.yml"), "utf8"),
) as {
  readonly ".orders-kit": {
    readonly image: string;
    readonly variables: Texts;
    readonly script: readonly string[];
    readonly artifacts: {
      readonly when: string;
      readonly reports: { readonly junit: string };
      readonly expose_as: string;
      readonly paths: readonly string[];
    };
  };
};
const REPORTS = ["index.html", "junit.xml", "report.json", "summary.md"];

// In one worker, which packs once.
test.describe.configure({ mode: "default" });

test("a template: nothing in it runs by itself, and a red run keeps its reports", () => {
  expect(others).toEqual({});
  const { when, reports, paths } = job.artifacts;
  expect(when).toBe("always");
  // GitLab links to the page itself for a single path without variables.
  expect([reports.junit, ...paths]).toEqual(["orders-kit-report/junit.xml", "orders-kit-report/index.html"]);
});

test("it installs this version, and the Playwright that this version is tested with", () => {
  const { version, devDependencies } = MANIFEST;
  expect(job.variables.ORDERS_KIT).toBe(`orders-kit@${version} playwright@${devDependencies.playwright}`);
});

/** Runs the job in a fresh checkout. GitLab hands all lines of a script to one shell, and stops at the first that fails. */
async function runJob(tarball: string, variables: Texts) {
  const cwd = mkdtempSync(join(tmpdir(), "orders-kit-test-"));
  const ORDERS_KIT = (job.variables.ORDERS_KIT ?? "").replace(/^\S+/, tarball);
  const own = { ...environment(), npm_config_prefer_offline: "true", CI: "true", GITLAB_CI: "true" };
  const env = { ...own, ...job.variables, ORDERS_KIT, ...variables };
  const { code, stdout, stderr } = await ended(launch("sh", ["-euc", job.script.join("\n")], cwd, env));
  return { code, log: stdout + stderr, files: readdirSync(cwd, { recursive: true }).map(String), cwd };
}

test("a sound deployment is green, with the reports, the checkout as it was, and the key nowhere", async ({
  tarball,
}) => {
  const deployment = await deployed();
  const { code, log, files, cwd } = await runJob(tarball.path, {
    ORDERS_API_KEY: KEY,
    TARGET: deployment.baseUrl,
    PENDING: deployment.pending.join(" "),
    SHIPPED: deployment.shipped.join(" "),
    FLAGS: "--require-proven --rate=500",
  });
  await deployment.close();
  expect(code, log).toBe(0);
  expect(files.sort()).toEqual(["orders-kit-report", ...REPORTS.map((name) => `orders-kit-report/${name}`)]);
  const reports = REPORTS.map((name) => readFileSync(join(cwd, "orders-kit-report", name), "latin1"));
  expect(keyIn([log, ...reports].join("\n"))).toBeUndefined();
});

test("a broken deployment is red, and its reports are where GitLab looks for them", async ({ tarball }) => {
  const deployment = await deployed((service) => {
    service.list = () => ({ status: 200, headers: [["Content-Type", "application/json"]], body: Buffer.from("{}") });
  });
  const { code, files } = await runJob(tarball.path, { ORDERS_API_KEY: KEY, TARGET: deployment.baseUrl });
  await deployment.close();
  expect(code).toBe(1);
  expect(files).toEqual(expect.arrayContaining([job.artifacts.reports.junit, ...job.artifacts.paths]));
});

test("without a target nothing is green", async ({ tarball }) => {
  const { code, log } = await runJob(tarball.path, {});
  expect(log).toContain('There is no target ""');
  expect(code).toBe(2);
});
