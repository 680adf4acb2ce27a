/** The template for GitLab, with the package as npm installs it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { deployed, echoTheKey } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { tarball } from "./installation.ts";

const template = parse(readFileSync(join(ROOT, "examples/ci/orders-kit.gitlab-ci.yml"), "utf8"));
const { ".orders-kit": job, ".orders-kit-image": onImage, ...others } = template;

test("it is a template that installs this version, and keeps the reports of a red run", () => {
  expect(others).toEqual({});
  // The image has orders-kit on its path.
  const image = { name: "$ORDERS_KIT_IMAGE", entrypoint: [""] };
  expect(onImage).toEqual({ extends: ".orders-kit", image, before_script: [] });
  expect(job.variables.ORDERS_KIT).toBe(`./orders-kit-${MANIFEST.version}.tgz`);
  const { when, reports, paths } = job.artifacts;
  expect(when).toBe("always");
  // GitLab links to the page itself for a single path without variables.
  expect([reports.junit, ...paths]).toEqual([
    "orders-kit-report/junit.xml",
    "orders-kit-report/index.html",
  ]);
});

test("the job ends with the exit code of verify, and leaves the reports where GitLab looks for them", async () => {
  const deployment = await deployed(echoTheKey);
  const cwd = temporaryFolder();
  const env = {
    ...environment(),
    npm_config_prefer_offline: "true",
    ...job.variables,
    ORDERS_KIT: tarball().path,
    ORDERS_API_KEY: KEY,
    TARGET: deployment.baseUrl,
    PENDING: deployment.pending.join(" "),
    SHIPPED: deployment.shipped.join(" "),
    ABSENT: "1234567891 1876543210",
    FLAGS: "--rate=500",
  };
  // GitLab gives all lines of a script to one shell, and stops at the first that fails.
  const { code, stdout, stderr } = await ended(
    launch("sh", ["-ec", [...job.before_script, ...job.script].join("\n")], cwd, env),
  );
  await deployment.close();
  expect(code, stderr).toBe(1);
  const sent = new Set(deployment.log.flatMap(({ names }) => names?.id ?? []));
  expect([...deployment.pending, ...deployment.shipped].filter((id) => !sent.has(id))).toEqual([]);
  expect(deployment.log.map(({ path }) => path)).toContain("/store/orders/1876543210");

  expect(readdirSync(cwd)).toEqual(["orders-kit-report"]);
  const reports = readdirSync(join(cwd, "orders-kit-report")).map(
    (name) => `orders-kit-report/${name}`,
  );
  expect(reports).toEqual(
    expect.arrayContaining([job.artifacts.reports.junit, ...job.artifacts.paths]),
  );
  const texts = reports.map((name) => readFileSync(join(cwd, name), "latin1"));
  expect(keyIn([stdout, stderr, ...texts].join("\n"))).toBeUndefined();
});
