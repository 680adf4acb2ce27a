/** What worlds start from, shared by them: the order table, the replies and the events of a scenario. */

import type { ScenarioEvents } from "../../scenarios/events.ts";
import { initialOrders } from "../../scenarios/initial-orders.ts";
import type { Scenario, ScenarioSize } from "../../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/silences.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import type { Profile } from "../../spec/profile/shape.ts";
import { prepareReplies, type Replies } from "../replies/prepare-replies.ts";
import { latencyFaults } from "./latency.ts";
import { buildOrderTableInSteps, findPosition, type OrderTable } from "./order-table.ts";

export interface WorldTemplate {
  readonly scenario: Scenario;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  readonly table: OrderTable;
  readonly answers: Answers;
  readonly replies: Replies;
  /** The events of the scenario, followed by delays from the profile. */
  readonly events: ScenarioEvents;
}

/** Cache entries at which those of collected templates are removed. */
const MAX_CACHED = 64;

/** Creates templates; each is reused as long as it is in memory. */
export class WorldTemplates {
  private readonly profile: Profile;
  private readonly answers: Partial<Answers>;
  private readonly cache = new Map<
    string,
    { readonly scenario: Scenario; readonly template: WeakRef<WorldTemplate> }
  >();

  /** `answers` override those of the profile, which override those of the scenario. */
  constructor(profile: Profile, answers: Partial<Answers>) {
    this.profile = profile;
    this.answers = answers;
  }

  async get(scenario: Scenario, size: ScenarioSize = {}): Promise<WorldTemplate> {
    const { seed = scenario.seed, orders = scenario.orders.count } = size;
    const name = `${seed} ${orders} ${scenario.name}`;
    const cached = this.cache.get(name);
    const existing = cached?.scenario === scenario ? cached.template.deref() : undefined;
    if (existing !== undefined) return existing;
    const answers: Answers = { ...DEFAULT_ANSWERS, ...scenario.answers, ...this.profile.answers, ...this.answers };
    const initial = await initialOrders(scenario, size);
    const table = await buildOrderTableInSteps(initial, answers, this.profile.order);
    for (const { id } of scenario.ships ?? [])
      if (id !== undefined && findPosition(table, id) < 0)
        throw USER_ERRORS.unknownShipment(scenario.name, id, `${table.count} orders of seed ${seed}`);
    const replies = prepareReplies(answers, this.profile.replies);
    const faults = [...(scenario.faults ?? []), ...latencyFaults(this.profile.latency)];
    const template = { scenario, seed, table, answers, replies, events: { ...scenario, faults } };
    if (this.cache.size >= MAX_CACHED)
      for (const [key, { template: old }] of this.cache) if (old.deref() === undefined) this.cache.delete(key);
    this.cache.set(name, { scenario, template: new WeakRef(template) });
    return template;
  }
}
