/**
 * Writes a world as JSON text, because its orders are stored as text and may be millions. Programs
 * get the parsed value.
 */
import { MAX_ORDERS, STATES } from "../../scenarios/limits.ts";
import { scenarios } from "../../scenarios/load.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/open-questions.ts";
import { checkNumber } from "../../spec/errors/checks.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import { shown } from "../../spec/errors/user-error.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import { isSpent } from "../service/fault-use.ts";
import type { StoreEntry as StoredEntry } from "../service/order-store.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { WorldTemplate } from "../service/world-template.ts";
import { effectWords } from "./effect-words.ts";
import type { KnownScenario, StatePart } from "./world-control.ts";

/** An OrdersState as text. Throws a UserError for an invalid part. */
export function stateText(
  world: World,
  { state, find, offset = 0, limit = MAX_ORDERS }: StatePart,
): string {
  checkNumber("offset", offset);
  checkNumber("limit", limit, MAX_ORDERS);
  if (state !== undefined && !STATES.includes(state)) {
    const expected = `one of ${STATES.join(", ")}`;
    throw inputError("bad-value", { flag: "state", expected, value: shown(state) });
  }

  const { name, calls, events, store, template, isChanged } = world;
  const { seed, scenario } = template;
  const { progress } = events;
  const found = store.find(state, find);
  const head = stringifyJson({
    world: name,
    scenario: scenario.name,
    changed: isChanged,
    description: descriptionOf(world),
    answers: differingAnswers(template),
    seed,
    counts: store.counts(),
    calls,
    listed: found.length,
    offset,
    ...progress,
    ...(scenario.key && { key: scenario.key }),
    firstListAt: progress.lists === 0 ? null : new Date(progress.firstListAt).toISOString(),
  });
  const entries = found.slice(offset, offset + limit).map((order) => store.entryOf(order));
  return `${head.slice(0, -1)},"orders":[${entries.map(entryText).join(",")}]}`;
}

/** Returns the scenario's description, or what the world contains if it has changed. */
export function descriptionOf({ isChanged, store, events, template }: World): string {
  if (!isChanged) return template.scenario.description;
  const counts = Object.entries(store.counts()).filter(([, count]) => count > 0);
  const { ships, faults } = events.progress;
  const open = faults.filter((fault) => !isSpent(fault));
  return [
    `Orders: ${counts.map(([state, count]) => `${count} ${state}`).join(", ") || "none"}.`,
    ...(ships.length > 0 ? [`Shipments to come: ${ships.length}.`] : []),
    ...(open.length > 0 ? [`Faults: ${open.map(effectWords).join("; ")}.`] : []),
  ].join(" ");
}

/** Returns the answers that differ from the defaults. */
export function differingAnswers({ answers }: WorldTemplate): Partial<Answers> {
  const differing = Object.entries(answers).filter(
    ([id, answer]) => DEFAULT_ANSWERS[id as keyof Answers] !== answer,
  );
  return Object.fromEntries(differing);
}

/** An OrderEntry as text. */
export function entryText({ id, state, order, dates }: StoredEntry): string {
  const written = dates === undefined ? "" : `,"dates":${JSON.stringify(dates)}`;
  return `{"id":${id === undefined ? "null" : `"${id}"`},"state":"${state}","order":${order}${written}}`;
}

export const listText = ({ store }: World): string => new TextDecoder().decode(store.peek());

/**
 * Parses one of these texts. We first turn ids into strings, which is four times as fast as a
 * parser that keeps all digits. This is safe because in text the mock has written, an unescaped
 * quotation mark always begins or ends a name or a value.
 */
export function readDocumentText<T>(text: string): T {
  return JSON.parse(text.replace(/(?<!\\)"(id|petId)":(-?\d+)/g, '"$1":"$2"'));
}

/** The ready-made scenarios, the mock's, and the world's own. */
export function scenariosOf({ template }: World, service: Service): KnownScenario[] {
  const [initial, current] = [service.template.scenario, template.scenario];
  const known = { ...scenarios, [initial.name]: initial, [current.name]: current };
  return Object.values(known).map(({ name, description, faults, key, ships, orders }) => {
    // Shipments of a scenario's own listed orders mean nothing to other scenarios.
    const isTrouble =
      Object.hasOwn(scenarios, name) &&
      orders.list.length === 0 &&
      (faults ?? key ?? ships) !== undefined;
    return { name, description, ...(isTrouble && { trouble: true }) };
  });
}
