/** The pipelines of examples/ci: what linters find, what must be true of them, and their commands as a runner calls them. Needs dist/. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import { readTargetsFile } from "../../contract-tests/targets/targets-file.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { action, REPORTS, verify } from "./action-steps.ts";

const FOLDER = join(ROOT, "examples/ci");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const WORKFLOWS = readdirSync(FOLDER).filter((name) => name.startsWith("github-"));
const service = parse(read("github-service.yml")).jobs.verify;
const staging = parse(read("github-staging.yml"));
const pipeline = parse(read("gitlab-pipeline.yml"));
const { ".orders-kit": template } = parse(read("orders-kit.gitlab-ci.yml"));

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: object;
  readonly with?: Readonly<Record<string, string>>;
}

const steps: readonly Step[] = [...service.steps, ...staging.jobs.verify.steps];
const stepOf = (job: { steps: readonly Step[] }, name: string): Step =>
  job.steps.find((step) => step.name === name)!;

for (const name of WORKFLOWS)
  test(`${name} is what GitHub takes, may only read, and pins its actions`, () => {
    const text = read(name);
    expect(validateWorkflow(text).errors).toEqual([]);
    expect(parse(text).permissions).toEqual({ contents: "read" });
    for (const [, uses] of text.matchAll(/uses: (\S+)/g))
      expect(uses).toMatch(/^(\.\/\.github\/actions\/orders-kit|actions\/[\w-]+@[0-9a-f]{40})$/);
    for (const { run = "" } of parse(text).jobs.verify.steps) expect(run).not.toContain("${{");
  });

test("only the step that judges has the key, and this version is installed without scripts", () => {
  for (const { name, ...step } of steps)
    if (/secrets|ORDERS_API_KEY/.test(JSON.stringify(step)))
      expect(["Start the service", "Verify"]).toContain(name);
  const tarball = `./orders-kit-${MANIFEST.version}.tgz`;
  expect(stepOf(service, "Install orders-kit").run).toMatch(/ --ignore-scripts .*\.tgz$/);
  expect(stepOf(service, "Install orders-kit").run).toContain(` ${tarball}`);
  expect(template.variables.ORDERS_KIT).toBe(tarball);
  expect(template.before_script.join("\n")).toContain(" --ignore-scripts ");
  for (const name of readdirSync(FOLDER)) {
    // Comments name the tarball, too.
    for (const [, version] of read(name).matchAll(/orders-kit-([\d.]+)\.tgz/g))
      expect(version, name).toBe(MANIFEST.version);
    // A run uses up the orders that it is given.
    expect(read(name), name).not.toMatch(/(?:pending|shipped|PENDING|SHIPPED):? ?[[=]?["']?\d/);
  }
});

test("the targets that the pipelines name are in orders-kit.yaml, each with a setup", async () => {
  const targets = await readTargetsFile("orders-kit.yaml", FOLDER, {});
  const named = [...targets.keys()];
  const { matrix } = staging.jobs.verify.strategy;
  expect(matrix.include.map(({ target }: { target: string }) => target)).toEqual(named);
  expect(pipeline["verify-staging"].parallel.matrix).toEqual([{ TARGET: named }]);
  for (const { target, secret } of matrix.include) {
    expect(targets.get(target)?.setup).toBeDefined();
    expect(targets.get(target)?.apiKeyEnv).toBe(secret);
  }
});

test("it runs after a deployment to staging alone, each night, and never twice at once for a target", () => {
  expect(Object.keys(staging.on)).toEqual(["deployment_status", "schedule", "workflow_dispatch"]);
  const { verify } = staging.jobs;
  expect(verify.if).toContain("startsWith(github.event.deployment.environment, 'staging')");
  expect(stepOf(verify, "Verify").if).toContain("deployment.environment == matrix.target");
  expect(verify.concurrency).toEqual({
    group: expect.stringContaining("matrix.target"),
    "cancel-in-progress": false,
  });
  const group = pipeline["deploy-staging"].resource_group;
  expect(group).toBe("staging");
  expect(pipeline["verify-staging"].resource_group).toBe(group);
});

for (const [exitCode, code, line] of [
  ["3", 0, /^::warning title=orders-kit::/],
  ["1", 1, /^$/],
  ["", 1, /^$/],
] as const)
  test(`in GitHub, exit code "${exitCode}" is ${code === 0 ? "a warning" : "red"}`, async () => {
    const { steps: own } = staging.jobs.verify;
    const { run } = own.at(-1);
    const env = { ...environment(), EXIT_CODE: exitCode };
    const end = await ended(launch("bash", ["-ec", run], temporaryFolder(), env));
    expect(end).toMatchObject({ code, stdout: expect.stringMatching(line) });
  });

/** A folder in which orders-kit is installed, as npm links it. */
function installed(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(ROOT, "cli/orders-kit.js"), join(folder, "node_modules/.bin/orders-kit"));
  return folder;
}

test("in GitHub, the job judges the service that it has started, and keeps report.json", async () => {
  const { run = "", env: own } = stepOf(service, "Verify");
  expect(own).toEqual(stepOf(service, "Start the service").env);
  const mock = await startMock({ port: 0, apiKeys: Object.values(own as object) });
  const [temporary, cwd] = [installed(), temporaryFolder()];
  // The step before has installed it here.
  symlinkSync(temporary, join(temporary, "orders-kit"));
  const env = { ...environment(), ...own, RUNNER_TEMP: temporary };
  const here = run.replace("http://127.0.0.1:8080/v1", mock.baseUrl);
  const end = await ended(launch("bash", ["-ec", here], cwd, env));
  await mock.close();
  expect(end.code, end.stdout + end.stderr).toBe(0);
  expect(run).toContain("--disposable --linger 0 --wait 60");
  const { with: upload } = service.steps.at(-1);
  expect(readdirSync(join(cwd, upload.path)).sort()).toEqual(REPORTS);
});

test("in GitHub, staging is judged with the orders that setup places, and with the key of the action", async () => {
  const deployment = await deployed();
  const workspace = temporaryFolder();
  const ids = { pending: deployment.pending.map(String), shipped: deployment.shipped.map(String) };
  const placed = `if (process.env.INPUT_API_KEY) throw new Error("The key is in two variables.");
console.log('${JSON.stringify(ids)}');`;
  const targets = read("orders-kit.yaml").replace("https://staging.example/v1", deployment.baseUrl);
  writeFileSync(join(workspace, "place-orders.mjs"), placed);
  writeFileSync(join(workspace, "orders-kit.yaml"), targets);
  const { with: inputs = {} } = stepOf(staging.jobs.verify, "Verify");
  for (const name of Object.keys(inputs)) expect(action.inputs).toHaveProperty(name);
  for (const [, name] of read("github-staging.yml").matchAll(/steps\.verify\.outputs\.([\w-]+)/g))
    expect(action.outputs).toHaveProperty(name!);
  const variables = {
    INPUT_TARGET: "staging",
    INPUT_API_KEY: KEY,
    INPUT_REQUIRE_PROVEN: inputs["require-proven"] ?? "",
  };
  const step = await verify(variables, workspace);
  await deployment.close();
  expect(step.code, step.log).toBe(0);
  expect(step.outputs).toMatchObject({ verdict: "conforms", "exit-code": "0", unproven: "" });
});

test.describe("in GitLab", () => {
  test("every job has a stage, and extends what there is", () => {
    const { include, stages, ...jobs } = pipeline;
    expect(include).toEqual([{ local: "ci/orders-kit.gitlab-ci.yml" }]);
    for (const [name, job] of Object.entries<Record<string, string>>(jobs)) {
      if (!name.startsWith(".")) expect(stages).toContain(job.stage);
      expect([".orders-kit", ...Object.keys(jobs), undefined]).toContain(job.extends);
    }
    const { artifacts } = pipeline[".with-report"];
    expect(artifacts.paths).toEqual(["orders-kit-report/"]);
    expect(pipeline["verify-staging"].allow_failure).toEqual({ exit_codes: [3] });
  });

  test("the job judges the service beside it", async () => {
    const { variables } = pipeline["verify-service"];
    const mock = await startMock({ port: 0, apiKeys: [variables.ORDERS_API_KEY] });
    const cwd = temporaryFolder();
    const env = {
      ...environment(join(installed(), "node_modules/.bin")),
      ...template.variables,
      ...variables,
      TARGET: mock.baseUrl,
    };
    const end = await ended(launch("sh", ["-ec", template.script.join("\n")], cwd, env));
    await mock.close();
    expect(end.code, end.stdout + end.stderr).toBe(0);
    expect(readdirSync(join(cwd, "orders-kit-report")).sort()).toEqual(REPORTS);
  });
});
