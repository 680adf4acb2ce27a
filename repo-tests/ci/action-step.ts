/** A step of action.sh, with the variables and files that GitHub gives it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { ROOT } from "../manifest.ts";

export const SCRIPT = join(ROOT, "action.sh");

interface StepEnded {
  readonly code: number | null;
  /** By name; of a name that is written twice, the last. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Both streams. */
  readonly log: string;
  readonly summary: string;
  readonly workspace: string;
}

export async function runStep(
  step: "node" | "install" | "verify",
  variables: Readonly<Record<string, string>>,
  workspace = temporaryFolder(),
): Promise<StepEnded> {
  const files = temporaryFolder();
  const [outputFile, summaryFile] = [join(files, "output"), join(files, "summary.md")];
  for (const file of [outputFile, summaryFile]) writeFileSync(file, "");
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: summaryFile,
  };
  const env = { ...environment(), ...github, npm_config_prefer_offline: "true", ...variables };
  const { code, stdout, stderr } = await ended(launch("bash", [SCRIPT, step], workspace, env));
  const lines = readFileSync(outputFile, "utf8").split("\n").filter(Boolean);
  return {
    code,
    outputs: Object.fromEntries(lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)])),
    log: stdout + stderr,
    summary: readFileSync(summaryFile, "utf8"),
    workspace,
  };
}

/** The step that judges, with what is built here in place of an installation. */
export function verify(variables: Readonly<Record<string, string>>, workspace?: string): Promise<StepEnded> {
  const inputs = ["TARGET", "PENDING", "SHIPPED", "ABSENT", "READ_ONLY", "REQUIRE_PROVEN", "STRICT", "FLAGS"];
  const empty = Object.fromEntries(inputs.map((name) => [`INPUT_${name}`, ""]));
  const env = { ...empty, INPUT_REPORT: "orders-kit-report", ORDERS_KIT: join(ROOT, "dist/cli/main.js"), ...variables };
  return runStep("verify", env, workspace);
}
