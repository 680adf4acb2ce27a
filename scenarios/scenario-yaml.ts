/** Writes a scenario file, with one order, shipment or fault per line. */

import { type Json, stringifyJson } from "../spec/json/json.ts";
import type { OrderField } from "../spec/schema/fields.ts";
import type { CurrentState } from "./limits.ts";
import type { Scenario, ScenarioEvents } from "./scenario.ts";

/** The content of the file. */
export interface WrittenScenario extends ScenarioEvents, Pick<Scenario, "description"> {
  readonly name?: string | undefined;
  /** Lines at the top of the file, without the `#`. */
  readonly comment: readonly string[];
  readonly seed?: number;
  /** Lines of {@link orderLine}. */
  readonly orders: readonly string[];
  readonly answers?: Scenario["answers"];
  readonly errors?: Scenario["errors"];
}

/** Writes the list as exact, so that it is served unchanged. */
export function scenarioYaml(scenario: WrittenScenario): string {
  const { comment, name, description, seed, orders, key } = scenario;
  return [
    ...comment.map((line) => `# ${line}`),
    ...(name === undefined ? [] : [`name: ${plainOrQuoted(name)}`]),
    `description: ${stringifyJson(description)}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
    "orders:",
    "  exact: true",
    ...(orders.length === 0 ? ["  list: []"] : ["  list:", ...orders]),
    ...listOf("ships", scenario.ships),
    ...(key === undefined ? [] : [`key: ${flow(key)}`]),
    ...listOf("faults", scenario.faults),
    ...mappingOf("answers", scenario.answers),
    ...mappingOf("errors", scenario.errors),
    "",
  ].join("\n");
}

/** One order; its fields keep the order of `members`. */
export function orderLine(
  members: Iterable<readonly [field: OrderField, value: Json]>,
  state: CurrentState,
): string {
  return `    - ${flow({ ...Object.fromEntries(members), state })}`;
}

function listOf(name: string, elements: readonly object[] = []): string[] {
  return elements.length === 0 ? [] : [`${name}:`, ...elements.map((one) => `  - ${flow(one)}`)];
}

/** One line for each member; none for an empty mapping. */
function mappingOf(name: string, mapping: object = {}): string[] {
  const lines = Object.entries(mapping).map(
    ([key, value]) => `  ${key}: ${typeof value === "string" ? plainOrQuoted(value) : flow(value)}`,
  );
  return lines.length === 0 ? [] : [`${name}:`, ...lines];
}

/** A mapping on one line. Ids are digits without quotes. */
function flow(mapping: object): string {
  const members = Object.entries(mapping).map(([name, value]) => {
    if (name === "id") return `id: ${value}`;
    return `${name}: ${typeof value === "string" ? plainOrQuoted(value) : stringifyJson(value as Json)}`;
  });
  return `{ ${members.join(", ")} }`;
}

function plainOrQuoted(text: string): string {
  return isWord(text) ? text : stringifyJson(text);
}

/** True if the text means the same without quotes; `true` and `null` would not. */
const isWord = (text: string): boolean =>
  /^[A-Za-z][A-Za-z-]+$/.test(text) && !/^(?:true|false|null)$/i.test(text);
