/**
 * A long run of the mock: 64 clients list and cancel in 32 worlds, beside resets, faults and slow readers. Ends with 1 when an answer
 * was wrong, or when memory does not come back. `npm run soak -- 300` runs for 300 seconds; the default is 120.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { memory, mockServer } from "../../mock/bench/processes.ts";
import { worldClient } from "./client.ts";
import { cancelAll, type Tally } from "./consistent-world.ts";
import { disturb, readSlowly } from "./disturbance.ts";

/** Two clients in each. */
const WORLDS = 32;
const SLOW_READERS = 16;
const DEFAULT_SECONDS = 120;
const REST_MS = 20_000;
/** MB that the mock may have more at the end of the run, and after a rest, than once all worlds are open. */
const MAX_GROWTH_MB = 100;

const seconds = Number(process.argv[2] ?? DEFAULT_SECONDS);
const server = await mockServer(2_000);
const baseUrl = server.url;
const adminUrl = baseUrl.replace(/\/v1$/, "/__admin");
const tally: Tally = { calls: 0, wrong: [] };
const showMemory = (when: string): number => {
  const { now } = memory(server.pid);
  console.log(`${when.padEnd(24)} ${now.toFixed(0).padStart(5)} MB`);
  return now;
};

try {
  showMemory("before the first call");
  const worlds = Array.from({ length: WORLDS }, (_, n) => ({
    name: `soak-${n}`,
    client: worldClient(baseUrl, adminUrl, `soak-${n}`),
  }));
  const round = () => Promise.all(worlds.map(({ name, client }) => cancelAll(client, name, tally)));
  await round();
  const began = showMemory("after the first round");
  const ended = Date.now() + seconds * 1000;
  const stop = new AbortController();
  setMaxListeners(SLOW_READERS, stop.signal);
  const until = async (act: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; Date.now() < ended; turn++) await act(turn);
  };
  const slow = Array.from({ length: SLOW_READERS }, () => until(() => readSlowly(baseUrl, stop.signal)));
  setTimeout(() => stop.abort(), seconds * 1000);
  await Promise.all([
    ...worlds.map(({ name, client }) => until(() => cancelAll(client, name, tally))),
    until((turn) => disturb(baseUrl, adminUrl, turn)),
    ...slow,
  ]);
  const end = showMemory(`after ${seconds} s`);
  await pause(REST_MS);
  const rested = showMemory("after a rest");
  console.log(`${tally.calls.toLocaleString("en")} calls, ${tally.wrong.length} wrong answers`);
  for (const line of tally.wrong.slice(0, 20)) console.log(`  ${line}`);
  if (Math.min(end, rested) - began > MAX_GROWTH_MB) tally.wrong.push("memory does not come back");
} finally {
  await server.stop();
}
process.exitCode = tally.wrong.length > 0 ? 1 : 0;
