/** Loads a scenario by its name or from a file: in Node from the file system, in a browser from the page's server. */

import { suggest } from "../spec/errors/suggest.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { scenarioError } from "./errors.ts";
import { SCENARIOS, type ScenarioName } from "./generated/scenarios.ts";
import { asLoaded } from "./loaded.ts";
import type { LoadedScenario, Scenario } from "./scenario.ts";
import { decodeText } from "./source/decode.ts";

/** Editors complete the ready-made names; another text is a file. */
export type NamedScenario = ScenarioName | (string & {});

/** One scenario, or a list: the orders of the first, and what goes wrong in all of them. */
export type ScenarioChoice = NamedScenario | Scenario | readonly (NamedScenario | Scenario)[];

/** The scenarios that come with orders-kit. */
export const scenarios: Readonly<Record<string, LoadedScenario>> = SCENARIOS;
for (const one of Object.values(scenarios)) asLoaded(one);

/** Between the scenarios of `default+slow`. */
const WITH = "+";
/** Scenarios by their names, so that what a world starts with is made once. */
const overlays = new Map<string, LoadedScenario>();
const MAX_OVERLAYS = 64;
const bases = new WeakMap<LoadedScenario, LoadedScenario>();

/** The first scenario, with what goes wrong in the others: their shipments, their key, their faults, their answers and the texts of their Errors. */
function overlaid([base, ...others]: readonly LoadedScenario[]): LoadedScenario {
  if (others.length === 0) return base!;
  const whole = [base!, ...others];
  const { seed, orders } = base!;
  const [ships, faults] = [
    whole.flatMap(({ ships = [] }) => ships),
    whole.flatMap(({ faults = [] }) => faults),
  ];
  const errors = Object.assign({}, ...whole.map(({ errors }) => errors));
  const key = whole.findLast(({ key }) => key !== undefined)?.key;
  const overlay = asLoaded({
    name: whole.map(({ name }) => name).join(WITH),
    description: whole
      .map(({ description }) => description)
      .join(" ")
      .trim(),
    seed,
    orders,
    answers: Object.assign({}, ...whole.map(({ answers }) => answers)),
    ...(Object.keys(errors).length > 0 && { errors }),
    ...(ships.length > 0 && { ships }),
    ...(key && { key }),
    ...(faults.length > 0 && { faults }),
  });
  bases.set(overlay, base!);
  return overlay;
}

/** The scenario without what was laid over it last, or itself. */
export function withoutLast(scenario: LoadedScenario): LoadedScenario {
  return bases.get(scenario) ?? scenario;
}

/** The scenario without all that is laid over it. */
export function baseOf(scenario: LoadedScenario): LoadedScenario {
  const base = bases.get(scenario);
  return base === undefined ? scenario : baseOf(base);
}

/** A ready-made scenario, or several of them as `default+slow`. Throws a UserError that lists the names. */
export function scenarioNamed(name: string): LoadedScenario {
  const parts = name.split(WITH).map((part) => {
    const found = Object.hasOwn(scenarios, part) ? scenarios[part] : undefined;
    if (found === undefined)
      throw scenarioError("unknown-scenario", {
        name: part,
        suggestion: suggest(part, Object.keys(scenarios)),
      });
    return found;
  });
  const known = overlays.get(name) ?? overlaid(parts);
  if (overlays.size >= MAX_OVERLAYS) overlays.clear();
  overlays.set(name, known);
  return known;
}

/** The scenario that a world has is known by its name too, alone, before `+slow` and without it: it may be from a file. */
export function ownOrNamed(wanted: string, own: LoadedScenario): string | LoadedScenario {
  const base = baseOf(own);
  const known = [own, withoutLast(own), base].find(({ name }) => name === wanted);
  if (known !== undefined) return known;
  const others = wanted.startsWith(`${base.name}${WITH}`) ? wanted.slice(base.name.length + 1) : "";
  return others === "" || scenarios[base.name] === base
    ? wanted
    : overlaid([base, scenarioNamed(others)]);
}

/** Names and files as one text; a scenario itself, or a list that has one, as one scenario. Throws a UserError. */
export async function asOneScenario(choice: ScenarioChoice): Promise<string | LoadedScenario> {
  const all = [choice].flat() as readonly (NamedScenario | Scenario)[];
  if (all.every((one) => typeof one === "string")) return all.join(WITH);
  return overlaid(await Promise.all(all.map(asScenario)));
}

/** Reads a scenario by its name, from a file, or from an object, unless it has been read. Throws a UserError. */
export async function asScenario(given: NamedScenario | Scenario): Promise<LoadedScenario> {
  if (typeof given === "string") return loadScenario(given);
  // Loaded on demand: the mock starts without the schemas.
  const { readScenario } = await import("./read-scenario.ts");
  return readScenario(given);
}

/** The names and files of `mine.yaml+slow`. The path of a file may have a plus sign as well. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let path = "";
  for (const part of text.split(WITH)) {
    path = path === "" ? part : `${path}${WITH}${part}`;
    if (!isFile(path) && !Object.hasOwn(scenarios, path)) continue;
    parts.push(path);
    path = "";
  }
  return path === "" ? parts : [...parts, path];
}

const isFile = (text: string): boolean => /\.ya?ml$/i.test(text);

/** The files among the scenarios of `mine.yaml+slow`. */
export const scenarioFiles = (text: string): string[] => partsOf(text).filter(isFile);

/** True if a file has to be read: the text is not only names of ready-made scenarios. */
export const isScenarioFile = (text: string): boolean => scenarioFiles(text).length > 0;

/**
 * Takes the name of a ready-made scenario, the path of a `.yaml` or `.yml` file, or several of them with a plus sign between, of which
 * the first has the orders. Throws a UserError.
 */
export async function loadScenario(text: string): Promise<LoadedScenario> {
  if (!isScenarioFile(text)) return scenarioNamed(text);
  return overlaid(
    await Promise.all(
      partsOf(text).map((one) => (isFile(one) ? readFile(one) : scenarioNamed(one))),
    ),
  );
}

async function readFile(file: string): Promise<LoadedScenario> {
  const text = await readText(file).catch((error: unknown) => {
    throw scenarioError("unreadable-scenario", { file, why: describeSystemError(error) });
  });
  // Loaded on demand: the mock starts without the YAML parser.
  const { parseScenario } = await import("./parse.ts");
  return parseScenario(text, file);
}

/** Not an import: bundlers would look for node:fs, which browsers do not have. */
async function readText(file: string): Promise<string> {
  const fs = (globalThis as { process?: NodeJS.Process }).process?.getBuiltinModule?.(
    "node:fs/promises",
  );
  if (fs !== undefined) return decodeText(await fs.readFile(file));
  const response = await fetch(file);
  // A development server may answer an unknown path with the page itself.
  const isFound = response.ok && !/^text\/html\b/.test(response.headers.get("content-type") ?? "");
  if (!isFound) throw new Error(`the page's server has no such file, status ${response.status}`);
  return decodeText(await response.arrayBuffer());
}
