/** The start of worlds, created once for all worlds that share it. */
import { initialOrders } from "../../scenarios/initial-orders.ts";
import { scenarios } from "../../scenarios/load.ts";
import { relativeDatesIn } from "../../scenarios/relative-dates.ts";
import type { LoadedScenario, ScenarioSize } from "../../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/open-questions.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { mockError } from "../errors/mock-errors.ts";
import { prepareReplies, type Replies } from "../replies/prepare-replies.ts";
import { buildOrderTable, orderTableOf } from "./build-order-table.ts";
import type { OrderTable } from "./order-table.ts";

/**
 * The order table, replies and events of a scenario. A world gets another template only by a reset,
 * by which replicas recognize one.
 */
export interface WorldTemplate {
  readonly scenario: LoadedScenario;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  /**
   * The day on which the world starts and from which relative dates count: days since 1970, in UTC.
   */
  readonly day: number;
  readonly table: OrderTable;
  /** Returns the table for another day, which is the same unless dates are relative. */
  readonly tableOn: (day: number) => OrderTable;
  readonly answers: Answers;
  readonly replies: Replies;
}

/**
 * Returns answers that leave a list unchanged, except for fields that the contract does not have.
 */
function asListed(answers: Answers): Answers {
  const hasMore = ["extra", "some-and-extra"].includes(answers["order-fields"]);
  return {
    ...answers,
    "list-order": "ascending",
    "order-fields": hasMore ? "extra" : "all",
    "ship-date-form": "mixed",
  };
}

/**
 * Returns the template for worlds that start on this day. If the table differs, builds it
 * synchronously: the first call of a day waits for it.
 */
export function onDay(template: WorldTemplate, day: number): WorldTemplate {
  return day === template.day ? template : { ...template, day, table: template.tableOn(day) };
}

/**
 * Returns the start of worlds in their {@link WorldDocument}, as JSON. A ready-made scenario is
 * given by name; `own`, which every reader has, is left out.
 */
export function startOf(
  { scenario, seed, table, day }: WorldTemplate,
  own?: LoadedScenario,
): string {
  const named = scenarios[scenario.name] === scenario ? scenario.name : scenario;
  const orders = table.orders.length;
  return stringifyJson({ scenario: scenario === own ? undefined : named, seed, orders, day });
}

/**
 * True if two starts mean the same; the order of members does not matter, because a scenario that
 * was read has its fields in the order of the schema.
 */
export function isSameStart(one: string, other: string): boolean {
  return (
    one === other ||
    stringifyJson(sorted(parseJson(one))) === stringifyJson(sorted(parseJson(other)))
  );
}

/** Sorts the members of objects by name. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value as JsonObject).map(
    ([name, member]) => [name, sorted(member)] as const,
  );
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns a function that creates templates. It reuses a scenario's last template while that is in
 * memory. `answers` override the scenario's.
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

/** Throws a UserError if the scenario ships an order that it does not have. */
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
  // A smaller number of orders, or an answer, may have removed listed orders.
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
