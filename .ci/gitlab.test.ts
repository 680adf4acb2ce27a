/** The template for GitLab: its job runs in a shell as GitLab's runner runs one, with the package as npm installs it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { parse } from "yaml";
import { deployed, KEY, keyIn, ROOT } from "../contract-tests/whole-way.ts";
import { cleanEnvironment, run, type Texts } from "./process.ts";

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

const folder = (): string => mkdtempSync(join(tmpdir(), "orders-kit-test-"));

const test = base.extend<object, { tarball: string }>({
  tarball: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
    async ({}, use) => {
      const packed = folder();
      const argv = ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", packed];
      const { log } = await run(argv, { cwd: ROOT, env: cleanEnvironment() });
      await use(join(packed, log.trim().split("\n").at(-1) ?? ""));
      rmSync(packed, { recursive: true });
    },
    { scope: "worker" },
  ],
});

// In one worker, which packs once.
test.describe.configure({ mode: "default" });

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

test("a template: nothing in it runs by itself, and a red run keeps its reports", () => {
  expect(others).toEqual({});
  const { when, reports, paths } = job.artifacts;
  expect(when).toBe("always");
  // GitLab links to the page itself for a single path without variables.
  expect([reports.junit, ...paths]).toEqual(["orders-kit-report/junit.xml", "orders-kit-report/index.html"]);
});

test("it installs this version, and the Playwright that this version is tested with", () => {
  const { name, version, devDependencies } = manifest;
  expect(job.variables.ORDERS_KIT).toBe(`${name}@${version} playwright@${devDependencies.playwright}`);
});

/** Runs the job in a fresh checkout. GitLab hands all lines of a script to one shell, and stops at the first that fails. */
async function runJob(tarball: string, variables: Texts) {
  const cwd = folder();
  const ORDERS_KIT = (job.variables.ORDERS_KIT ?? "").replace(/^\S+/, tarball);
  const env = { ...cleanEnvironment(), CI: "true", GITLAB_CI: "true", ...job.variables, ORDERS_KIT, ...variables };
  const ended = await run(["sh", "-euc", job.script.join("\n")], { cwd, env });
  return { ...ended, files: readdirSync(cwd, { recursive: true }).map(String), cwd };
}

test("a sound deployment is green, with the reports, the checkout as it was, and the key nowhere", async ({
  tarball,
}) => {
  const deployment = await deployed();
  const { code, log, files, cwd } = await runJob(tarball, {
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
  const { code, files } = await runJob(tarball, { ORDERS_API_KEY: KEY, TARGET: deployment.baseUrl });
  await deployment.close();
  expect(code).toBe(1);
  expect(files).toEqual(expect.arrayContaining([job.artifacts.reports.junit, ...job.artifacts.paths]));
});

test("without a target nothing is green", async ({ tarball }) => {
  const { code, log } = await runJob(tarball, {});
  expect(log).toContain('There is no target ""');
  expect(code).toBe(2);
});
