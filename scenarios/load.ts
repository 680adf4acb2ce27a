/** A scenario by its name, or from a file of the user (Node only). */
import { readFile } from "node:fs/promises";
import { causeOf, PROBLEMS } from "../spec/problems.ts";
import { scenarioNamed } from "./ready-made.ts";
import type { Scenario } from "./scenario.ts";

/** Whether it is a file that is named, and not a ready-made scenario. */
export function isScenarioFile(nameOrFile: string): boolean {
  return /\.ya?ml$/i.test(nameOrFile);
}

/** Takes the name of a ready-made scenario, or the path of a `.yaml` or `.yml` file. Throws a UserError. */
export async function loadScenario(nameOrFile: string): Promise<Scenario> {
  if (!isScenarioFile(nameOrFile)) return scenarioNamed(nameOrFile);
  let text: string;
  try {
    text = await readFile(nameOrFile, "utf8");
  } catch (error) {
    throw PROBLEMS.unreadableScenario(nameOrFile, causeOf(error));
  }
  // The YAML reader is needed here alone: the mock starts without it.
  const { parseScenario } = await import("./parse.ts");
  return parseScenario(text, nameOrFile);
}
