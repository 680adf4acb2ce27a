/** What replicas must have in common to share worlds, and which others use the store. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Profile } from "../../spec/profile/shape.ts";
import type { WorldTemplate } from "../service/world.ts";
import type { StoreConnection } from "./store-connection.ts";

/** The start of all keys, and the version of what is stored under those of a world. */
const PREFIX = "orders-kit:";
const FORMAT = "4";
const SETUPS = `${PREFIX}setups`;
/** How often a replica says that it is there, and after how long it is taken to be gone. */
const BEAT_MS = 10_000;
const GONE_MS = 30_000;

type Setup = ReturnType<typeof setupOf>;

/** `prefix`: the start of the keys of its worlds. Replicas with another version, scenario or profile have others. */
export function setupOf({ scenario, seed, table, answers, events }: WorldTemplate, profile: Profile | undefined) {
  const { version } = createRequire(import.meta.url)("orders-kit/package.json") as { version: string };
  const rest = { version, scenario: scenario.name, seed, answers, events, profile };
  const hash = createHash("sha256").update(JSON.stringify(rest, bigintAsText));
  for (const part of [table.bytes, table.states.join(), table.ids.join()]) hash.update(part);
  const description = `scenario ${scenario.name}, seed ${seed}, ${table.ids.length} orders, orders-kit ${version}`;
  return { prefix: `${PREFIX}${FORMAT}:${hash.digest("hex").slice(0, 16)}:`, description };
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** Tells the store that a replica with this setup is there, until the returned function is called. */
export function announce({ prefix, description }: Setup, connection: StoreConnection): () => void {
  const beat = (): void => {
    connection.send("ZADD", SETUPS, String(Date.now()), prefix + description).catch(() => {});
    connection.send("PEXPIRE", SETUPS, String(GONE_MS)).catch(() => {});
  };
  beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Milliseconds by which the store's clock is ahead of `now`; 0 if this user may not ask for its time. */
export async function clockSkew(connection: StoreConnection, now: () => number): Promise<number> {
  const sentAt = now();
  const time = await connection.send("TIME").catch(() => undefined);
  if (time === undefined) return 0;
  const [seconds, microseconds] = (time as string[]).map(Number);
  return Math.round(seconds! * 1000 + microseconds! / 1000 - (sentAt + now()) / 2);
}

/** The descriptions of replicas with other setups. */
export async function otherSetups({ prefix }: Setup, connection: StoreConnection): Promise<string[]> {
  const present = await connection.send("ZRANGEBYSCORE", SETUPS, String(Date.now() - GONE_MS), "+inf");
  return (present as string[]).filter((one) => !one.startsWith(prefix)).map((one) => one.slice(prefix.length));
}

/** Says so if the store deletes keys when it is full. Not every user may ask for that. */
export async function warnOfEviction(connection: StoreConnection, onNotice: (text: string) => void): Promise<void> {
  const info = String(await connection.send("INFO", "memory").catch(() => ""));
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "noeviction";
  if (policy !== "noeviction")
    onNotice(
      `The store deletes keys when it is full, worlds among them. Set maxmemory-policy noeviction, not ${policy}.`,
    );
}
