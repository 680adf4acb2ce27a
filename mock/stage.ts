/** What worlds start from: the orders of a scenario, laid out once, and the answers that go with it. Worlds share stages. */
import { type Scenario, type ScenarioSize, startingOrders } from "../scenarios/scenario.ts";
import type { Troubles } from "../scenarios/troubles.ts";
import { type Answers, DEFAULT_ANSWERS } from "../spec/clauses/silences.ts";
import type { Profile } from "../spec/profile-shape.ts";
import { latencyFaults } from "./latency.ts";
import { prepareReplies, type Replies } from "./replies.ts";
import { plantSeed, type Seed } from "./seed.ts";

export interface Stage {
  readonly scenario: Scenario;
  /** The number that the orders and the faults are drawn from. */
  readonly seed: number;
  readonly list: Seed;
  readonly answers: Answers;
  readonly replies: Replies;
  /** What happens in its worlds: what the scenario has, and the waits of the profile behind it. */
  readonly troubles: Troubles;
}

/** Stages that are remembered beyond those that some world stands on. */
const REMEMBERED = 64;

/** Sets up stages, each only once while it is in use. */
export class Stages {
  private readonly profile: Profile;
  private readonly answers: Partial<Answers>;
  private readonly known = new Map<string, { readonly scenario: Scenario; readonly stage: WeakRef<Stage> }>();

  /** `answers` stand over those of the profile, and these over those of the scenario. */
  constructor(profile: Profile, answers: Partial<Answers>) {
    this.profile = profile;
    this.answers = answers;
  }

  async open(scenario: Scenario, size: ScenarioSize = {}): Promise<Stage> {
    const { seed = scenario.seed, orders = scenario.orders.count } = size;
    const name = `${seed} ${orders} ${scenario.name}`;
    const known = this.known.get(name);
    const standing = known?.scenario === scenario ? known.stage.deref() : undefined;
    if (standing !== undefined) return standing;
    const answers: Answers = { ...DEFAULT_ANSWERS, ...scenario.answers, ...this.profile.answers, ...this.answers };
    const list = plantSeed(await startingOrders(scenario, size), answers, this.profile.order);
    const replies = prepareReplies(answers, this.profile.replies);
    const faults = [...(scenario.faults ?? []), ...latencyFaults(this.profile.latency)];
    const stage = { scenario, seed, list, answers, replies, troubles: { ...scenario, faults } };
    if (this.known.size >= REMEMBERED)
      for (const [key, { stage: old }] of this.known) if (old.deref() === undefined) this.known.delete(key);
    this.known.set(name, { scenario, stage: new WeakRef(stage) });
    return stage;
  }
}
