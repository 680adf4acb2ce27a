/** The worlds of a replica, each with what keeps it up to date. */
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { ReplicatedWorld } from "./replicated-world.ts";
import type { WorldStore } from "./world-store.ts";

export class SharedWorlds {
  readonly store: WorldStore;
  private readonly service: Service;
  private readonly onEvict: (name: string) => void;
  private readonly known = new WeakMap<World, ReplicatedWorld>();

  constructor(service: Service, store: WorldStore, onEvict: (name: string) => void) {
    this.service = service;
    this.store = store;
    this.onEvict = onEvict;
  }

  of(world: World): ReplicatedWorld {
    let found = this.known.get(world);
    if (found === undefined) {
      found = new ReplicatedWorld(this.service, world, this.store, this.onEvict);
      this.known.set(world, found);
    }
    return found;
  }

  /** Brings a world up to date, with the shipments that are due, and resolves with what `read` returns. */
  read<T>(world: World, read: (at: number) => T): Promise<T> {
    const entry = (): JournalEntry | undefined =>
      world.events?.shipments.isWaiting === true ? { at: this.service.now() } : undefined;
    return this.of(world).perform(entry, (place) => {
      const at = place?.at ?? this.service.now();
      world.shipDue(at);
      return read(at);
    });
  }

  async update(world: World): Promise<void> {
    await this.read(world, () => {});
  }

  /** Opens all worlds that the store has, and closes all others. */
  async updateAll(): Promise<void> {
    const { worlds } = this.service;
    const stored = await this.store.worlds();
    const names = new Set(stored.map(({ name }) => name));
    for (const { name } of worlds.all()) if (!names.has(name)) worlds.close(name);
    const updates = stored.map(async ({ name, usedAt }) => {
      const world = worlds.open(name);
      if (world === undefined) return;
      world.usedAt = usedAt;
      await this.update(world);
    });
    await Promise.all([this.update(worlds.main), ...updates]);
  }
}
