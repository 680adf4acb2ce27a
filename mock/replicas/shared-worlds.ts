/**
 * The worlds that replicas share. Each replica has them in memory, so that the pure core answers; what differs from their seed is
 * in the store, with a version. Calls that arrive while a round with the store is under way share the next one.
 */
import { randomUUID } from "node:crypto";
import { templateOf } from "../control/commands.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { StoreAway, StoreUnavailable } from "./store-connection.ts";
import type { StoredWorld, WorldStore } from "./world-store.ts";

/** Something to do with a world. */
interface Step {
  /** Does it in the world of this process. If another replica was faster, it is done again with that replica's state. */
  run(): Outcome;
  /** Called in place of `confirm` if the world cannot be used. */
  fail(error: StoreUnavailable): void;
}

interface Outcome {
  /** The entry of the request log, for a call. */
  readonly request?: string;
  /** Whether it is a call with a valid key. */
  readonly isCall?: boolean;
  /** Called once the store has what was done. */
  confirm(): void;
}

/** What the worlds of a replica have in common. */
interface ReplicaContext {
  readonly service: Service;
  readonly store: WorldStore;
  /** Called with the name of each world that is deleted because there are too many. */
  readonly onEvict: (name: string) => void;
  /** Called with a line of text when a world is lost or cannot be used. */
  readonly onNotice: (text: string) => void;
}

/** No version and no epoch: the world is read again. */
const UNKNOWN = "?";

class SharedWorld {
  private readonly world: World;
  private readonly replica: ReplicaContext;
  /** Whether somebody watches the world through any replica. */
  isWatched = false;
  private steps: Step[] = [];
  private isRunning = false;
  private epoch = "";
  private version = "";
  /** What the world has in that version. */
  private state: string;
  /** Whether the store should have a state. */
  private isStored = false;
  /** The number of the last request that the local log has. */
  private logged = 0;
  /** Why the world could not be used in the last round. */
  private problem = "";

  constructor(world: World, replica: ReplicaContext) {
    this.world = world;
    this.replica = replica;
    this.state = stateOf(world);
  }

  add(step: Step): void {
    this.steps.push(step);
    if (this.isRunning) return;
    this.isRunning = true;
    // Calls that arrive in the same turn of the event loop share a round.
    setImmediate(() => this.runRounds());
  }

  /** Resolves with what `act` returns; rejects with what it throws, and with StoreUnavailable. Shipments that are due are made before. */
  perform<T>(act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): Outcome => {
        try {
          this.world.shipDue(this.replica.service.now());
          const value = act();
          return { confirm: () => resolve(value) };
        } catch (error) {
          return { confirm: () => reject(error) };
        }
      };
      this.add({ run, fail: reject });
    });
  }

  /** Adds what the replicas have logged to the local log. */
  async readLog(): Promise<void> {
    for (const request of await this.replica.store.requestsAfter(this.world, this.logged)) {
      // Another reading may have been faster.
      if (request.n <= this.logged) continue;
      this.logged = request.n;
      this.world.log.receive(request);
    }
  }

  private async runRounds(): Promise<void> {
    while (this.steps.length > 0) {
      const { steps } = this;
      this.steps = [];
      const outcomes = await this.round(steps).catch((error: Error) => this.giveUp(error, steps));
      if (outcomes === "again") this.steps = [...steps, ...this.steps];
      else for (const { confirm } of outcomes) confirm();
    }
    this.isRunning = false;
  }

  /** Resolves with the outcomes that the store has, or with "again" if another replica has changed the world. */
  private async round(steps: readonly Step[]): Promise<readonly Outcome[] | "again"> {
    const { world } = this;
    const outcomes = steps.map((step) => step.run());
    const requests = outcomes.flatMap(({ request }) => request ?? []);
    const state = stateOf(world);
    const next = state === this.state ? undefined : { version: randomUUID(), state };
    const calls = outcomes.filter(({ isCall }) => isCall).length;
    const known = { known: this.version, areFull: this.isWatched };
    const { isWatched, evicted, stored } = await this.replica.store.round(world, {
      ...known,
      next,
      calls,
      requests,
    });
    if (evicted !== "") this.replica.onEvict(evicted);
    this.isWatched = isWatched;
    if (typeof stored === "object") {
      await this.adopt(stored);
      return "again";
    }
    if (next !== undefined) [this.version, this.state, this.isStored] = [next.version, state, true];
    world.calls = stored;
    this.problem = "";
    if (world.watched && requests.length > 0) this.readLog().catch(() => {});
    return outcomes;
  }

  /** Makes the world what the store has. Throws for a text that this build cannot read. */
  private async adopt({
    epoch,
    setup,
    version,
    state,
    calls,
    isListed,
  }: StoredWorld): Promise<void> {
    const { world, replica } = this;
    if (version === "" && this.isStored && isListed)
      this.replica.onNotice(`The store has lost ${titleOf(world)}: it starts again from its seed.`);
    this.isStored = version !== "";
    if (version === this.version) {
      world.restore(JSON.parse(this.state));
      world.calls = calls;
      return;
    }
    if (epoch !== this.epoch || state === "") {
      world.reset(await templateOf(replica.service, JSON.parse(setup || "{}")));
      this.logged = 0;
    }
    if (state !== "") world.restore(JSON.parse(state));
    world.calls = calls;
    [this.epoch, this.version, this.state] = [epoch, version, stateOf(world)];
  }

  /** What an error in a world means: its calls get 503, and the next round reads it again. No other world is affected. */
  private giveUp(error: Error, steps: readonly Step[]): readonly Outcome[] {
    [this.epoch, this.version] = [UNKNOWN, UNKNOWN];
    // The connection has told of a store that is away.
    if (!(error instanceof StoreAway) && error.message !== this.problem) {
      this.problem = error.message;
      this.replica.onNotice(
        `In the store, ${titleOf(this.world)} cannot be used (${error.message}). Its calls get 503. Reset or delete it.`,
      );
    }
    const unavailable =
      error instanceof StoreUnavailable ? error : new StoreUnavailable(error.message);
    return steps.map((step) => ({ confirm: () => step.fail(unavailable) }));
  }
}

function titleOf({ name }: World): string {
  return name === "" ? "the main world" : `the world ${name}`;
}

/** What of a world is stored. The number of calls is part of it only where it decides about an answer. */
function stateOf(world: World): string {
  const { events, answers } = world.template;
  const countsCalls = events.key !== undefined || answers["rate-limits"] === "limited";
  return JSON.stringify({ ...world.snapshot(), calls: countsCalls ? world.calls : 0 });
}

export type SharedWorlds = ReturnType<typeof sharedWorlds>;

/** The worlds of a replica, each with what keeps it up to date. */
export function sharedWorlds(replica: ReplicaContext) {
  const { store } = replica;
  const { worlds } = replica.service;
  const known = new WeakMap<World, SharedWorld>();
  const of = (world: World): SharedWorld => {
    const shared = known.get(world) ?? new SharedWorld(world, replica);
    known.set(world, shared);
    return shared;
  };
  /** Brings a world up to date. */
  const update = (world: World): Promise<void> => of(world).perform(() => {});
  /** Opens all worlds that the store has, and closes all others. One that cannot be used stays as it is here. */
  const updateAll = async (): Promise<void> => {
    const stored = await store.worlds();
    const names = new Set(stored.map(({ name }) => name));
    for (const { name } of worlds.all()) if (!names.has(name)) worlds.close(name);
    const updates = stored.map(async ({ name, usedAt }) => {
      const world = worlds.open(name);
      if (world === undefined) return;
      world.usedAt = usedAt;
      await update(world);
    });
    await Promise.allSettled([update(worlds.main), ...updates]);
  };
  return { store, of, update, updateAll };
}
