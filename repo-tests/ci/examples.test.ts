/**
 * The pipelines of examples/ci: what linters find, the files and inputs they name, and their
 * commands as a runner calls them. Needs dist/.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { isWhole } from "../../contract-tests/corpus/chosen.ts";
import { readTarget } from "../../contract-tests/targets/file/targets-file.ts";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { startMock } from "../../index.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { action, REPORTS, type Step } from "./action-steps.ts";

const FOLDER = join(ROOT, "examples/ci");
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const service = parse(read("github-service.yml")).jobs.verify;
const staging = parse(read("github-staging.yml"));
const pipeline = parse(read("gitlab-pipeline.yml"));
const { ".orders-kit": template } = parse(read("orders-kit.gitlab-ci.yml"));

const stepOf = (job: { steps: readonly Step[] }, name: string): Step =>
  job.steps.find((step) => step.name === name)!;

test("only the steps that judge have the key, and this version is installed without scripts", () => {
  for (const { name, ...step } of [service, ...Object.values<typeof service>(staging.jobs)].flatMap(
    ({ steps }) => steps,
  ))
    if (/secrets|ORDERS_API_KEY/.test(JSON.stringify(step)))
      expect(["Start the service", "Verify"]).toContain(name);
  for (const script of [
    stepOf(service, "Install orders-kit").run,
    template.before_script.join("\n"),
  ])
    expect(script).toContain(" --ignore-scripts ");
  for (const name of readdirSync(FOLDER))
    for (const [, version] of read(name).matchAll(/orders-kit-([\d.]+)\.tgz/g))
      expect(version, name).toBe(MANIFEST.version);
});

test("the targets, the inputs and the outputs that the pipelines name are there", async () => {
  const targetNamed = (name: string) => readTarget(name, "orders-kit.yaml", FOLDER, {});
  const { names: named } = await targetNamed("");
  const { verify, production } = staging.jobs;
  const { strategy, concurrency } = verify;
  const { include } = strategy.matrix;
  const names = include.map(({ target }: { target: string }) => target);
  const { target: readOnly, "api-key": key } = stepOf(production, "Verify").with!;
  expect([...names, readOnly]).toEqual(named);
  expect(pipeline["verify-staging"].parallel.matrix).toEqual([{ TARGET: names }]);
  expect(pipeline["verify-production"].variables).toEqual({ TARGET: readOnly });
  const { readOnly: isReadOnly, apiKeyEnv } = (await targetNamed(readOnly!)).entry!;
  expect([isReadOnly, key]).toEqual([true, `\${{ secrets.${apiKeyEnv} }}`]);
  for (const { target, secret } of include)
    expect((await targetNamed(target)).entry).toMatchObject({
      setup: expect.anything(),
      apiKeyEnv: secret,
    });
  for (const job of [verify, production])
    for (const name of Object.keys(stepOf(job, "Verify").with ?? {}))
      expect(action.inputs).toHaveProperty(name);
  for (const [, name] of read("github-staging.yml").matchAll(/steps\.verify\.outputs\.([\w-]+)/g))
    expect(action.outputs).toHaveProperty(name!);
  // Two runs at once would use up each other's orders.
  expect(concurrency.group).toContain("matrix.target");
  expect(pipeline["verify-staging"].resource_group).toBeDefined();
  for (const [name, job] of Object.entries<{ extends?: string }>(pipeline))
    expect([".orders-kit", ...Object.keys(pipeline), undefined], name).toContain(job.extends);
});

/** Creates a folder with orders-kit installed, as npm links it. */
function installed(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(ROOT, "cli/orders-kit.js"), join(folder, "node_modules/.bin/orders-kit"));
  return folder;
}

test("in GitHub, the job judges the service that it has started, and keeps report.json", async () => {
  const { run = "", env: own = {} } = stepOf(service, "Verify");
  const mock = await startMock({ port: 0, apiKeys: Object.values(own) });
  const [temporary, cwd] = [installed(), temporaryFolder()];
  // The step before has installed orders-kit here.
  symlinkSync(temporary, join(temporary, "orders-kit"));
  const env = { ...environment(), ...own, RUNNER_TEMP: temporary };
  const here = run.replace("http://127.0.0.1:8080/v1", mock.baseUrl);
  const end = await ended(launch("bash", ["-ec", here], cwd, env));
  await mock.close();
  expect(end.code, end.stdout + end.stderr).toBe(0);
  const { with: upload } = service.steps.at(-1);
  expect(readdirSync(join(cwd, upload.path)).sort()).toEqual(REPORTS);
});

test("in GitLab, the job judges the service beside it, and leaves the reports where GitLab looks for them", async () => {
  test.skip(!isWhole, "npm run check:long runs it");
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
  const reports = readdirSync(join(cwd, "orders-kit-report"));
  const { junit } = template.artifacts.reports;
  for (const path of [junit, ...template.artifacts.paths])
    expect(reports.map((name) => `orders-kit-report/${name}`)).toContain(path);
});
