/** action.yml as GitHub reads it, and its scripts as GitHub runs them, against deployments on this machine. Needs dist/. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { deployed, KEY, keyIn, ROOT } from "../contract-tests/whole-way.ts";
import { type Ended, type Job, readAction, runAction } from "./runner.ts";

const FILE = join(ROOT, "action.yml");
const action = readAction(FILE);
const { steps } = action.runs;

test.describe.configure({ timeout: 60_000 });

test.describe("the metadata", () => {
  test("is what GitHub takes", () => {
    expect(validateAction(readFileSync(FILE, "utf8")).errors).toEqual([]);
  });

  test("no expression stands in a script: what a user passes is never code", () => {
    for (const { run, shell, uses } of steps) {
      expect(run ?? "").not.toContain("${{");
      if (run !== undefined) expect(shell).toBe("bash");
      else expect(uses, "others are pinned by commit").toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    }
  });

  test("every input and output says what it is, and every input is used", () => {
    const text = JSON.stringify(steps);
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description.length).toBeGreaterThan(20);
      expect(text).toContain(`inputs.${name}`);
    }
    expect(Object.keys(action.outputs)).toEqual(["verdict", "report"]);
  });

  test("the key is in the environment of the step that needs it, and of no other", () => {
    const withKey = steps.filter((step) => JSON.stringify(step).includes("api-key"));
    expect(withKey.map(({ id }) => id)).toEqual(["verify"]);
    expect(withKey[0]?.env?.ORDERS_API_KEY).toContain("inputs.api-key");
  });
});

test("the example workflow is sound, names this version, and gives inputs that there are", () => {
  const text = readFileSync(join(ROOT, "examples/ci/github-workflow.yml"), "utf8");
  expect(validateWorkflow(text).errors).toEqual([]);
  const [step] = parse(text).jobs.verify.steps;
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(step.uses).toBe(`OWNER/orders-kit@v${version}`);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
});

/** The last steps, with what is built here in place of an installation. */
const verify = (job: Partial<Job> = {}): Promise<Ended> =>
  runAction(action, { actionPath: ROOT, with: {}, given: { node: { fit: "true" }, install: { home: ROOT } }, ...job });

const texts = ({ log, summary, outputs }: Ended): string => [log, summary, ...Object.values(outputs)].join("\n");

function expectUpload({ used, outputs }: Ended, name: string): void {
  expect(used.map(({ action: { length }, with: given }) => length > 0 && given)).toEqual([
    { name, path: outputs.report },
  ]);
  expect(readdirSync(outputs.report ?? "").sort()).toEqual(["index.html", "junit.xml", "report.json", "summary.md"]);
}

test("a sound deployment: green, with a summary and the reports, and the key in none of them", async () => {
  const deployment = await deployed();
  const ended = await verify({
    with: {
      target: deployment.baseUrl,
      "api-key": KEY,
      pending: deployment.pending.join(", "),
      shipped: `\n  ${deployment.shipped.join("\n  ")}\n`,
      "require-proven": "true",
    },
  });
  await deployment.close();
  expect(ended.log).toContain("conforms to the contract");
  expect(ended).toMatchObject({ code: 0, outputs: { verdict: "conforms" } });
  expect(ended.summary).toContain("✅");
  expectUpload(ended, "orders-kit-report");
  const reports = readdirSync(ended.outputs.report ?? "").map((name) =>
    readFileSync(join(ended.outputs.report ?? "", name), "latin1"),
  );
  expect(keyIn([texts(ended), ...reports].join("\n"))).toBeUndefined();
});

test("a broken deployment: red with 1, annotated, and the reports are uploaded all the same", async () => {
  const deployment = await deployed((service) => {
    service.list = () => ({
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: Buffer.from('{"a":1}'),
    });
  });
  const ended = await verify({
    with: { target: deployment.baseUrl, report: "out/gate", artifact: "gate" },
    env: { ORDERS_API_KEY: KEY },
  });
  await deployment.close();
  expect(ended).toMatchObject({ code: 1, outputs: { verdict: "violates", report: join(ended.workspace, "out/gate") } });
  expect(ended.log).toContain("::error title=orders-kit");
  expect(ended.summary).toContain("❌");
  expectUpload(ended, "gate");
});

test("a target by name, read-only though ids were handed over", async () => {
  const deployment = await deployed();
  const workspace = mkdtempSync(join(tmpdir(), "orders-kit-test-"));
  writeFileSync(
    join(workspace, "orders-kit.yaml"),
    `targets:\n  staging:\n    url: ${deployment.baseUrl}\n    keyEnv: STAGING_KEY\n    pending: [${deployment.pending}]\n`,
  );
  const job = { workspace, env: { STAGING_KEY: KEY } };
  const ended = await verify({ ...job, with: { target: "staging", "read-only": "true", artifact: "" } });
  expect(ended).toMatchObject({ code: 0, outputs: { verdict: "conforms" }, used: [] });
  const asked = { target: "staging", "read-only": "true", flags: "--require-proven\n\n--rate=500\n" };
  expect(await verify({ ...job, with: asked })).toMatchObject({ code: 4, outputs: { verdict: "conforms" } });
  await deployment.close();
  expect(deployment.log.filter(({ method, names }) => method === "DELETE" && names !== undefined)).toEqual([]);
});

test.describe("what cannot be judged is red, and leaves no report that could be taken for one", () => {
  for (const [title, given, code, line] of [
    ["no target", {}, 2, /There is no target "".*\[unknown-target\]/],
    ["no key", { target: "http://127.0.0.1:1/v1" }, 2, /ORDERS_API_KEY is not set.*\[missing-key\]/],
    ["a switch that is neither true nor false", { target: "mock", "read-only": "yes" }, 2, /read-only takes true or/],
    ["an id that is none", { target: "mock", pending: "12x" }, 2, /--pending takes .*\[bad-value\]/],
    ["an id that looks like a flag", { target: "mock", pending: "--strict" }, 2, /--pending takes .*\[bad-value\]/],
    ["a target that looks like a flag", { target: "--help" }, 2, /There is no target "--help"/],
    ["a flag that judges nothing", { target: "mock", flags: "--help" }, 3, /Usage: orders-kit verify/],
  ] as const)
    test(title, async () => {
      const workspace = mkdtempSync(join(tmpdir(), "orders-kit-test-"));
      mkdirSync(join(workspace, "orders-kit-report"));
      writeFileSync(join(workspace, "orders-kit-report/report.json"), '{"verdict":"conforms"}');
      const ended = await verify({ with: given, workspace });
      expect(ended.log).toMatch(line);
      expect(ended).toMatchObject({ code, outputs: { verdict: "not-judged", report: "" }, used: [] });
    });

  test("a deployment that is not there, which is reported", async () => {
    const ended = await verify({ with: { target: "http://127.0.0.1:1/v1", "api-key": KEY } });
    expect(ended).toMatchObject({ code: 3, outputs: { verdict: "not-judged" } });
    expectUpload(ended, "orders-kit-report");
  });
});

test("no input is run: quotes, substitutions, patterns and lines are text", async () => {
  const hostile = `"; touch harm; '$(touch harm)' \`touch harm\` * \n::error::x\n| touch harm & touch harm`;
  const runs = Object.keys(action.inputs).map((name) => verify({ with: { target: hostile, [name]: hostile } }));
  for (const { code, workspace } of await Promise.all(runs)) {
    expect(code).toBe(2);
    expect(existsSync(join(workspace, "harm"))).toBe(false);
  }
});

test("no word of a deployment is taken for a command of the log", async () => {
  const words =
    "##[error]x\n::set-output name=verdict::conforms\n  ::add-mask::e\n##[set-output name=verdict;]conforms";
  const deployment = await deployed((service) => {
    service.list = () => ({ status: 200, headers: [["Content-Type", "application/json"]], body: Buffer.from(words) });
  });
  const { log, commands } = await verify({ with: { target: deployment.baseUrl, "api-key": KEY } });
  await deployment.close();
  expect(log).toContain("##[set-output");
  expect([...new Set(commands)].sort()).toEqual(["error"]);
});

test("a Node that does not fit is replaced, and one that fits is left alone", async () => {
  const old = mkdtempSync(join(tmpdir(), "orders-kit-test-"));
  writeFileSync(join(old, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const given = { install: { home: ROOT }, verify: {} };
  const env = { PATH: `${old}${delimiter}${process.env.PATH}` };
  const [replaced] = (await verify({ given, env })).used;
  expect(replaced?.action).toContain("actions/setup-node");
  expect((await verify({ given })).used).toEqual([]);
});

test("from the first step to the last: installs into the temporary folder, once, and verifies from there", async () => {
  test.setTimeout(240_000);
  const deployment = await deployed();
  const given = { target: deployment.baseUrl, "api-key": KEY };
  const first = await runAction(action, { actionPath: ROOT, with: given });
  expect(first).toMatchObject({ code: 0, outputs: { verdict: "conforms" } });
  expect(readdirSync(first.workspace)).toEqual(["orders-kit-report"]);
  const [home = ""] = readdirSync(first.temp);
  const installed = readFileSync(join(first.temp, home, "dist/.tsbuildinfo"));
  const second = await runAction(action, { actionPath: ROOT, with: given, temp: first.temp });
  await deployment.close();
  expect(second.code).toBe(0);
  expect(readdirSync(first.temp)).toEqual([home]);
  expect(readFileSync(join(first.temp, home, "dist/.tsbuildinfo")).equals(installed)).toBe(true);
});
