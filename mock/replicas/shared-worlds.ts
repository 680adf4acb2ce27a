/**
 * The worlds that replicas share. Each replica has them in memory, so that the pure core answers; the store has a document of each:
 * what it has started from, and what differs. Calls that arrive while the store is asked share the next question.
 */
import { randomUUID } from "node:crypto";
import { templateOf, type WorldStart } from "../control/commands.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldSnapshot } from "../service/world.ts";
import { StoreAway, type StoredWorld, StoreUnavailable, type WorldStore } from "./world-store.ts";

/** The document of a world. `epoch` changes with every reset. Without changes, the world is as it starts. */
export interface WorldDocument {
  readonly epoch: string;
  readonly start: WorldStart;
  readonly changes?: Omit<WorldSnapshot, "calls">;
}

/** Something to do with a world. Where another replica was faster, it is done again, with the world as that one has left it. */
interface Step {
  /** Returns what is to be called once the store has what was done. */
  readonly run: () => () => void;
  readonly fail: (error: StoreUnavailable) => void;
}

/** No version: the world is read again. */
const UNKNOWN = "?";

class SharedWorld {
  private readonly world: World;
  private readonly service: Service;
  private readonly store: WorldStore;
  private readonly onNotice: (text: string) => void;
  private steps: Step[] = [];
  private isRunning = false;
  private epoch = "";
  private start: WorldStart = {};
  private version = "";
  /** That of the version. */
  private document: string;
  private isStored = false;
  /** Why the world could not be used the last time. */
  private problem = "";

  constructor(world: World, service: Service, store: WorldStore, onNotice: (text: string) => void) {
    this.world = world;
    this.service = service;
    this.store = store;
    this.onNotice = onNotice;
    this.document = this.currentDocument();
  }

  /** Resolves with what `act` returns, once the store has its effect; rejects with what it throws, and with StoreUnavailable. */
  perform<T>(act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const value = act();
          return () => resolve(value);
        } catch (error) {
          return () => reject(error);
        }
      };
      this.steps.push({ run, fail: reject });
      if (this.isRunning) return;
      this.isRunning = true;
      // Calls that arrive in the same turn of the event loop share a round.
      setImmediate(() => this.runAll());
    });
  }

  private async runAll(): Promise<void> {
    while (this.steps.length > 0) {
      const steps = this.steps.splice(0);
      await this.round(steps).catch((error: Error) => this.giveUp(error, steps));
    }
    this.isRunning = false;
  }

  private async round(steps: readonly Step[]): Promise<void> {
    for (;;) {
      const { calls } = this.world;
      const confirmations = steps.map(({ run }) => run());
      const document = this.currentDocument();
      const next = document === this.document ? undefined : { version: randomUUID(), document };
      const counted = this.world.calls - calls;
      const known = { version: this.version, calls: countsMatter(this.world) ? calls : undefined };
      const stored = await this.store.save(this.world.name, known, next, counted);
      if (typeof stored === "number") {
        if (next !== undefined) {
          this.version = next.version;
          this.document = document;
          this.isStored = true;
        }
        this.world.calls = stored;
        this.problem = "";
        for (const confirm of confirmations) confirm();
        return;
      }
      await this.adopt(stored);
    }
  }

  /** Makes the world what the store has. Throws for a document that this build cannot read. */
  private async adopt({ version, document, calls }: StoredWorld): Promise<void> {
    const { world, service } = this;
    // Any other world may have been deleted.
    if (version === "" && this.isStored && world.name === "")
      this.onNotice("The store no longer has the main world: it starts again from its seed.");
    // What was confirmed last, where nothing else has been stored since.
    const isKnown = version === this.version || (version === "" && !this.isStored);
    this.isStored = version !== "";

    const text = isKnown ? this.document : document || '{"epoch":"","start":{}}';
    const { epoch, start, changes } = JSON.parse(text) as WorldDocument;
    if (epoch !== this.epoch || changes === undefined)
      world.reset(await templateOf(service, start));
    if (changes !== undefined) world.restore({ calls, ...changes });
    world.calls = calls;
    this.epoch = epoch;
    this.start = start;
    this.version = version;
    this.document = this.currentDocument();
  }

  private currentDocument(): string {
    const { calls: _, ...changes } = this.world.snapshot();
    const { epoch, start } = this;
    return JSON.stringify({ epoch, start, changes } satisfies WorldDocument);
  }

  /** What an error in a world means: its calls get 503, and it is read again. No other world is affected. */
  private giveUp(error: Error, steps: readonly Step[]): void {
    this.version = UNKNOWN;
    // The store has told that it is away.
    const isAway = error instanceof StoreAway;
    if (!isAway) this.epoch = UNKNOWN;
    if (!isAway && error.message !== this.problem) {
      this.problem = error.message;
      this.onNotice(
        `In the store, ${titleOf(this.world)} cannot be used (${error.message}). Its calls get 503. Reset or delete it.`,
      );
    }
    const unavailable =
      error instanceof StoreUnavailable ? error : new StoreUnavailable(error.message);
    for (const { fail } of steps) fail(unavailable);
  }
}

/** Whether an answer depends on the number of its call: then two replicas must not give two calls the same one. */
function countsMatter({ template }: World): boolean {
  return template.events.key !== undefined || template.answers["rate-limits"] === "limited";
}

function titleOf({ name }: World): string {
  return name === "" ? "the main world" : `the world ${name}`;
}

export type SharedWorlds = ReturnType<typeof sharedWorlds>;

/** `onNotice` is called with a line of text when a world is lost or cannot be used. */
export function sharedWorlds(
  service: Service,
  store: WorldStore,
  onNotice: (text: string) => void,
) {
  const { worlds, now } = service;
  const known = new WeakMap<World, SharedWorld>();
  const perform = <T>(world: World, act: () => T): Promise<T> => {
    const shared = known.get(world) ?? new SharedWorld(world, service, store, onNotice);
    known.set(world, shared);
    return shared.perform(act);
  };
  /** Brings a world up to date, and makes the shipments that are due. */
  const update = (world: World): Promise<void> => perform(world, () => world.shipDue(now()));
  return {
    store,
    perform,
    update,
    /** Opens the worlds that the store has, as many as fit, and closes all others. One that cannot be used stays as it is here. */
    async updateAll(): Promise<void> {
      const names = new Set(await store.names());
      for (const { name } of worlds.all()) if (!names.has(name)) worlds.close(name);
      const used = worlds.all().map(({ name }) => name);
      const wanted = [...new Set([...used, ...names])].slice(0, worlds.maxWorlds + 1);
      const opened = wanted.map((name) => worlds.open(name));
      await Promise.allSettled(opened.map((world) => world && update(world)));
    },
  };
}
