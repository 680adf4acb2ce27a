/** A world as the text of a scenario file, from which any mock starts with what this world has. */
import { MAX_FILE_LENGTH } from "../../scenarios/limits.ts";
import { orderLine, scenarioYaml } from "../../scenarios/scenario-yaml.ts";
import type { Answers } from "../../spec/clauses/silences.ts";
import { type Json, parseJson } from "../../spec/json/json.ts";
import { ORDER_FIELD_NAMES } from "../../spec/schema/fields.ts";
import { controlError } from "../errors/control.ts";
import type { OrderEntry } from "../service/order-store.ts";
import type { World } from "../service/world.ts";
import type { ScenarioTitle } from "./world-control.ts";
import { descriptionOf, differingAnswers } from "./world-state.ts";

/**
 * YAML: the orders as they are, exact to the digit, what is still to happen, and the answers that are not the default ones. `now`: in
 * milliseconds. Throws a UserError for a world that is too large for a file.
 */
export function worldScenario(
  world: World,
  now: number,
  { name, description = descriptionOf(world) }: ScenarioTitle = {},
): string {
  const { store, events, calls, template } = world;
  const { length } = store.table.orders;
  const text = scenarioYaml({
    comment: [],
    name,
    description,
    seed: template.seed,
    orders: store.entries().map((entry) => lineOf(entry, template.answers)),
    ...events.left(calls, now),
    answers: differingAnswers(template),
    errors: template.scenario.errors ?? {},
  });
  if (text.length > MAX_FILE_LENGTH)
    throw controlError("world-too-large", { orders: length, max: MAX_FILE_LENGTH });
  return text;
}

/** Dates that were relative stay so, unless the mock lists them in another form. */
function lineOf({ order, state, dates }: OrderEntry, answers: Answers): string {
  const fields = parseJson(order) as Readonly<Record<string, Json>>;
  const written = answers["ship-date-form"] === "mixed" ? { ...fields, ...dates } : fields;
  // The answers add others, and leave some out.
  const own = ORDER_FIELD_NAMES.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, written[field]!] as const],
  );
  return orderLine(own, state);
}
