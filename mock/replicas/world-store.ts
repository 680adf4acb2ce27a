/** The worlds of one setup in the store: their keys, and the steps on them as functions with plain results. */

import { type LoggedRequest, MAX_CALLS } from "../service/request-log.ts";
import type { World } from "../service/world.ts";
import { parseLogEntry } from "./journal-entry.ts";
import { SCRIPTS } from "./scripts.ts";
import { type StoreConnection, script } from "./store-connection.ts";

const [ROUND, RESET, COMPACT, DELETE] = [
  script(SCRIPTS.round),
  script(SCRIPTS.reset),
  script(SCRIPTS.compact),
  script(SCRIPTS.delete),
];

/** What a replica sends in a round. */
export interface RoundRequest {
  /** When the world was last used, in milliseconds since 1970; undefined if the store has that. */
  readonly usedAt: number | undefined;
  /** Empty if nothing is known. */
  readonly epoch: string;
  readonly length: number;
  /** The epoch of the world if it has to be created. */
  readonly newEpoch: string;
  readonly calls: number;
  /** Entries of the request log. */
  readonly requests: readonly string[];
  /** Whether somebody watches the world through this replica. */
  readonly watched: boolean;
  readonly entries: readonly string[];
}

export interface RoundResult {
  readonly epoch: string;
  readonly calls: number;
  /** The position of the first entry that is not part of the snapshot. */
  readonly base: number;
  /** The position of the first entry that was added; -1 if nothing was added, since the known state is too old. */
  readonly added: number;
  /** Whether somebody watches the world through any replica. */
  readonly watched: boolean;
  /** The name of a world that was deleted because there are too many; empty for none. */
  readonly evicted: string;
  /** JSON: what the world starts from. Empty if the entries follow the known state. */
  readonly setup: string;
  /** JSON; empty for none. */
  readonly snapshot: string;
  readonly entries: readonly string[];
}

export class WorldStore {
  readonly connection: StoreConnection;
  private readonly prefix: string;
  private readonly maxWorlds: number;

  constructor(connection: StoreConnection, prefix: string, maxWorlds: number) {
    this.connection = connection;
    this.prefix = prefix;
    this.maxWorlds = maxWorlds;
  }

  async round(world: World, request: RoundRequest): Promise<RoundResult> {
    const { usedAt = "", epoch, length, newEpoch, calls, requests, watched, entries } = request;
    const counts = [this.maxWorlds, calls, requests.length].map(String);
    const logged = requests.slice(-MAX_CALLS).join("\n");
    const args = [
      world.name,
      String(usedAt),
      watched ? "1" : "",
      epoch,
      String(length),
      newEpoch,
      ...counts,
      logged,
      ...entries,
    ];
    const result = await this.connection.run(ROUND, this.keysOf(world.name), args);
    const [current, all, base, added, isWatched, evicted, setup, snapshot, found] = result as [
      ...[string, string | number, number, number, number, string, string, string],
      string[],
    ];
    return {
      epoch: current,
      calls: Number(all),
      base,
      added,
      watched: isWatched === 1,
      evicted,
      setup,
      snapshot,
      entries: found,
    };
  }

  async reset(world: World, epoch: string, setup: string): Promise<void> {
    await this.connection.run(RESET, this.keysOf(world.name), [epoch, setup]);
  }

  async compact(world: World, epoch: string, length: number, snapshot: string): Promise<void> {
    await this.connection.run(COMPACT, this.keysOf(world.name), [epoch, String(length), snapshot]);
  }

  async delete(name: string): Promise<void> {
    await this.connection.run(DELETE, this.keysOf(name), [name]);
  }

  /** The names of all worlds but the main one, with their last use in milliseconds since 1970. */
  async worlds(): Promise<{ readonly name: string; readonly usedAt: number }[]> {
    const found = (await this.connection.send("ZRANGE", `${this.prefix}worlds`, "0", "-1", "WITHSCORES")) as string[];
    return found.flatMap((name, at) => (at % 2 === 0 ? { name, usedAt: Number(found[at + 1]) } : []));
  }

  /** The logged requests after the nth, and some before it. */
  async requestsAfter(world: World, n: number): Promise<LoggedRequest[]> {
    const [, , log] = this.keysOf(world.name);
    const found = await this.connection.send("XRANGE", log, `${n + 1}`, "+");
    return (found as [string, [string, string]][]).flatMap(([id, [, text]]) => {
      const lines = text.split("\n");
      const first = Number.parseInt(id, 10) - lines.length + 1;
      return lines.map((line, at) => parseLogEntry(first + at, line));
    });
  }

  private keysOf(name: string): readonly [string, string, string, string] {
    const world = `${this.prefix}world:${name}`;
    return [world, `${world}:journal`, `${world}:log`, `${this.prefix}worlds`];
  }
}
