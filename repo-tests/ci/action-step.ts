/** A step of action.sh, with the variables and files that GitHub gives it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { ROOT } from "../manifest.ts";

export const SCRIPT = join(ROOT, "action.sh");

type Variables = Readonly<Record<string, string>>;

export async function runStep(
  step: "node" | "install" | "verify",
  variables: Variables,
  workspace = temporaryFolder(),
) {
  const files = temporaryFolder();
  const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(files, "output"), join(files, "summary.md")];
  for (const file of [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY]) writeFileSync(file, "");
  const github = { GITHUB_ACTIONS: "true", GITHUB_ACTION_PATH: ROOT, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY };
  const env = { ...environment(), ...github, npm_config_prefer_offline: "true", ...variables };
  const { code, stdout, stderr } = await ended(launch("bash", [SCRIPT, step], workspace, env));
  const lines = readFileSync(GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean);
  // Of a name that is written twice, the last.
  const outputs: Variables = Object.fromEntries(
    lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]),
  );
  return { code, outputs, log: stdout + stderr, summary: readFileSync(GITHUB_STEP_SUMMARY, "utf8"), workspace };
}

/** The step that judges, with what is built here in place of an installation. */
export function verify(variables: Variables, workspace?: string) {
  const inputs = ["TARGET", "PENDING", "SHIPPED", "ABSENT", "READ_ONLY", "REQUIRE_PROVEN", "STRICT", "FLAGS"];
  const empty = Object.fromEntries(inputs.map((name) => [`INPUT_${name}`, ""]));
  const env = { ...empty, INPUT_REPORT: "orders-kit-report", ORDERS_KIT: join(ROOT, "dist/cli/main.js"), ...variables };
  return runStep("verify", env, workspace);
}
