/** Loads a scenario by its name or from a file: in Node from the file system, in a browser from the page's server. */
import { describeSystemError, USER_ERRORS } from "../spec/errors/user-errors.ts";
import { SCENARIOS, type ScenarioName } from "./generated/scenarios.ts";
import type { Scenario } from "./scenario.ts";

/** Editors complete the ready-made names; another text is a file. */
export type NamedScenario = ScenarioName | (string & {});

/** The scenarios that come with orders-kit. */
export const scenarios: Readonly<Record<string, Scenario>> = SCENARIOS;

/** Throws a UserError that lists the names. */
export function scenarioNamed(name: string): Scenario {
  const found = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (found === undefined) throw USER_ERRORS.unknownScenario(name, Object.keys(scenarios));
  return found;
}

/** Whether the argument is a file, not the name of a ready-made scenario. */
export function isScenarioFile(nameOrFile: string): boolean {
  return /\.ya?ml$/i.test(nameOrFile);
}

/** Takes the name of a ready-made scenario, or the path of a `.yaml` or `.yml` file. Throws a UserError. */
export async function loadScenario(nameOrFile: string): Promise<Scenario> {
  if (!isScenarioFile(nameOrFile)) return scenarioNamed(nameOrFile);
  const text = await readText(nameOrFile).catch((error: unknown) => {
    throw USER_ERRORS.unreadableScenario(nameOrFile, describeSystemError(error));
  });
  // Loaded on demand: the mock starts without the YAML parser.
  const { parseScenario } = await import("./parse.ts");
  return parseScenario(text, nameOrFile);
}

/** Not an import: bundlers would look for node:fs, which browsers do not have. */
async function readText(file: string): Promise<string> {
  const fs = (globalThis as { process?: NodeJS.Process }).process?.getBuiltinModule?.("node:fs/promises");
  if (fs !== undefined) return fs.readFile(file, "utf8");
  const response = await fetch(file);
  // A development server may answer an unknown path with the page itself.
  const isFound = response.ok && !/^text\/html\b/.test(response.headers.get("content-type") ?? "");
  if (!isFound) throw new Error(`the page's server has no such file, status ${response.status}`);
  return response.text();
}
