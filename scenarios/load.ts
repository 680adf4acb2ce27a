/**
 * Loads a scenario by name or from a file: from the file system in Node, and from the page's server
 * in a browser.
 */

import { suggest } from "../spec/errors/suggest.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { SCENARIOS, type ScenarioName } from "./generated/scenarios.ts";
import { asLoaded } from "./loaded.ts";
import type { LoadedScenario, Scenario } from "./scenario.ts";
import { scenarioError } from "./scenario-errors.ts";
import { decodeText } from "./source/decode.ts";

/** Editors complete the ready-made names; any other text is a file. */
export type NamedScenario = ScenarioName | (string & {});

/** One scenario, or a list: the orders of the first, and what goes wrong in any of them. */
export type ScenarioChoice = NamedScenario | Scenario | readonly (NamedScenario | Scenario)[];

/** The scenarios that come with orders-kit. */
export const scenarios: Readonly<Record<string, LoadedScenario>> = SCENARIOS;
for (const one of Object.values(scenarios)) asLoaded(one);

/** Separates the scenarios in `default+slow`. */
const WITH = "+";
/** Combined scenarios by name, so that each is built only once. */
const overlays = new Map<string, LoadedScenario>();
const MAX_OVERLAYS = 64;
const bases = new WeakMap<LoadedScenario, LoadedScenario>();

/**
 * The first scenario with what goes wrong in the others: their shipments, key, faults, answers and
 * Error texts.
 */
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

/** Removes what was last laid over the scenario; returns the scenario itself if nothing was. */
export function withoutLast(scenario: LoadedScenario): LoadedScenario {
  return bases.get(scenario) ?? scenario;
}

/** Removes everything laid over the scenario. */
export function baseOf(scenario: LoadedScenario): LoadedScenario {
  const base = bases.get(scenario);
  return base === undefined ? scenario : baseOf(base);
}

/**
 * Finds a ready-made scenario, or combines several, such as `default+slow`. Throws a UserError that
 * lists the names.
 */
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

/**
 * Also resolves the names of the world's own scenario, with or without what is laid over it and
 * before a `+slow`, because that scenario may come from a file.
 */
export function ownOrNamed(wanted: string, own: LoadedScenario): string | LoadedScenario {
  const base = baseOf(own);
  const known = [own, withoutLast(own), base].find(({ name }) => name === wanted);
  if (known !== undefined) return known;
  const others = wanted.startsWith(`${base.name}${WITH}`) ? wanted.slice(base.name.length + 1) : "";
  return others === "" || scenarios[base.name] === base
    ? wanted
    : overlaid([base, scenarioNamed(others)]);
}

/**
 * Joins names and files into one text. If the choice contains a scenario object, combines
 * everything into one scenario. Throws a UserError.
 */
export async function asOneScenario(choice: ScenarioChoice): Promise<string | LoadedScenario> {
  const all = [choice].flat() as readonly (NamedScenario | Scenario)[];
  if (all.every((one) => typeof one === "string")) return all.join(WITH);
  return overlaid(await Promise.all(all.map(asScenario)));
}

/**
 * Reads a scenario by name, from a file, or from an object that has not been read yet. Throws a
 * UserError.
 */
export async function asScenario(given: NamedScenario | Scenario): Promise<LoadedScenario> {
  if (typeof given === "string") return loadScenario(given);
  // Loaded on demand, so that the mock starts without the schemas.
  const { readScenario } = await import("./read-scenario.ts");
  return readScenario(given);
}

/** Splits `mine.yaml+slow` into names and files. A file's path may contain a plus sign, too. */
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

/** The files in `mine.yaml+slow`. */
export const scenarioFiles = (text: string): string[] => partsOf(text).filter(isFile);

/** True if a file must be read, because not all parts are names of ready-made scenarios. */
export const isScenarioFile = (text: string): boolean => scenarioFiles(text).length > 0;

/**
 * Takes the name of a ready-made scenario, the path of a `.yaml` or `.yml` file, or several of them
 * joined by plus signs; the first one provides the orders. Throws a UserError.
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
  // Loaded on demand, so that the mock starts without the YAML parser.
  const { parseScenario } = await import("./parse.ts");
  return parseScenario(text, file);
}

/** We do not import node:fs, because bundlers would look for it and browsers do not have it. */
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
