/** Redis or Valkey, in which replicas keep what they share: a document and its version for each world. Loads the package `redis`. */
import { once } from "node:events";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { badStoreError, noRedisPackageError, storeUnusableError } from "../errors/mock.ts";

/** A store that has not answered by then is treated as failed. */
const TIMEOUT_MS = 2000;
const RECONNECT_MS = 200;
/** How long a world is kept after its last use. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** After this a client may try again. */
export const RETRY_AFTER_SECONDS = "1";

/** Nothing can be done with the store, or with one of its worlds. */
export class StoreUnavailable extends Error {}

/** The store cannot be reached, or does not answer: whether a command has had its effect is then unknown. */
export class StoreAway extends StoreUnavailable {}

/** A world as the store has it. Texts are empty for what there is not. */
export interface StoredWorld {
  /** Changes with every document. */
  readonly version: string;
  readonly document: string;
  readonly calls: number;
}

/**
 * Compare and set: stores a document, unless another replica has changed the world since the version that this one knows. KEYS: the
 * world. ARGV: known version; new version (empty if nothing has changed) and document; calls to count; the known number of calls, if it
 * matters. Returns all calls, or what the store has.
 */
const SAVE = `
local stored = redis.call('HMGET', KEYS[1], 'version', 'document', 'calls')
if (stored[1] or '') ~= ARGV[1] then return stored end
if ARGV[5] ~= '' and (stored[3] or '0') ~= ARGV[5] then return stored end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'version', ARGV[2], 'document', ARGV[3]) end
local calls = redis.call('HINCRBY', KEYS[1], 'calls', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ${KEPT_MS})
return calls`;

/** Stores a document in the place of whatever there is, unless the version has changed. KEYS: the world. ARGV: version and document; known version. */
const REPLACE = `
local stored = redis.pcall('HGET', KEYS[1], 'version')
if (type(stored) == 'string' and stored or '') ~= ARGV[3] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'document', ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ${KEPT_MS})`;

export type WorldStore = Awaited<ReturnType<typeof openStore>>;

/**
 * `prefix` begins all keys of worlds. `onNotice` is told when the store is away and when it is back. Throws a UserError if the URL is
 * wrong, the package is missing, or the store does not answer.
 */
export async function openStore(url: string, prefix: string, onNotice: (text: string) => void) {
  const address = addressOf(url);
  const { createClient, ErrorReply } = await import("redis").catch(() => {
    throw noRedisPackageError();
  });
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: RECONNECT_MS, connectTimeout: TIMEOUT_MS },
  });

  let isAway = true;
  const tellAway = (error: unknown): void => {
    if (isAway) return;
    isAway = true;
    onNotice(`The store ${address} is away (${reasonOf(error)}). Calls get 503 until it is back.`);
  };
  client.on("error", tellAway);
  try {
    const failure = once(client, "error").then(([error]) => Promise.reject(error));
    await withTimeout(Promise.race([client.connect(), failure]));
    isAway = false;
  } catch (error) {
    client.destroy();
    throw storeUnusableError({ address, why: reasonOf(error) });
  }
  client.on("ready", () => {
    isAway = false;
    onNotice(`The store ${address} is back.`);
  });

  /** Rejects with StoreAway, or with StoreUnavailable where the store refuses the command. */
  const send = async (...command: readonly string[]): Promise<unknown> => {
    try {
      return await withTimeout(client.sendCommand(command));
    } catch (error) {
      if (error instanceof ErrorReply) throw new StoreUnavailable(error.message);
      // A connection that does not answer may be dead for good.
      if (error instanceof StoreAway && !isAway) {
        tellAway(error);
        client.destroy();
        client.connect().catch(() => {});
      }
      throw new StoreAway(reasonOf(error));
    }
  };
  const keyOf = (name: string): string => `${prefix}world:${name}`;
  return {
    /** The URL without a user and a password. */
    address,
    send,
    /** Resolves with all calls of the world; or, where nothing was stored because `known` is not its version, with what it is. */
    async save(
      name: string,
      known: { readonly version: string; readonly calls: number | undefined },
      next: Pick<StoredWorld, "version" | "document"> | undefined,
      calls: number,
    ): Promise<number | StoredWorld> {
      const { version, document } = next ?? { version: "", document: "" };
      const args = [known.version, version, document, String(calls), String(known.calls ?? "")];
      const stored = await send("EVAL", SAVE, "1", keyOf(name), ...args);
      if (typeof stored === "number") return stored;
      const [found, text, counted] = stored as (string | null)[];
      return { version: found ?? "", document: text ?? "", calls: Number(counted) };
    },
    async replace(name: string, { version, document }: Omit<StoredWorld, "calls">): Promise<void> {
      for (;;) {
        // A command that is late, after the client was told that it failed, must not undo what was confirmed since.
        const known = await send("HGET", keyOf(name), "version").catch((error: unknown) => {
          if (error instanceof StoreAway) throw error;
        });
        const args = [version, document, typeof known === "string" ? known : ""];
        if ((await send("EVAL", REPLACE, "1", keyOf(name), ...args)) === 1) return;
      }
    },
    delete: (name: string): Promise<unknown> => send("DEL", keyOf(name)),
    /** The names of all worlds that were used. */
    async names(): Promise<string[]> {
      const found = new Set<string>();
      let cursor = "0";
      do {
        const scanned = await send("SCAN", cursor, "MATCH", `${keyOf("")}*`, "COUNT", "1000");
        const [next, keys] = scanned as [string, string[]];
        for (const key of keys) found.add(key.slice(keyOf("").length));
        cursor = next;
      } while (cursor !== "0");
      return [...found];
    },
    close: (): void => client.destroy(),
  };
}

/** The URL without a user and a password. Throws a UserError. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) throw badStoreError();
  const { protocol, host, pathname } = new URL(url);
  if (!["redis:", "rediss:"].includes(protocol) || host === "" || !/^(?:\/\d*)?$/.test(pathname))
    throw badStoreError();
  return `${protocol}//${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  return error instanceof StoreAway ? error.message : describeSystemError(error);
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const why = `it did not answer within ${TIMEOUT_MS / 1000} s`;
    const timer = setTimeout(() => reject(new StoreAway(why)), TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
