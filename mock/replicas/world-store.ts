/**
 * The data that replicas share in Redis or Valkey: a document and its version for each world, and
 * what the mocks started from.
 */
import type { StoreConnection } from "./store-client.ts";

/** Prefix of all keys, and the version of the stored format. */
const PREFIX = "orders-kit:";
const FORMAT = "9";
/**
 * How long the store keeps a world after its last use, and how long it remembers what mocks started
 * from.
 */
const WORLD_MS = 7 * 24 * 3600 * 1000;
const SETUP_SECONDS = 24 * 3600;

/** A world in the store. */
export interface StoredWorld {
  /** Changes with every document. */
  readonly version: string;
  readonly document: string;
}

/** Stands for a world that the store does not have. */
export const NONE: StoredWorld = { version: "", document: "" };

/**
 * Compare and set: stores a document, unless another replica has changed the world since the
 * version known here. KEYS: the world. ARGV: known version; new version and document, empty if
 * nothing has changed. If the versions differ, returns what the store has.
 */
const SAVE = `
local stored = redis.call('HMGET', KEYS[1], 'version', 'document')
if (stored[1] or '') ~= ARGV[1] then return stored end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'version', ARGV[2], 'document', ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ${WORLD_MS})`;

/**
 * Deletes a world, unless another replica has changed it since the known version. In that case
 * returns the current version.
 */
const DELETE = `
local isWorld = redis.call('TYPE', KEYS[1]).ok == 'hash'
local version = isWorld and redis.call('HGET', KEYS[1], 'version') or ARGV[1]
if version ~= ARGV[1] then return version end
redis.call('DEL', KEYS[1])`;

export type WorldStore = ReturnType<typeof worldStore>;

/**
 * The keys of worlds contain `setup`, so that mocks started from something else have other worlds.
 */
export function worldStore({ client, answerTo }: StoreConnection, setup: string) {
  const keyOf = (name: string): string => `${PREFIX}${FORMAT}:${setup}:world:${name}`;
  return {
    /**
     * Resolves with undefined once the world is stored. If `known` is not the current version,
     * stores nothing and resolves with what the store has.
     */
    async save(name: string, known: string, next = NONE): Promise<StoredWorld | undefined> {
      const options = { keys: [keyOf(name)], arguments: [known, next.version, next.document] };
      const newer = (await answerTo(client.eval(SAVE, options))) as (string | null)[] | null;
      return newer === null ? undefined : { version: newer[0] ?? "", document: newer[1] ?? "" };
    },
    /**
     * Deletes only the current version of a world, so that a late command does not undo a newer
     * save.
     */
    async delete(name: string): Promise<void> {
      let version: string | null = "";
      while (version !== null)
        version = (await answerTo(
          client.eval(DELETE, { keys: [keyOf(name)], arguments: [version] }),
        )) as string | null;
    },
    /**
     * Stores a description of this setup for the next mock with this store. Resolves with the
     * previous mock's description if its setup differs.
     */
    async otherSetup(description: string): Promise<string | undefined> {
      const own = `${setup} ${description}`;
      const options = { EX: SETUP_SECONDS, GET: true } as const;
      const last = await answerTo(client.set(`${PREFIX}setup`, own, options));
      return last === null || last.startsWith(setup) ? undefined : last.replace(/^\S* /, "");
    },
  };
}
