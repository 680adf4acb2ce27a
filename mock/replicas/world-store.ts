/** The data that replicas share in Redis or Valkey: a document and its version for each world, and what they have started from. */
import type { StoreConnection } from "./store-client.ts";

/** The start of all keys, and the version of what is stored. */
const PREFIX = "orders-kit:";
const FORMAT = "9";
/** How long a world is kept after its last use, and how long it is known what mocks have started from. */
const WORLD_MS = 7 * 24 * 3600 * 1000;
const SETUP_SECONDS = 24 * 3600;

/** A world as the store has it. */
export interface StoredWorld {
  /** Changes with every document. */
  readonly version: string;
  readonly document: string;
}

/** What the store has of a world that it does not have. */
export const NONE: StoredWorld = { version: "", document: "" };

/**
 * Compare and set: stores a document, unless another replica has changed the world since the version that this one knows. KEYS: the
 * world. ARGV: known version; new version and document, empty if nothing has changed. Returns what the store has if it has another version.
 */
const SAVE = `
local stored = redis.call('HMGET', KEYS[1], 'version', 'document')
if (stored[1] or '') ~= ARGV[1] then return stored end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'version', ARGV[2], 'document', ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ${WORLD_MS})`;

/** Deletes a world, unless another replica has changed it since the known version. Returns the version that it has then. */
const DELETE = `
local isWorld = redis.call('TYPE', KEYS[1]).ok == 'hash'
local version = isWorld and redis.call('HGET', KEYS[1], 'version') or ARGV[1]
if version ~= ARGV[1] then return version end
redis.call('DEL', KEYS[1])`;

export type WorldStore = ReturnType<typeof worldStore>;

/** `setup` is in the keys of worlds: mocks that have started from something else have other worlds. */
export function worldStore({ client, answerTo }: StoreConnection, setup: string) {
  const keyOf = (name: string): string => `${PREFIX}${FORMAT}:${setup}:world:${name}`;
  return {
    /** Resolves with nothing; or, where nothing was stored because `known` is not the version of the world, with what it is. */
    async save(name: string, known: string, next = NONE): Promise<StoredWorld | undefined> {
      const options = { keys: [keyOf(name)], arguments: [known, next.version, next.document] };
      const newer = (await answerTo(client.eval(SAVE, options))) as (string | null)[] | null;
      return newer === null ? undefined : { version: newer[0] ?? "", document: newer[1] ?? "" };
    },
    /** Deletes a world as it is now: a command that arrives late undoes nothing that was stored since. */
    async delete(name: string): Promise<void> {
      let version: string | null = "";
      while (version !== null)
        version = (await answerTo(
          client.eval(DELETE, { keys: [keyOf(name)], arguments: [version] }),
        )) as string | null;
    },
    /** Describes this setup for the next mock that is started with the store. Resolves with that of the last one, if it is another. */
    async otherSetup(description: string): Promise<string | undefined> {
      const own = `${setup} ${description}`;
      const options = { EX: SETUP_SECONDS, GET: true } as const;
      const last = await answerTo(client.set(`${PREFIX}setup`, own, options));
      return last === null || last.startsWith(setup) ? undefined : last.replace(/^\S* /, "");
    },
  };
}
