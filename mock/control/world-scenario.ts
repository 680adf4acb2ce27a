/** Writes a world as a scenario file, from which any mock starts with what this world has. */
import { MAX_FILE_LENGTH } from "../../scenarios/limits.ts";
import { orderLine, scenarioYaml } from "../../scenarios/scenario-yaml.ts";
import type { Answers } from "../../spec/clauses/open-questions.ts";
import { type Json, parseJson } from "../../spec/json/json.ts";
import { ORDER_FIELD_NAMES } from "../../spec/schema/fields.ts";
import { controlError } from "../errors/control-errors.ts";
import type { StoreEntry } from "../service/order-store.ts";
import type { World } from "../service/world.ts";
import type { ScenarioTitle } from "./world-control.ts";
import { descriptionOf, differingAnswers } from "./world-state.ts";

/**
 * Returns YAML: the current orders, exact to the digit, the events still to come, and the answers
 * that differ from the defaults. `now` is in milliseconds. Throws a UserError if the world is too
 * large for a file.
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
    orders: store.entries().map((entry) => commentLine(entry, template.answers)),
    ...events.left(calls, now),
    answers: differingAnswers(template),
    errors: template.scenario.errors ?? {},
  });
  if (text.length > MAX_FILE_LENGTH)
    throw controlError("world-too-large", { orders: length, max: MAX_FILE_LENGTH });
  return text;
}

/** Relative dates stay relative, unless the mock lists dates in another form. */
function commentLine({ order, state, dates }: StoreEntry, answers: Answers): string {
  const fields = parseJson(order) as Readonly<Record<string, Json>>;
  const written = answers["ship-date-form"] === "mixed" ? { ...fields, ...dates } : fields;
  // Answers may add fields and leave some out.
  const own = ORDER_FIELD_NAMES.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, written[field]!] as const],
  );
  return orderLine(own, state);
}
