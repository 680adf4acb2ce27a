/** action.yml as GitHub reads it, and action.sh as action.yml calls it, against deployments on this machine. Needs dist/. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { deployed, echoTheKey } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { environment } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { MANIFEST, ROOT } from "../manifest.ts";
import { action, INPUTS, REPORTS, runStep, SHELL, steps, TEXT, verify } from "./action-steps.ts";

test.describe("action.yml", () => {
  test("is what GitHub takes", () => {
    expect(validateAction(TEXT).errors).toEqual([]);
  });

  test("only calls its script, and actions that are pinned by commit", () => {
    for (const { id, run, uses } of steps) {
      if (run === undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      else expect(run).toBe(`bash "$GITHUB_ACTION_PATH/action.sh" ${id}`);
    }
  });

  test("uses every input, and describes it", () => {
    for (const [name, { description }] of Object.entries<{ description: string }>(action.inputs)) {
      expect(description.length).toBeGreaterThan(20);
      expect(TEXT).toContain(`inputs.${name}`);
    }
    expect(Object.keys(action.outputs)).toEqual(["verdict", "report"]);
  });

  test("gives the script the variables that it reads, and reads the outputs that it writes", () => {
    const given = steps.flatMap(({ env = {} }) => Object.keys(env));
    expect(SHELL).toContain("$ORDERS_KIT");
    expect(given.toSorted()).toEqual([...INPUTS, "ORDERS_API_KEY", "ORDERS_KIT"].toSorted());
    const used = [...TEXT.matchAll(/steps\.\w+\.outputs\.(\w+)/g)].map(([, name]) => name);
    const written = [...SHELL.matchAll(/\boutput (\w+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual([...new Set(written)].sort());
  });

  test("has the key in the environment of the step that needs it, and of no other", () => {
    const withKey = steps.filter((step) => JSON.stringify(step).includes("api-key"));
    expect(withKey.map(({ id }) => id)).toEqual(["verify"]);
    expect(withKey[0]?.env?.ORDERS_API_KEY).toContain("inputs.api-key");
  });
});

test("the example workflow is valid, and installs this version, as the page does", () => {
  const text = readFileSync(join(ROOT, "examples/ci/github-workflow.yml"), "utf8");
  expect(validateWorkflow(text).errors).toEqual([]);
  const steps: { run?: string }[] = parse(text).jobs.verify.steps;
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands[0]).toMatch(
    new RegExp(`^npm install .* \\./orders-kit-${MANIFEST.version}\\.tgz$`),
  );
  expect(commands[1]).toMatch(/^npx --no-install .* orders-kit verify staging --require-proven$/);
  const page = readFileSync(join(ROOT, "docs/ci.md"), "utf8");
  for (const command of commands) expect(page).toContain(`- run: ${command}\n`);
  for (const [, version] of [text, page].flatMap((one) => [
    ...one.matchAll(/uses: actions\/[\w-]+@(\S+)/g),
  ]))
    expect(version).toMatch(/^[0-9a-f]{40}$/);
});

test("a sound deployment: green, with a summary and the reports, and the key in none of them", async () => {
  const deployment = await deployed();
  const absent = [1234567891n, 1876543210n];
  const step = await verify({
    ORDERS_API_KEY: KEY,
    INPUT_ABSENT: absent.join(", "),
    INPUT_TARGET: deployment.baseUrl,
    INPUT_PENDING: deployment.pending.join(", "),
    INPUT_SHIPPED: `\n  ${deployment.shipped.join("\n  ")}\n`,
    INPUT_READ_ONLY: "false",
    INPUT_REQUIRE_PROVEN: "true",
  });
  await deployment.close();
  expect(step.log).toContain("conforms to the contract");
  const paths = deployment.log.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(absent.map((id) => `/store/orders/${id}`)));
  const report = join(step.workspace, "orders-kit-report");
  expect(step).toMatchObject({ code: 0, outputs: { verdict: "conforms", report } });
  expect(step.summary).toContain("✅");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
  const reports = REPORTS.map((name) => readFileSync(join(report, name), "latin1"));
  expect(keyIn([step.log, step.summary, ...reports].join("\n"))).toBeUndefined();
});

test("a broken deployment: red with 1, annotated, with the reports in the folder that was asked for", async () => {
  const deployment = await deployed(echoTheKey);
  const variables = {
    ORDERS_API_KEY: KEY,
    INPUT_TARGET: deployment.baseUrl,
    INPUT_REPORT: "out/gate",
  };
  const step = await verify(variables);
  await deployment.close();
  const report = join(step.workspace, "out/gate");
  expect(step).toMatchObject({ code: 1, outputs: { verdict: "violates", report } });
  expect(step.log).toContain("::error title=orders-kit");
  expect(step.summary).toContain("❌");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
});

test("a target by name, read-only although orders were provided, with flags of its own", async () => {
  const deployment = await deployed();
  const workspace = temporaryFolder();
  writeFileSync(
    join(workspace, "orders-kit.yaml"),
    `targets:\n  staging:\n    url: ${deployment.baseUrl}\n    keyEnv: STAGING_KEY\n    pending: [${deployment.pending}]\n`,
  );
  const variables = { STAGING_KEY: KEY, INPUT_TARGET: "staging", INPUT_READ_ONLY: "true" };
  const flags = { INPUT_FLAGS: "--require-proven\n\n--rate=500\n" };
  expect(await verify({ ...variables, ...flags }, workspace)).toMatchObject({
    code: 4,
    outputs: { verdict: "conforms" },
  });
  await deployment.close();
  expect(
    deployment.log.filter(({ method, names }) => method === "DELETE" && names !== undefined),
  ).toEqual([]);
});

test.describe("what cannot be judged is red, and leaves no report that could be taken for one", () => {
  const [before, later] = ["2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"];
  for (const [title, given, code, line, startedAt = before, verdict = "conforms"] of [
    ["no target", { INPUT_TARGET: "" }, 2, /There is no target "".*\[unknown-target\]/],
    [
      "a switch that is neither true nor false",
      { INPUT_READ_ONLY: "yes" },
      2,
      /read-only takes true or/,
    ],
    [
      "an id that looks like a flag",
      { INPUT_PENDING: "--strict" },
      2,
      /--pending takes .*\[bad-value\]/,
    ],
    [
      "a target that looks like a flag",
      { INPUT_TARGET: "--help" },
      2,
      /There is no target "--help"/,
    ],
    ["a flag that judges nothing", { INPUT_FLAGS: "--help" }, 3, /Usage: orders-kit verify/],
    [
      "a report of the checkout, where the command is wrong",
      { INPUT_FLAGS: "--nothing" },
      2,
      /--nothing/,
      later,
    ],
    [
      "a verdict that is not one",
      { INPUT_FLAGS: "--help" },
      3,
      /Usage: orders-kit verify/,
      later,
      "fine",
    ],
  ] as const)
    test(title, async () => {
      const workspace = temporaryFolder();
      mkdirSync(join(workspace, "orders-kit-report"));
      const planted = JSON.stringify({ generator: "orders-kit", startedAt, verdict }, undefined, 2);
      writeFileSync(join(workspace, "orders-kit-report/report.json"), planted);
      const step = await verify({ INPUT_TARGET: "mock", ...(given as object) }, workspace);
      expect(step.log).toMatch(line);
      expect(step).toMatchObject({ code, outputs: { verdict: "not-judged" } });
      expect(step.outputs.report).toBeUndefined();
    });

  test("a deployment that is not there, which is reported", async () => {
    const step = await verify({ INPUT_TARGET: "http://127.0.0.1:1/v1", ORDERS_API_KEY: KEY });
    expect(step).toMatchObject({
      code: 3,
      outputs: { verdict: "not-judged", report: expect.any(String) },
    });
  });
});

test("no input is run: quotes, substitutions, patterns and lines are text", async () => {
  const hostile = `"; touch harm; '$(touch harm)' \`touch harm\` * \n::error::x\n| touch harm & touch harm`;
  const runs = INPUTS.map((name) => verify({ INPUT_TARGET: hostile, [name]: hostile }));
  for (const { code, workspace } of await Promise.all(runs)) {
    expect(code).toBe(2);
    expect(existsSync(join(workspace, "harm"))).toBe(false);
  }
});

test("no word of a deployment is taken for a command of the log", async () => {
  const words =
    "##[error]x\n::set-output name=verdict::conforms\n  ::add-mask::e\n##[set-output name=verdict;]conforms";
  const deployment = await deployed((service) => {
    service.list = () => ({
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: Buffer.from(words),
    });
  });
  const { log } = await verify({ ORDERS_API_KEY: KEY, INPUT_TARGET: deployment.baseUrl });
  await deployment.close();
  expect(log).toContain("# #[set-output");
  expect(log.match(/^\s*::[\w-]+|##\[[\w-]+/gm)).toEqual(expect.arrayContaining(["::error"]));
  expect(log.replaceAll("::error title=", "")).not.toMatch(/^\s*::[\w-]+|##\[[\w-]+/m);
});

test("the job's Node is replaced only if package.json does not allow it", async () => {
  const old = temporaryFolder();
  writeFileSync(join(old, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect((await runStep("node", { PATH: environment(old).PATH ?? "" })).outputs).toEqual({
    fit: "false",
  });
  expect((await runStep("node", {})).outputs).toEqual({ fit: "true" });
});
