/** As much of GitHub's runner as a composite action takes: its steps in turn, scripts in bash, actions of others noted. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { fill, filled, isTrue, type Texts, type Values } from "./expressions.ts";
import { ended as endOf, environment, launch } from "./package/consumer.ts";

export interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Texts;
  readonly with?: Texts;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface Job {
  /** Where the action was downloaded to. */
  readonly actionPath: string;
  readonly with: Texts;
  /** Of the job and of the step that uses the action. */
  readonly env?: Texts;
  /** Outputs of steps, by id, that are taken as given: those steps do not run. */
  readonly given?: Readonly<Record<string, Texts>>;
  /** The temporary folder of a job that went before on the same machine. */
  readonly temp?: string;
  readonly workspace?: string;
}

export interface Ended {
  /** Of the last script that failed, else 0. */
  readonly code: number;
  readonly outputs: Texts;
  /** Both streams of all scripts. */
  readonly log: string;
  readonly summary: string;
  /** The commands that the runner has taken from the log, by name. */
  readonly commands: readonly string[];
  /** The actions of others that would have run, with what they are given. */
  readonly used: readonly { readonly action: string; readonly with: Texts }[];
  readonly workspace: string;
  readonly temp: string;
}

export const readAction = (file: string): Action => parse(readFileSync(file, "utf8"));

export async function runAction(action: Action, job: Job): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-runner-"));
  const { workspace = join(folder, "workspace"), temp = join(folder, "temp"), given = {} } = job;
  for (const path of [workspace, temp]) mkdirSync(path, { recursive: true });
  const summaryFile = join(folder, "summary.md");
  writeFileSync(summaryFile, "");
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  const inputs = { ...Object.fromEntries(defaults), ...job.with };
  const outputs: Record<string, Texts> = { ...given };
  const values = (): Values => ({ inputs, env: job.env ?? {}, outputs, failed: code !== 0 });
  const used: { action: string; with: Texts }[] = [];
  let [code, log] = [0, ""];
  for (const [nth, step] of action.runs.steps.entries()) {
    if (step.id !== undefined && step.id in given) continue;
    if (!isTrue(step.if ?? "success()", values())) continue;
    if (step.uses !== undefined) {
      used.push({ action: step.uses, with: filled(step.with, values()) });
      continue;
    }
    const script = join(folder, `${nth}.sh`);
    const outputFile = join(folder, `${nth}.output`);
    writeFileSync(script, step.run ?? "");
    writeFileSync(outputFile, "");
    const env = {
      ...environment(),
      npm_config_prefer_offline: "true",
      ...job.env,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: job.actionPath,
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: temp,
      ...filled(step.env, values()),
    };
    // The command line that GitHub documents for `shell: bash`.
    const argv = ["--noprofile", "--norc", "-eo", "pipefail", script];
    const ended = await endOf(launch("bash", argv, workspace, env));
    log += ended.stdout + ended.stderr;
    if (ended.code !== 0) code = ended.code ?? -1;
    if (step.id !== undefined) outputs[step.id] = readOutputs(outputFile);
  }
  const results = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, values())]);
  return {
    code,
    outputs: Object.fromEntries(results),
    log,
    summary: readFileSync(summaryFile, "utf8"),
    commands: commandsIn(log),
    used,
    workspace,
    temp,
  };
}

/** Lines `name=value`; of a name that comes twice, the last. */
function readOutputs(file: string): Texts {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]));
}

/** A command is a line that begins with `::name::`, or, of the older kind, `##[name]` anywhere in a line. */
function commandsIn(log: string): string[] {
  const commands: string[] = [];
  let mark: string | undefined;
  for (const line of log.split("\n")) {
    const [, name, data] = /^\s*::([\w-]+)[^:]*::(.*)$/.exec(line) ?? /##\[([\w-]+)[^\]]*\](.*)$/.exec(line) ?? [];
    if (mark !== undefined) {
      if (name === mark) mark = undefined;
    } else if (name === "stop-commands") mark = data;
    else if (name !== undefined) commands.push(name);
  }
  return commands;
}
