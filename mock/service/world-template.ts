/** The start of worlds, made once for all that share it. */
import { initialOrders } from "../../scenarios/initial-orders.ts";
import { scenarios } from "../../scenarios/load.ts";
import { relativeDatesIn } from "../../scenarios/relative-dates.ts";
import type { LoadedScenario, ScenarioSize } from "../../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/silences.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { mockError } from "../errors/mock.ts";
import { prepareReplies, type Replies } from "../replies/prepare-replies.ts";
import { buildOrderTable, type OrderTable, orderTableOf } from "./order-table.ts";

/** The order table, the replies and the events of a scenario. A world gets another one by a reset alone: so do replicas tell one. */
export interface WorldTemplate {
  readonly scenario: LoadedScenario;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  /** The day on which the world starts, from which relative dates are: days since 1970, in UTC. */
  readonly day: number;
  readonly table: OrderTable;
  /** The table of another day: the same unless dates are relative. */
  readonly tableOn: (day: number) => OrderTable;
  readonly answers: Answers;
  readonly replies: Replies;
}

/** The answers that leave a list as it is, but for fields that the contract does not have. */
function asListed(answers: Answers): Answers {
  const hasMore = ["extra", "some-and-extra"].includes(answers["order-fields"]);
  return {
    ...answers,
    "list-order": "ascending",
    "order-fields": hasMore ? "extra" : "all",
    "ship-date-form": "mixed",
  };
}

/** The template for worlds that start on this day. Makes the table at once where it is another: the first call of a day waits for it. */
export function onDay(template: WorldTemplate, day: number): WorldTemplate {
  return day === template.day ? template : { ...template, day, table: template.tableOn(day) };
}

/**
 * The start of its worlds in their {@link WorldDocument}, as JSON: a ready-made scenario by its name, and no scenario where all who read it
 * have it as their `own`.
 */
export function startOf(
  { scenario, seed, table, day }: WorldTemplate,
  own?: LoadedScenario,
): string {
  const named = scenarios[scenario.name] === scenario ? scenario.name : scenario;
  const orders = table.orders.length;
  return stringifyJson({ scenario: scenario === own ? undefined : named, seed, orders, day });
}

/** True if two starts say the same: a scenario that was read has its fields in the order of the schema. */
export function isSameStart(one: string, other: string): boolean {
  return (
    one === other ||
    stringifyJson(sorted(parseJson(one))) === stringifyJson(sorted(parseJson(other)))
  );
}

/** The value with the members of its objects by their names. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as JsonObject).map(
    ([name, member]) => [name, sorted(member)] as const,
  );
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A function that makes templates. That of a scenario which was made last is used again, as long as it is in memory. `answers` override those
 * of the scenario.
 */
export function templateMaker(answers: Partial<Answers>) {
  const cache = new WeakMap<LoadedScenario, WeakRef<WorldTemplate>>();
  return async (
    scenario: LoadedScenario,
    day: number,
    { seed = scenario.seed, orders = scenario.orders.count }: ScenarioSize = {},
  ): Promise<WorldTemplate> => {
    const last = cache.get(scenario)?.deref();
    const template =
      last?.seed === seed && last.table.orders.length === orders
        ? onDay(last, day)
        : await makeTemplate(scenario, answers, day, { seed, orders });
    cache.set(scenario, new WeakRef(template));
    return template;
  };
}

/** Throws a UserError for a scenario that ships an order that it does not have. */
async function makeTemplate(
  scenario: LoadedScenario,
  answers: Partial<Answers>,
  day: number,
  { seed, orders }: { readonly seed: number; readonly orders: number },
): Promise<WorldTemplate> {
  const all: Answers = { ...DEFAULT_ANSWERS, ...scenario.answers, ...answers };
  const shape = scenario.orders.exact === true ? asListed(all) : all;
  const ordersOf = await initialOrders(scenario, { seed, orders });
  const table = await buildOrderTable(ordersOf(day), shape);
  // A number of orders or an answer may take away what the list has.
  const known = new Set(scenario.orders.list.map(({ id }) => id));
  for (const { id } of scenario.ships ?? [])
    if (id !== undefined && !table.byId.has(BigInt(id)) && !known.has(BigInt(id)))
      throw mockError("unknown-shipment", {
        scenario: scenario.name,
        id,
        orders: `${table.orders.length} orders of seed ${seed}`,
      });

  const listed = scenario.orders.list.slice(0, orders);
  const isRelative = listed.some((order) => relativeDatesIn(order) !== undefined);
  return {
    scenario,
    seed,
    day,
    table,
    tableOn: (other) => (isRelative ? orderTableOf(ordersOf(other), shape) : table),
    answers: all,
    replies: prepareReplies(all, scenario.errors ?? {}),
  };
}
