/** action.sh as action.yml calls it, against deployments on this machine. Needs dist/. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { deployed, echoTheKey } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { environment } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { INPUTS, REPORTS, runStep, verify } from "./action-steps.ts";

for (const [skip, hasKey, code, outputs, line] of [
  ["true", "false", 0, { skip: "true" }, /^::notice/],
  // It fails later.
  ["false", "false", 0, { skip: "false" }, /^$/],
  ["true", "true", 0, { skip: "false" }, /^$/],
  ["yes", "false", 2, {}, /skip-without-key takes true or false/],
] as const)
  test(`skip-without-key is ${skip}, and has a key is ${hasKey}`, async () => {
    const step = await runStep("key", { INPUT_SKIP_WITHOUT_KEY: skip, INPUT_HAS_KEY: hasKey });
    expect(step).toMatchObject({ code, log: expect.stringMatching(line) });
    expect(step.outputs).toEqual(outputs);
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
  const lists = { violated: "", new: "", unproven: "" };
  expect(step.code).toBe(0);
  expect(step.outputs).toEqual({ verdict: "conforms", "exit-code": "0", ...lists, report });
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
  const { clauses, new: fresh } = JSON.parse(readFileSync(join(report, "report.json"), "utf8"));
  const ids = (...verdicts: string[]) =>
    clauses
      .filter(({ verdict }: { verdict: string }) => verdicts.includes(verdict))
      .map(({ id }: { id: string }) => id);
  expect(fresh).toContain("error-code");
  expect(step.outputs).toMatchObject({
    "exit-code": "1",
    violated: ids("violated").join(" "),
    new: fresh.join(" "),
    unproven: ids("unproven", "skipped").join(" "),
  });
  expect(step.log).toContain("::error title=orders-kit");
  expect(step.summary).toContain("❌");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
});

test("flags are words as a shell reads them: quotes join them, and nothing is expanded", async () => {
  const workspace = temporaryFolder();
  const ORDERS_KIT = join(workspace, "orders-kit");
  writeFileSync(ORDERS_KIT, `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o755 });
  const INPUT_FLAGS = '--rate 5 \\\n  --header \'X-Team: "a  b" $HOME *\'\n\n--only="a b" ; $(x)';
  const { code, log } = await verify({ ORDERS_KIT, INPUT_FLAGS, INPUT_TARGET: "mock" }, workspace);
  // It has written no report.
  expect(code).toBe(3);
  const words = ["--rate", "5", "--header", 'X-Team: "a  b" $HOME *', "--only=a b", ";", "$(x)"];
  expect(log.trim().split("\n")).toEqual([
    "verify",
    "--report=orders-kit-report",
    ...words,
    "--",
    "mock",
  ]);
});

test("a target of the file that config names: read-only, with api-key in the place of its variable", async () => {
  const deployment = await deployed(echoTheKey);
  const workspace = temporaryFolder();
  const staging = {
    url: deployment.baseUrl,
    keyEnv: "STAGING_KEY",
    pending: deployment.pending.map(String),
    known: [{ clause: "error-code", reason: "ORD-123" }],
  };
  // JSON is YAML.
  writeFileSync(join(workspace, "targets.yaml"), JSON.stringify({ targets: { staging } }));
  const variables = { INPUT_TARGET: "staging", INPUT_CONFIG: "targets.yaml", INPUT_API_KEY: KEY };
  const flags = { INPUT_READ_ONLY: "true", INPUT_FLAGS: "--require-proven\n\n--rate 500" };
  const step = await verify({ ...variables, ...flags }, workspace);
  await deployment.close();
  // A known violation is not new.
  expect(step.outputs).toMatchObject({ verdict: "known-violations", "exit-code": "4", new: "" });
  expect(step.outputs.violated?.split(" ")).toContain("error-code");
  expect(step.outputs.unproven?.split(" ")).toContain("cancel-once");
  expect(deployment.log.filter(({ method }) => method === "DELETE")).toEqual([]);
  expect(keyIn(step.log)).toBeUndefined();
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
    ["flags with an open quote", { INPUT_FLAGS: "--rate '5" }, 2, /flags has a quote that is not/],
    ["an id that looks like a flag", { INPUT_PENDING: "--strict" }, 2, /--pending takes .*/],
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
      const planted = { generator: "orders-kit", startedAt, verdict, clauses: [], new: [] };
      writeFileSync(
        join(workspace, "orders-kit-report/report.json"),
        JSON.stringify(planted, undefined, 2),
      );
      const step = await verify({ INPUT_TARGET: "mock", ...(given as object) }, workspace);
      expect(step.log).toMatch(line);
      expect(step.code).toBe(code);
      // action.yml adds the verdict not-judged.
      expect(["{}", `{"exit-code":"${code}"}`]).toContain(JSON.stringify(step.outputs));
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
