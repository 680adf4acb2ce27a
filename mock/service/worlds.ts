/** Finds the world of a key: the main world, or for a key with a dot and a name a world that is created on first use. */
import { World, type WorldTemplate } from "./world.ts";

export const DEFAULT_WORLDS = 1000;

const NAME = /^[\w.~-]{1,64}$/;

export interface WorldsOptions {
  readonly apiKeys: readonly string[];
  /** The maximum in addition to the main world; 0 for none. */
  readonly maxWorlds: number;
  /** Called with the name of each world that is deleted because there are too many. */
  readonly onEvict: ((name: string) => void) | undefined;
  readonly now: () => number;
}

export class Worlds {
  readonly main: World;
  readonly maxWorlds: number;
  /** What a new world starts from. */
  template: WorldTemplate;
  private readonly options: WorldsOptions;
  private readonly byName = new Map<string, World>();

  constructor(template: WorldTemplate, options: WorldsOptions) {
    this.template = template;
    this.options = options;
    this.maxWorlds = options.maxWorlds;
    this.main = new World("", template);
  }

  /** The world of a bearer token; undefined if the token is not valid. If one key is a prefix of another, the longest one that matches counts. */
  byKey(token: string): World | undefined {
    let longest = "";
    for (const key of this.options.apiKeys) {
      if (key === token) return this.main;
      if (key.length > longest.length && token[key.length] === "." && token.startsWith(key)) longest = key;
    }
    const name = token.slice(longest.length + 1);
    return longest === "" || name === "" ? undefined : this.open(name);
  }

  /** The world with a name, created if necessary; undefined for an invalid name or if only the main world is allowed. */
  open(name: string): World | undefined {
    if (name === "") return this.main;
    const existing = this.byName.get(name);
    if (existing !== undefined) return existing;
    if (this.maxWorlds === 0 || !NAME.test(name)) return undefined;
    if (this.byName.size >= this.maxWorlds) this.evict();
    const world = new World(name, this.template);
    world.usedAt = this.options.now();
    this.byName.set(name, world);
    return world;
  }

  /** Deletes a world; the next use of its name creates it again. False for an unknown name. */
  close(name: string): boolean {
    return this.byName.delete(name);
  }

  /** All worlds, most recently used first. */
  all(): World[] {
    return [this.main, ...this.byName.values()].sort((a, b) => b.usedAt - a.usedAt);
  }

  /** Deletes the least recently used world, and a watched one only if all are. */
  private evict(): void {
    let candidate: World | undefined;
    for (const world of this.byName.values())
      if (candidate === undefined || evictionRank(world) < evictionRank(candidate)) candidate = world;
    if (candidate === undefined) return;
    this.close(candidate.name);
    this.options.onEvict?.(candidate.name);
  }
}

function evictionRank(world: World): number {
  return world.usedAt + (world.watched ? Number.MAX_SAFE_INTEGER / 2 : 0);
}
