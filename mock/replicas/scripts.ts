/**
 * The atomic steps on a world in the store, in Lua. KEYS: the world's hash, its journal (a list), its request log (a stream)
 * and the set of all worlds by their last use.
 */
import { MAX_CALLS } from "../service/request-log.ts";

/** How long a world is kept after its last use. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** A world is watched if a replica with watchers has had a round with it in this time. */
const WATCHED_SECONDS = 3;

/**
 * One round of a replica with a world. Creates the world if there is none; adds entries to the journal and to the log, unless the
 * replica knows an older state than the journal reaches back to, or one from before a reset.
 *
 * ARGV: name; its last use (milliseconds since 1970; empty if the store has it); 1 if the replica has watchers; known epoch; known length of the journal; epoch of a
 * new world; the most worlds; calls to count; requests to number; the last of their log entries, one a line; then entries of the
 * journal. The log has one entry a round, with the number of its last request as its id.
 *
 * Returns: epoch, calls, position of the first entry that the journal still has, position of the first one that was added (-1 if
 * nothing was), 1 if a replica has watchers, name of a world that was evicted, what the world starts from, its snapshot, and entries: those after the known
 * length, or all of them if the replica has to start again. Setup and snapshot are empty unless it has to.
 */
const ROUND = `
local world, journal, log, worlds = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local name, used, known, from = ARGV[1], ARGV[2], ARGV[4], tonumber(ARGV[5])
local evicted = ''
local stored = redis.call('HMGET', world, 'epoch', 'base', 'watched')
local epoch, base = stored[1], tonumber(stored[2])
local second = tonumber(redis.call('TIME')[1])
local watched = ARGV[3] == '1' and 1 or 0
if watched == 1 and tonumber(stored[3]) ~= second then redis.call('HSET', world, 'watched', second)
elseif stored[3] and second - stored[3] <= ${WATCHED_SECONDS} then watched = 1 end
if not epoch then
  epoch, base = ARGV[6], 0
  redis.call('DEL', world, journal, log)
  redis.call('HSET', world, 'epoch', epoch, 'base', 0, 'setup', '{}')
end
if name ~= '' and used ~= '' and redis.call('ZADD', worlds, 'GT', used, name) == 1 then
  redis.call('ZREMRANGEBYSCORE', worlds, '-inf', used - ${KEPT_MS})
  if redis.call('ZCARD', worlds) > tonumber(ARGV[7]) then
    evicted = redis.call('ZPOPMIN', worlds)[1]
    local prefix = string.sub(world, 1, #world - #name)
    redis.call('DEL', prefix .. evicted, prefix .. evicted .. ':journal', prefix .. evicted .. ':log')
  end
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${KEPT_MS}) end
local length = base + redis.call('LLEN', journal)
if known ~= epoch or from < base or from > length then
  local all = redis.call('HMGET', world, 'setup', 'snapshot', 'calls')
  return {epoch, all[3] or '0', base, -1, watched, evicted, all[1], all[2] or '', redis.call('LRANGE', journal, 0, -1)}
end
if ARGV[9] ~= '0' then
  local n = redis.call('HINCRBY', world, 'logged', ARGV[9])
  redis.call('XADD', log, 'MINID', math.max(0, n + 1 - ${MAX_CALLS}), n .. '-0', 'requests', ARGV[10])
end
for i = 11, #ARGV do redis.call('RPUSH', journal, ARGV[i]) end
local calls = redis.call('HINCRBY', world, 'calls', ARGV[8])
return {epoch, calls, base, length, watched, evicted, '', '', redis.call('LRANGE', journal, from - base, -1)}
`;

/** Starts a world again. ARGV: its new epoch, and what it starts from. */
const RESET = `
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('HDEL', KEYS[1], 'snapshot')
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'base', 0, 'setup', ARGV[2], 'calls', 0)
`;

/** Replaces the first entries of the journal by a snapshot. ARGV: the epoch, the position of the snapshot, the snapshot. */
const COMPACT = `
local stored = redis.call('HMGET', KEYS[1], 'epoch', 'base')
local base, position = tonumber(stored[2]), tonumber(ARGV[2])
if stored[1] ~= ARGV[1] or position <= base then return end
redis.call('LTRIM', KEYS[2], position - base, -1)
redis.call('HSET', KEYS[1], 'base', position, 'snapshot', ARGV[3])
`;

/** Deletes a world. ARGV: its name. */
const DELETE = `
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
`;

export const SCRIPTS = { round: ROUND, reset: RESET, compact: COMPACT, delete: DELETE } as const;
