/** Writes a scenario file: an order, a shipment or a fault a line. */

import { type Json, stringifyJson } from "../spec/json/json.ts";
import type { OrderField } from "../spec/schema/fields.ts";
import type { CurrentState, Scenario, ScenarioEvents } from "./scenario.ts";

/** The content of the file. */
export interface WrittenScenario extends ScenarioEvents, Pick<Scenario, "description"> {
  /** Lines at the beginning, without their signs. */
  readonly comment: readonly string[];
  readonly seed?: number;
  /** Lines of {@link orderLine}. */
  readonly orders: readonly string[];
  readonly answers?: Scenario["answers"];
}

/** The list is exact: it is served as it stands there. */
export function scenarioYaml(scenario: WrittenScenario): string {
  const {
    comment,
    description,
    seed,
    orders,
    ships = [],
    key,
    faults = [],
    answers = {},
  } = scenario;
  return [
    ...comment.map((line) => `# ${line}`),
    `description: ${stringifyJson(description)}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
    "orders:",
    "  exact: true",
    ...(orders.length === 0 ? ["  list: []"] : ["  list:", ...orders]),
    ...listOf("ships", ships),
    ...(key === undefined ? [] : [`key: ${flow(key)}`]),
    ...listOf("faults", faults),
    ...(Object.keys(answers).length === 0 ? [] : [`answers: ${flow(answers)}`]),
    "",
  ].join("\n");
}

/** One order with its fields in the order of the members. */
export function orderLine(
  members: Iterable<readonly [field: OrderField, value: Json]>,
  state: CurrentState,
): string {
  return `    - ${flow({ ...Object.fromEntries(members), state })}`;
}

function listOf(name: string, elements: readonly object[]): string[] {
  return elements.length === 0 ? [] : [`${name}:`, ...elements.map((one) => `  - ${flow(one)}`)];
}

/** A mapping on one line. Ids are digits without quotes. */
function flow(mapping: object): string {
  const members = Object.entries(mapping).map(([name, value]) => {
    const text = stringifyJson(value as Json);
    const isPlain = name === "id" || (typeof value === "string" && isWord(value));
    return `${name}: ${isPlain ? text.replaceAll('"', "") : text}`;
  });
  return `{ ${members.join(", ")} }`;
}

/** True if it means the same without quotes: `true` and `null` would not. */
const isWord = (text: string): boolean =>
  /^[A-Za-z][A-Za-z-]+$/.test(text) && !/^(?:true|false|null)$/i.test(text);
