/** Runs the steps of action.sh as action.yml calls them. Needs dist/. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { ROOT } from "../manifest.ts";

type Variables = Readonly<Record<string, string>>;

/** A step of the action, of a workflow or of an example. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Variables;
  readonly with?: Variables;
}

export const TEXT = readFileSync(join(ROOT, "action.yml"), "utf8");
const SHELL = readFileSync(join(ROOT, "action.sh"), "utf8");
export const INPUTS = [...new Set(SHELL.match(/\bINPUT_[A-Z_]+\b/g))];
export const action = parse(TEXT);
export const steps: readonly Step[] = action.runs.steps;
export const REPORTS = ["index.html", "junit.xml", "report.json", "summary.md"];

/** Runs a step of action.sh with GitHub's variables and files, in a folder of the workspace. */
export async function runStep(
  step: "key" | "node" | "install" | "verify",
  variables: Variables,
  workspace = temporaryFolder(),
  folder = ".",
) {
  const files = temporaryFolder();
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(files, "output"), join(files, "summary.md")];
  for (const file of [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY]) writeFileSync(file, "");
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_OUTPUT,
    GITHUB_STEP_SUMMARY,
    GITHUB_WORKSPACE: workspace,
  };
  const env = { ...environment(), ...github, npm_config_prefer_offline: "true", ...variables };
  const { code, stdout, stderr } = await ended(
    launch("bash", [join(ROOT, "action.sh"), step], join(workspace, folder), env),
  );
  const lines = readFileSync(GITHUB_OUTPUT, "utf8").matchAll(/^([\w-]+)=(.*)$/gm);
  const outputs: Variables = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  return {
    code,
    outputs,
    log: stdout + stderr,
    summary: readFileSync(GITHUB_STEP_SUMMARY, "utf8"),
    workspace,
  };
}

/** Runs the step that judges, with the build of this repository instead of an installation. */
export function verify(variables: Variables, workspace?: string) {
  const empty = Object.fromEntries(INPUTS.map((name) => [name, ""]));
  const built = { INPUT_REPORT: "orders-kit-report", ORDERS_KIT: join(ROOT, "cli/orders-kit.js") };
  return runStep("verify", { ...empty, ...built, ...variables }, workspace);
}
