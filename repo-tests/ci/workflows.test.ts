/**
 * The workflows of the repository and of the examples, and what a release would publish. Needs
 * dist/.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import {
  type Ended,
  ended,
  environment,
  launch,
} from "../../contract-tests/testing/servers/processes.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import type { Step } from "./action-steps.ts";

const WORKFLOWS = [".github/workflows", "examples/ci"]
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => /workflows\/|github-/.test(path));

for (const path of WORKFLOWS)
  test(`${path} is valid, may only read unless a job says more, and pins its actions`, () => {
    const text = readFileSync(join(ROOT, path), "utf8");
    expect(validateWorkflow(text).errors).toEqual([]);
    const { permissions, jobs } = parse(text);
    expect(permissions).toEqual({ contents: "read" });
    // A job that calls another workflow has no steps.
    const steps = Object.values<Step & { steps?: readonly Step[] }>(jobs).flatMap(
      ({ steps = [], ...job }) => [job, ...steps],
    );
    for (const { uses = "./", run = "" } of steps) {
      expect(uses).toMatch(/^\.\/|@[0-9a-f]{40}$/);
      for (const [, script = ""] of run.matchAll(/npm run ([\w:]+)/g))
        expect(MANIFEST.scripts).toHaveProperty(script);
      // The text of a ref or a title is never part of a script.
      expect(run).not.toContain("${{");
    }
  });

const release = (env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Ended> =>
  ended(launch("bash", [".ci/release", ...argv], ROOT, { ...environment(), ...env }));

test("a release without --dry-run, or for another version's tag, publishes nothing and says why", async () => {
  const local = await release({});
  expect(local).toMatchObject({ code: 2, stderr: expect.stringContaining("--dry-run") });
  const tagged = await release({ GITHUB_REF_NAME: "v99.0.0" }, "--dry-run");
  expect(tagged).toMatchObject({ code: 2, stderr: expect.stringContaining("package.json") });
});

test("a trial of a release shows what would be published, and publishes nothing", async () => {
  const { code, stdout, stderr } = await release({}, "--dry-run");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Version: ${MANIFEST.version}\n`);
  expect(stdout).toMatch(/^Package: \d{3} files, [\d.]+ MB packed, [\d.]+ MB unpacked$/m);
  expect(stdout).toContain("Not done: npm publish --provenance");
});
