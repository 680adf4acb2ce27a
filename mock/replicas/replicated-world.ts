/**
 * A world that replicas share. Each replica has it in memory and applies the journal of the store to it, so that the pure core
 * answers. Calls that arrive while a round with the store is under way share the next one.
 */
import { randomUUID } from "node:crypto";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { applyEntry, type JournalEntry } from "./journal-entry.ts";
import { templateOf } from "./setup.ts";
import { StoreUnavailable } from "./store-connection.ts";
import type { RoundResult, WorldStore } from "./world-store.ts";

/** Something to do with the world while it is up to date. */
export interface Step {
  /** The entry that it needs in the journal, by what is known of the world; undefined if it changes nothing. */
  entry(): JournalEntry | undefined;
  /** Runs at the place of its entry in the journal, or after all entries. */
  run(entry: JournalEntry | undefined): void;
  /** Called in place of `run` if the store is unavailable. */
  fail(error: StoreUnavailable): void;
}

/** A request that has been answered but not yet logged. */
interface Answered {
  /** The entry of the log. */
  readonly request: string;
  /** 1 for a call with a valid key that is not in the journal. */
  readonly calls: 0 | 1;
  /** Sends the reply. */
  release(): void;
}

/** The entries of steps, undefined for a step without one. */
type Entries = readonly (JournalEntry | undefined)[];

/** A snapshot replaces this many entries, or more if it is large: a journal entry has about 80 bytes. */
const MIN_COMPACTED = 1000;
const BYTES_PER_ENTRY = 80;

export class ReplicatedWorld {
  private readonly service: Service;
  private readonly world: World;
  private readonly store: WorldStore;
  private readonly onEvict: (name: string) => void;
  /** Whether somebody watches the world through any replica. */
  isWatched = false;
  private steps: Step[] = [];
  private answered: Answered[] = [];
  private running = false;
  private generation = 0;
  /** The last use of the world that the store has. */
  private usedAt = 0;
  /** Empty if nothing is known of the world. */
  private epoch = "";
  /** The number of entries that have been applied, including those in the snapshot. */
  private length = 0;
  /** Entries at which a snapshot replaces them. */
  private compactAt = MIN_COMPACTED;
  private compacting = false;
  /** The number of the last request that the local log has. */
  private logged = 0;

  constructor(service: Service, world: World, store: WorldStore, onEvict: (name: string) => void) {
    this.service = service;
    this.world = world;
    this.store = store;
    this.onEvict = onEvict;
  }

  add(step: Step): void {
    this.steps.push(step);
    if (this.running) return;
    this.running = true;
    // Calls that arrive in the same turn of the event loop share a round.
    setImmediate(() => this.runRounds());
  }

  /** Called by a step: the reply is sent once the request is in the log that every replica shows. */
  log(answered: Answered): void {
    this.answered.push(answered);
  }

  /** Resolves with what `run` returns; rejects with what it throws, and with StoreUnavailable. */
  perform<T>(entry: Step["entry"], run: (entry: JournalEntry | undefined) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle: Step["run"] = (place) => {
        try {
          resolve(run(place));
        } catch (error) {
          reject(error);
        }
      };
      this.add({ entry, run: settle, fail: (error) => reject(error) });
    });
  }

  /** Adds what the replicas have logged to the local log. */
  async readLog(): Promise<void> {
    for (const request of await this.store.requestsAfter(this.world, this.logged)) {
      // Another reading may have been faster.
      if (request.n <= this.logged) continue;
      this.logged = request.n;
      this.world.log.receive(request);
    }
  }

  private async runRounds(): Promise<void> {
    while (this.steps.length > 0 || this.answered.length > 0) await this.round();
    this.running = false;
  }

  private async round(): Promise<void> {
    const { steps, answered } = this;
    [this.steps, this.answered] = [[], []];
    const entries = steps.map((step) => step.entry());
    try {
      const result = await this.exchange(entries, answered);
      if (result.evicted !== "") this.onEvict(result.evicted);
      this.isWatched = result.watched;
      if (result.added < 0) {
        await this.startAgain(result);
        this.steps = [...steps, ...this.steps];
      } else {
        this.apply(result, steps, entries);
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      for (const step of steps) step.fail(error);
    }
    // What they did is in the store, even if the log is not.
    for (const { release } of answered) release();
    if (this.world.watched && answered.length > 0) this.readLog().catch(() => {});
  }

  private async exchange(entries: Entries, answered: readonly Answered[]): Promise<RoundResult> {
    const { generation } = this.store.connection;
    if (generation !== this.generation) [this.epoch, this.usedAt] = ["", 0];
    this.generation = generation;
    const added = entries.filter((entry) => entry !== undefined);
    const countedCalls = answered.reduce((sum, { calls }) => sum + calls, 0);
    const { usedAt } = this.world;
    const isNewUse = usedAt !== this.usedAt;
    this.usedAt = usedAt;
    return await this.store.round(this.world, {
      usedAt: isNewUse ? usedAt : undefined,
      epoch: this.epoch,
      length: this.length,
      newEpoch: randomUUID(),
      calls: countedCalls + added.filter(({ call }) => call !== undefined).length,
      requests: answered.map(({ request }) => request),
      watched: this.world.watched,
      entries: added.map((entry) => JSON.stringify(entry)),
    });
  }

  /** Applies the entries in their order, runs the steps of this replica at their places, and then those without an entry. */
  private apply({ base, calls, added, entries }: RoundResult, steps: readonly Step[], own: Entries): void {
    for (const text of entries.slice(0, added - this.length)) applyEntry(this.service, this.world, JSON.parse(text));
    this.length += entries.length;
    for (const [at, step] of steps.entries()) if (own[at] !== undefined) step.run(own[at]);
    this.world.calls = calls;
    const again: Step[] = [];
    for (const step of steps.filter((_, at) => own[at] === undefined)) {
      // The entries of other replicas may have made a difference.
      if (step.entry() === undefined) step.run(undefined);
      else again.push(step);
    }
    this.steps = [...again, ...this.steps];
    if (this.length - base >= this.compactAt) this.compact();
  }

  /** Makes the world from what the store has. */
  private async startAgain({ epoch, base, calls, setup, snapshot, entries }: RoundResult): Promise<void> {
    this.world.reset(await templateOf(this.service, setup));
    if (snapshot !== "") this.world.restore(JSON.parse(snapshot));
    for (const text of entries) applyEntry(this.service, this.world, JSON.parse(text));
    this.world.calls = calls;
    this.epoch = epoch;
    this.length = base + entries.length;
    this.logged = 0;
    this.compactAt = compactionSize(snapshot);
  }

  private compact(): void {
    if (this.compacting) return;
    this.compacting = true;
    const snapshot = JSON.stringify(this.world.snapshot());
    this.compactAt = compactionSize(snapshot);
    this.store
      .compact(this.world, this.epoch, this.length, snapshot)
      .catch(() => {})
      .finally(() => {
        this.compacting = false;
      });
  }
}

function compactionSize(snapshot: string): number {
  return Math.max(MIN_COMPACTED, Math.ceil(snapshot.length / BYTES_PER_ENTRY));
}
