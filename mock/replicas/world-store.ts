/** The worlds of one setup in the store: their keys, and the atomic steps on them, in Lua, as functions with plain results. */
import { type LoggedRequest, MAX_CALLS, type UnnumberedRequest } from "../service/request-log.ts";
import type { World } from "../service/world.ts";
import { type StoreConnection, StoreRefusal, script } from "./store-connection.ts";

/** How long a world is kept after its last use. */
const KEPT_MS = 7 * 24 * 3600 * 1000;
/** A world is watched if a replica with watchers has had a round with it in this time. */
const WATCHED_SECONDS = 3;

/**
 * One round of a replica with a world: stores what it has done, unless another replica has changed the world since the state that
 * it knows, or watches it: requests are then logged in full. A world without a version is as its seed makes it.
 *
 * KEYS: the world (a hash), its request log (a stream), all worlds by their last use. ARGV: name; last use (milliseconds since
 * 1970); 1 if the replica has watchers; known version; new version (empty if nothing has changed) and its state; the most worlds;
 * calls to count; requests to number; their log entries, one a line; 1 if these are as for a watched world. The log has one entry a
 * round, whose id is the number of its last request.
 *
 * Returns: 1 if a replica has watchers; name of a world that was evicted; 1 if the store lists the world; all calls that were
 * counted, or, if the replica has to start from another state, what the world has.
 */
const ROUND = script(`
local world, log, worlds = KEYS[1], KEYS[2], KEYS[3]
local name, used, known = ARGV[1], ARGV[2], ARGV[4]
local evicted = ''
local listed = (name == '' or redis.call('ZSCORE', worlds, name)) and 1 or 0
local stored = redis.call('HMGET', world, 'version', 'watched')
if redis.call('EXISTS', world) == 0 then redis.call('DEL', log) end
local second = tonumber(redis.call('TIME')[1])
local watched = ARGV[3] == '1' and 1 or 0
if watched == 1 and tonumber(stored[2]) ~= second then redis.call('HSET', world, 'watched', second)
elseif stored[2] and second - stored[2] <= ${WATCHED_SECONDS} then watched = 1 end
if name ~= '' and redis.call('ZADD', worlds, 'GT', used, name) == 1 then
  redis.call('ZREMRANGEBYSCORE', worlds, '-inf', used - ${KEPT_MS})
  if redis.call('ZCARD', worlds) > tonumber(ARGV[7]) then
    evicted = redis.call('ZPOPMIN', worlds)[1]
    local prefix = string.sub(world, 1, #world - #name)
    redis.call('DEL', prefix .. evicted, prefix .. evicted .. ':log')
  end
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEPT_MS}) end
local unseen = watched == 1 and ARGV[11] ~= '1' and ARGV[9] ~= '0'
if unseen or (stored[1] or '') ~= known then
  return {watched, evicted, listed, redis.call('HMGET', world, 'epoch', 'setup', 'version', 'state', 'calls')}
end
if ARGV[9] ~= '0' then
  local n = redis.call('HINCRBY', world, 'logged', ARGV[9])
  redis.call('XADD', log, 'MINID', math.max(0, n + 1 - ${MAX_CALLS}), n .. '-0', 'requests', ARGV[10])
end
if ARGV[5] ~= '' then redis.call('HSET', world, 'version', ARGV[5], 'state', ARGV[6]) end
return {watched, evicted, listed, redis.call('HINCRBY', world, 'calls', ARGV[8])}
`);

/** Starts a world again, whatever is in its place. ARGV: the epoch that begins, which is its version too, and what it starts from. */
const RESET = script(`
local logged = redis.pcall('HGET', KEYS[1], 'logged')
redis.call('DEL', KEYS[1], KEYS[2])
if type(logged) == 'string' then redis.call('HSET', KEYS[1], 'logged', logged) end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'version', ARGV[1], 'setup', ARGV[2], 'state', '', 'calls', 0)
`);

/** Deletes a world. ARGV: its name. */
const DELETE = script(`
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
`);

/** What a replica sends in a round. */
export interface RoundRequest {
  /** Empty for a world as its seed makes it. */
  readonly known: string;
  /** What the world has now, with a new version; undefined if it has not changed. */
  readonly next: { readonly version: string; readonly state: string } | undefined;
  readonly calls: number;
  /** Entries of the request log. */
  readonly requests: readonly string[];
  /** Whether they are in full, as for a world that somebody watches. */
  readonly areFull: boolean;
}

/** A world as the store has it. Texts are empty for what there is not. */
export interface StoredWorld {
  /** Changes with every reset. */
  readonly epoch: string;
  /** JSON: what the world starts from. */
  readonly setup: string;
  /** Changes with every state. */
  readonly version: string;
  /** JSON: what differs from the start. */
  readonly state: string;
  readonly calls: number;
  /** False after the world was deleted. */
  readonly isListed: boolean;
}

export type WorldStore = ReturnType<typeof worldStore>;

export function worldStore(connection: StoreConnection, prefix: string, maxWorlds: number) {
  const keysOf = (name: string): readonly [string, string, string] => {
    const world = `${prefix}world:${name}`;
    return [world, `${world}:log`, `${prefix}worlds`];
  };
  return {
    /**
     * `isWatched`: somebody watches the world through any replica. `evicted`: the name of a world that was deleted because there are too
     * many; empty for none. `stored`: all calls; or what the store has, if nothing was stored since the known state is too old.
     */
    async round({ name, usedAt, watched }: World, request: RoundRequest) {
      const { known, next = { version: "", state: "" }, calls, requests, areFull } = request;
      const counts = [maxWorlds, calls, requests.length].map(String);
      const args = [
        name,
        String(usedAt),
        watched ? "1" : "",
        known,
        next.version,
        next.state,
        ...counts,
      ];
      args.push(requests.slice(-MAX_CALLS).join("\n"), areFull ? "1" : "");
      const answer = await connection.run(ROUND, keysOf(name), args);
      const [isWatched, evicted, isListed, rest] = answer as [
        number,
        string,
        number,
        number | (string | null)[],
      ];
      const resultOf = (stored: number | StoredWorld) => ({
        isWatched: isWatched === 1,
        evicted,
        stored,
      });
      if (typeof rest === "number") return resultOf(rest);
      const [epoch = "", setup = "", version = "", state = "", all = "0"] = rest.map(
        (text) => text ?? undefined,
      );
      return resultOf({
        epoch,
        setup,
        version,
        state,
        calls: Number(all),
        isListed: isListed === 1,
      });
    },
    async reset({ name }: World, epoch: string, setup: string): Promise<void> {
      await connection.run(RESET, keysOf(name), [epoch, setup]);
    },
    async delete(name: string): Promise<void> {
      await connection.run(DELETE, keysOf(name), [name]);
    },
    /** The names of all worlds but the main one, with their last use in milliseconds since 1970. */
    async worlds(): Promise<{ readonly name: string; readonly usedAt: number }[]> {
      const found = (await connection.send(
        "ZRANGE",
        `${prefix}worlds`,
        "0",
        "-1",
        "WITHSCORES",
      )) as string[];
      return found.flatMap((name, at) =>
        at % 2 === 0 ? { name, usedAt: Number(found[at + 1]) } : [],
      );
    },
    /** The logged requests after the nth, and some before it. */
    async requestsAfter({ name }: World, n: number): Promise<LoggedRequest[]> {
      const found = await connection.send("XRANGE", keysOf(name)[1], `${n + 1}`, "+");
      return (found as [string, [string, string]][]).flatMap(([id, [, text]]) => {
        const lines = text.split("\n");
        const first = Number.parseInt(id, 10) - lines.length + 1;
        return lines.map((line, at) => parseLogEntry(first + at, line));
      });
    },
  };
}

/** The nth request of the log. */
function parseLogEntry(n: number, text: string): LoggedRequest {
  try {
    return { ...(JSON.parse(text) as UnnumberedRequest), n };
  } catch {
    throw new StoreRefusal("an entry of its request log cannot be read");
  }
}
