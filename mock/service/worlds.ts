/** The worlds of a service, by the keys that open them. */
import { KeptExchanges } from "./kept-exchanges.ts";
import { type SharedByWorlds, World } from "./world.ts";
import type { WorldTemplate } from "./world-template.ts";

/** A valid name of a world. */
const NAME = /^[\w.~-]{1,64}$/;

export interface WorldsOptions extends Omit<SharedByWorlds, "kept"> {
  /** In addition to the main world. */
  readonly maxWorlds: number;
  /** Called with the name of each world that is deleted because there are too many. */
  readonly onEvict: ((name: string) => void) | undefined;
}

/**
 * Creates the main world, and, on first use, one for each key with a dot and a name. `templateNow`
 * returns the start of a new world.
 */
export function createWorlds(
  templateNow: () => WorldTemplate,
  { apiKeys, maxWorlds, onEvict, now, onMayReset }: WorldsOptions,
) {
  const shared: SharedByWorlds = { apiKeys, kept: new KeptExchanges(), now, onMayReset };
  /** Least recently used first. */
  const byName = new Map<string, World>();
  /**
   * Deletes the least recently used world that nobody watches, or, if all are watched, the least
   * recently used one.
   */
  const evict = (): void => {
    const used = [...byName.values()];
    const { name } = used.find(({ watched }) => !watched) ?? used[0]!;
    byName.delete(name);
    onEvict?.(name);
  };
  const worlds = {
    main: new World("", templateNow(), shared),
    maxWorlds,
    /**
     * Returns the world of a bearer token, or undefined if the token is not valid. If one key is a
     * prefix of another, the longest match counts.
     */
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
    /**
     * Returns the world with a name, created if necessary. Returns undefined for an invalid name,
     * or if only the main world is allowed.
     */
    open(name: string): World | undefined {
      if (name === "") return worlds.main;
      const existing = byName.get(name);
      if (existing === undefined && (maxWorlds === 0 || !NAME.test(name))) return undefined;
      if (existing === undefined && byName.size >= maxWorlds) evict();
      const world = existing ?? new World(name, templateNow(), shared);
      // Moves the world to the end.
      byName.delete(name);
      byName.set(name, world);
      return world;
    },
    /**
     * Deletes a world; the next use of its name creates it again. Returns false for an unknown
     * name.
     */
    close: (name: string): boolean => byName.delete(name),
    all: (): World[] => [worlds.main, ...byName.values()],
  };
  return worlds;
}
