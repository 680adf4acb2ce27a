/** The start of worlds, made once for all that share it. */
import { initialOrders } from "../../scenarios/initial-orders.ts";
import { noonOf } from "../../scenarios/relative-dates.ts";
import type { Scenario, ScenarioEvents, ScenarioSize } from "../../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/silences.ts";
import { mockError } from "../errors/mock.ts";
import { prepareReplies, type Replies } from "../replies/prepare-replies.ts";
import { buildOrderTable, type OrderTable } from "./order-table.ts";

/** The order table, the replies and the events of a scenario. */
export interface WorldTemplate {
  readonly scenario: Scenario;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  readonly table: OrderTable;
  /** The ids of those orders that have been cancelled before. */
  readonly cancelled: readonly bigint[];
  readonly answers: Answers;
  readonly replies: Replies;
  readonly events: ScenarioEvents;
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

/**
 * A function that makes templates; each is reused as long as it is in memory. `answers` override those of the scenario.
 */
export function templateMaker(answers: Partial<Answers>, now: () => number) {
  /** Tables by their seed and number of orders, and by the day, to which dates may be relative. */
  const cache = new WeakMap<Scenario, Map<string, WeakRef<WorldTemplate>>>();
  return async (scenario: Scenario, size: ScenarioSize = {}): Promise<WorldTemplate> => {
    const { seed = scenario.seed, orders = scenario.orders.count } = size;
    const cached = cache.get(scenario) ?? new Map<string, WeakRef<WorldTemplate>>();
    cache.set(scenario, cached);
    const today = noonOf(now());
    const existing = cached.get(`${seed} ${orders} ${today}`)?.deref();
    if (existing !== undefined) return existing;
    const all: Answers = { ...DEFAULT_ANSWERS, ...scenario.answers, ...answers };
    const shape = scenario.orders.exact === true ? asListed(all) : all;
    const table = await buildOrderTable(await initialOrders(scenario, size, today), shape);
    for (const { id } of scenario.ships ?? [])
      if (id !== undefined && !table.byId.has(BigInt(id)))
        throw mockError("unknown-shipment", {
          scenario: scenario.name,
          id,
          orders: `${table.orders.length} orders of seed ${seed}`,
        });
    const replies = prepareReplies(all, scenario.errors ?? {});
    const cancelled = scenario.orders.list
      .slice(0, orders)
      .flatMap(({ order, state }) => (state === "cancelled" ? order.id! : []))
      // An answer may have taken its id.
      .filter((id) => table.byId.has(id));
    const template = { scenario, seed, table, cancelled, answers: all, replies, events: scenario };
    // A test may ask for any number of seeds.
    for (const [key, old] of cached) if (old.deref() === undefined) cached.delete(key);
    cached.set(`${seed} ${orders} ${today}`, new WeakRef(template));
    return template;
  };
}
