/** As much of GitHub's runner as a composite action takes: its steps in turn, scripts in bash, actions of others noted. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { cleanEnvironment, run, type Texts } from "./process.ts";

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
      ...cleanEnvironment(),
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
    const ended = await run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], { cwd: workspace, env });
    log += ended.log;
    if (ended.code !== 0) code = ended.code;
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

interface Values {
  readonly inputs: Texts;
  readonly env: Texts;
  readonly outputs: Readonly<Record<string, Texts>>;
  readonly failed: boolean;
}

function filled(texts: Texts = {}, values: Values): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, values)]));
}

function fill(text: string, values: Values): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, values));
}

/** A condition holds only while nothing has failed, unless it says otherwise. */
function isTrue(condition: string, values: Values): boolean {
  if (values.failed && !condition.includes("always()")) return false;
  return evaluate(condition, values) !== "";
}

/** `||`, `&&`, `==` and `!=` over texts, of which the empty one is false; no brackets. */
function evaluate(expression: string, values: Values): string {
  const [either, ...others] = expression.split("||");
  if (others.length > 0) return evaluate(either ?? "", values) || evaluate(others.join("||"), values);
  const [both, ...rest] = expression.split("&&");
  if (rest.length > 0) return evaluate(both ?? "", values) && evaluate(rest.join("&&"), values);
  const comparison = /^(.*?)([!=]=)(.*)$/.exec(expression);
  if (comparison === null) return lookUp(expression.trim(), values);
  const [left, right] = [comparison[1], comparison[3]].map((side = "") => lookUp(side.trim(), values));
  return (left === right) === (comparison[2] === "==") ? "true" : "";
}

function lookUp(term: string, { inputs, env, outputs, failed }: Values): string {
  if (/^'[^']*'$/.test(term)) return term.slice(1, -1);
  if (term === "always()") return "true";
  if (term === "success()") return failed ? "" : "true";
  const [, room, name = "", output = ""] = /^(inputs|env|steps)\.([\w-]+)(?:\.outputs\.([\w-]+))?$/.exec(term) ?? [];
  if (room === "inputs" && name in inputs) return inputs[name] ?? "";
  if (room === "env") return env[name] ?? "";
  if (room === "steps") return outputs[name]?.[output] ?? "";
  throw new Error(`The expression ${term} is none that this runner knows.`);
}
