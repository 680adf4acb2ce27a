/**
 * action.yml as GitHub reads it, and action.sh as action.yml calls it, against deployments on this
 * machine. Needs dist/.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validateAction } from "@action-validator/core";
import { expect, test } from "playwright/test";
import { deployed, echoTheKey } from "../../contract-tests/corpus/changed-reference.ts";
import { KEY, keyIn } from "../../contract-tests/testing/key-leaks.ts";
import { environment } from "../../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { action, INPUTS, REPORTS, runStep, steps, TEXT, verify } from "./action-steps.ts";

test("action.yml is what GitHub takes, calls its script and pinned actions, and uses every input", () => {
  expect(validateAction(TEXT).errors).toEqual([]);
  for (const { id, run, uses } of steps) {
    if (run === undefined) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    else expect(run).toBe(`bash "$GITHUB_ACTION_PATH/action.sh" ${id}`);
  }
  for (const name of Object.keys(action.inputs)) expect(TEXT).toContain(`inputs.${name}`);
  const given = steps.flatMap(({ env = {} }) => Object.keys(env));
  expect(given.toSorted()).toEqual([...INPUTS, "ORDERS_KIT"].toSorted());
});

test("the key is in the environment of the step that judges, and without one the job can be skipped", async () => {
  const withKey = steps.filter(({ env = {} }) => Object.values(env).some(isOfKey));
  expect(withKey.map(({ id }) => id)).toEqual(["verify"]);
  for (const [INPUT_SKIP_WITHOUT_KEY, INPUT_HAS_KEY, skip] of [
    ["true", "false", "true"],
    ["false", "false", "false"],
    ["true", "true", "false"],
  ] as const) {
    const { code, outputs } = await runStep("key", { INPUT_SKIP_WITHOUT_KEY, INPUT_HAS_KEY });
    expect({ code, outputs }).toEqual({ code: 0, outputs: { skip } });
  }
  for (const { id, if: condition } of steps.slice(1).filter(({ run }) => run !== undefined))
    expect(condition, id).toBe("steps.key.outputs.skip != 'true'");
});

const isOfKey = (value: string): boolean => /api-key \}|ORDERS_API_KEY \}/.test(value);

test("a sound deployment: green, with a summary and the reports, and the key in none of them", async () => {
  const deployment = await deployed();
  const step = await verify({
    ORDERS_API_KEY: KEY,
    INPUT_TARGET: deployment.baseUrl,
    INPUT_PENDING: deployment.pending.join(", "),
    INPUT_SHIPPED: `\n  ${deployment.shipped.join("\n  ")}\n`,
    INPUT_READ_ONLY: "false",
    INPUT_REQUIRE_PROVEN: "true",
  });
  await deployment.close();
  const report = join(step.workspace, "orders-kit-report");
  const lists = { violated: "", new: "", unproven: "" };
  expect(step.code, step.log).toBe(0);
  expect(step.outputs).toEqual({ verdict: "conforms", "exit-code": "0", ...lists, report });
  expect(step.summary).toContain("✅");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
  const reports = REPORTS.map((name) => readFileSync(join(report, name), "latin1"));
  expect(keyIn([step.log, step.summary, ...reports].join("\n"))).toBeUndefined();
});

test("a broken deployment: red with 1, annotated, with the reports in the folder that was asked for; its words are no commands of the log", async () => {
  const body = Buffer.from("##[error]x\n::set-output name=verdict::conforms\n  ::add-mask::e");
  const deployment = await deployed((service) => {
    service.list = () => ({ status: 200, headers: [["Content-Type", "application/json"]], body });
  });
  const target = { ORDERS_API_KEY: KEY, INPUT_TARGET: deployment.baseUrl };
  const step = await verify({ ...target, INPUT_REPORT: "out/gate" });
  await deployment.close();
  const report = join(step.workspace, "out/gate");
  expect(step).toMatchObject({ code: 1, outputs: { verdict: "violates", report } });
  expect(step.outputs.violated?.split(" ")).toContain("body-json");
  expect(step.outputs.new).toBe(step.outputs.violated);
  expect(step.log).toContain("::error title=orders-kit");
  expect(step.log.replaceAll("::error title=", "")).not.toMatch(/^\s*::[\w-]+|##\[[\w-]+/m);
  expect(step.summary).toContain("❌");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
});

test("a target of the file that config names: read-only, with api-key in the place of its variable, and flags as a shell reads them", async () => {
  const deployment = await deployed(echoTheKey);
  const workspace = temporaryFolder();
  const staging = {
    url: deployment.baseUrl,
    apiKeyEnv: "STAGING_KEY",
    pending: deployment.pending.map(String),
  };
  const known = { staging: [{ clause: "error-code", reason: "ORD-123" }] };
  // JSON is YAML.
  writeFileSync(join(workspace, "targets.yaml"), JSON.stringify({ targets: { staging } }));
  writeFileSync(join(workspace, "orders-kit.known.yaml"), JSON.stringify(known));
  const variables = { INPUT_TARGET: "staging", INPUT_CONFIG: "targets.yaml", INPUT_API_KEY: KEY };
  const INPUT_FLAGS = "--require-proven\n\n--rate 500 --header 'X-Team: \"a  b\" $HOME *'";
  const step = await verify({ ...variables, INPUT_READ_ONLY: "true", INPUT_FLAGS }, workspace);
  await deployment.close();
  // A known violation is not new.
  expect(step.outputs).toMatchObject({ verdict: "known-violations", "exit-code": "4", new: "" });
  expect(step.outputs.unproven?.split(" ")).toContain("cancel-once");
  expect(deployment.log.filter(({ method }) => method === "DELETE")).toEqual([]);
  expect(keyIn(step.log)).toBeUndefined();
});

test("what cannot be judged is red, whatever report the checkout has", async () => {
  for (const [given, code, line] of [
    [{ INPUT_TARGET: "" }, 2, /verify needs a target\. .*\[no-target\]/],
    [{ INPUT_READ_ONLY: "yes" }, 2, /read-only takes true or/],
    [{ INPUT_FLAGS: "--rate '5" }, 2, /flags has a quote that is not/],
    [{ INPUT_FLAGS: "--help" }, 3, /Usage: orders-kit verify/],
  ] as const) {
    const planted = { generator: "orders-kit", verdict: "conforms", clauses: [], new: [] };
    const workspace = withReport({ "report.json": JSON.stringify(planted, undefined, 2) });
    const step = await verify({ ...{ INPUT_TARGET: "mock" }, ...given }, workspace);
    expect(step.log).toMatch(line);
    expect(step.code).toBe(code);
    // action.yml adds the verdict not-judged.
    expect(step.outputs.verdict).toBeUndefined();
    expect(readdirSync(join(workspace, "orders-kit-report"))).toEqual([]);
  }
});

/** Creates a workspace with these files in its report folder. */
function withReport(files: Readonly<Record<string, string>>): string {
  const workspace = temporaryFolder();
  mkdirSync(join(workspace, "orders-kit-report"));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(workspace, "orders-kit-report", name), text);
  return workspace;
}

test("of an earlier run all files are removed, and none of anybody else", async () => {
  const workspace = temporaryFolder();
  await verify({ INPUT_TARGET: "mock" }, workspace);
  const report = join(workspace, "orders-kit-report");
  expect(readdirSync(report).sort()).toEqual(REPORTS);
  writeFileSync(join(report, "notes.md"), "");
  expect((await verify({ INPUT_TARGET: "" }, workspace)).code).toBe(2);
  expect(readdirSync(report)).toEqual(["notes.md"]);

  const foreign = REPORTS.map((name) => [name, '{"verdict":"conforms"}']);
  const elsewhere = withReport(Object.fromEntries(foreign));
  const step = await verify({ INPUT_TARGET: "mock", INPUT_FLAGS: "--help" }, elsewhere);
  expect(step).toMatchObject({ code: 2, log: expect.stringContaining("is not of orders-kit") });
  expect(readdirSync(join(elsewhere, "orders-kit-report")).sort()).toEqual(REPORTS);
});

test("the step passes with code 0 and a verdict that passes alone", async () => {
  for (const [verdict, ended, code] of [
    ["conforms", 0, 0],
    ["known-violations", 0, 0],
    ["violates", 0, 3],
    ["not-judged", 0, 3],
    ["fine", 0, 3],
    ["conforms", 4, 4],
  ] as const) {
    const workspace = temporaryFolder();
    const ORDERS_KIT = join(workspace, "orders-kit");
    const report = JSON.stringify({ verdict, clauses: [], new: [] });
    const script = `mkdir orders-kit-report; echo '${report}' >orders-kit-report/report.json; exit ${ended}`;
    writeFileSync(ORDERS_KIT, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const step = await verify({ INPUT_TARGET: "staging", ORDERS_KIT }, workspace);
    const outputs = { "exit-code": `${code}` };
    expect(step, `${verdict}, ${ended}`).toMatchObject({ code, outputs });
  }
});

test("no input is run: quotes, substitutions, patterns and lines are text", async () => {
  const hostile = `"; touch harm; '$(touch harm)' \`touch harm\` * \n::error::x\n| touch harm & touch harm`;
  const runs = INPUTS.map((name) => verify({ INPUT_TARGET: hostile, [name]: hostile }));
  for (const { code, workspace } of await Promise.all(runs)) {
    expect(code).toBe(2);
    expect(existsSync(join(workspace, "harm"))).toBe(false);
  }
});

test("the job's Node is replaced only if package.json does not allow it", async () => {
  const old = temporaryFolder();
  writeFileSync(join(old, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const { PATH = "" } = environment(old);
  expect((await runStep("node", { PATH })).outputs).toEqual({ fit: "false" });
  expect((await runStep("node", {})).outputs).toEqual({ fit: "true" });
});
