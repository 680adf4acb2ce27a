/** The worlds of a service, by the keys that open them. */
import { KeptExchanges } from "./kept-exchanges.ts";
import { type SharedByWorlds, World } from "./world.ts";
import type { WorldTemplate } from "./world-template.ts";

/** A valid name of a world. */
const NAME = /^[\w.~-]{1,64}$/;

export interface WorldsOptions extends Omit<SharedByWorlds, "kept"> {
  /** In addition to the main one. */
  readonly maxWorlds: number;
  /** Called with the name of each world that is deleted because there are too many. */
  readonly onEvict: ((name: string) => void) | undefined;
}

/** The main world, and for each key with a dot and a name a world that is created on first use. `templateNow`: the start of a new one. */
export function createWorlds(
  templateNow: () => WorldTemplate,
  { apiKeys, maxWorlds, onEvict, now, onMayReset }: WorldsOptions,
) {
  const shared: SharedByWorlds = { apiKeys, kept: new KeptExchanges(), now, onMayReset };
  /** The least recently used ones first. */
  const byName = new Map<string, World>();
  /** Deletes the least recently used world, and a watched one only if all are. */
  const evict = (): void => {
    const used = [...byName.values()];
    const { name } = used.find(({ watched }) => !watched) ?? used[0]!;
    byName.delete(name);
    onEvict?.(name);
  };
  const worlds = {
    main: new World("", templateNow(), shared),
    maxWorlds,
    /** The world of a bearer token; undefined if the token is not valid. If one key is a prefix of another, the longest one that matches counts. */
    byKey(token: string): World | undefined {
      let longest = "";
      for (const key of apiKeys) {
        if (key === token) return worlds.main;
        if (key.length > longest.length && token[key.length] === "." && token.startsWith(key))
          longest = key;
      }
      const name = token.slice(longest.length + 1);
      return longest === "" || name === "" ? undefined : worlds.open(name);
    },
    /** The world with a name, created if necessary; undefined for an invalid name or if only the main world is allowed. */
    open(name: string): World | undefined {
      if (name === "") return worlds.main;
      const existing = byName.get(name);
      if (existing === undefined && (maxWorlds === 0 || !NAME.test(name))) return undefined;
      if (existing === undefined && byName.size >= maxWorlds) evict();
      const world = existing ?? new World(name, templateNow(), shared);
      // Again, as the last one.
      byName.delete(name);
      byName.set(name, world);
      return world;
    },
    /** Deletes a world; the next use of its name creates it again. False for an unknown name. */
    close: (name: string): boolean => byName.delete(name),
    all: (): World[] => [worlds.main, ...byName.values()],
  };
  return worlds;
}
