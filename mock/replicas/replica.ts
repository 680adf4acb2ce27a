/** One of several mocks that share their worlds through a store: what it must have in common with them, and how it answers calls. */
import { createHash } from "node:crypto";
import type { Profile } from "../../scenarios/profile/shape.ts";
import { VERSION } from "../../spec/version.ts";
import { redactRequest } from "../control/request-notes.ts";
import { storeUnusableError } from "../errors/mock.ts";
import { errorReply } from "../replies/error-reply.ts";
import type { Call, Reply } from "../replies/messages.ts";
import { admit, answer, finishReply } from "../service/respond.ts";
import type { Service, ServiceOptions } from "../service/service.ts";
import type { WorldTemplate } from "../service/world.ts";
import { sharedAccess } from "./replica-control.ts";
import { type SharedWorlds, sharedWorlds } from "./shared-worlds.ts";
import {
  connectStore,
  RETRY_AFTER_SECONDS,
  StoreAway,
  type StoreConnection,
  StoreUnavailable,
} from "./store-connection.ts";
import { worldStore } from "./world-store.ts";

/** The start of all keys, and the version of what is stored under those of a world. */
const PREFIX = "orders-kit:";
const FORMAT = "4";
const SETUPS = `${PREFIX}setups`;
/** How often a replica says that it is there, and after how long it is taken to be gone. */
const BEAT_MS = 10_000;
const GONE_MS = 30_000;

/** What a mock does with a store. */
export interface StoreOptions {
  /** Redis or Valkey, in which mocks share their worlds: `redis://host:6379/0`. Needs the package `redis`. Default: none. */
  readonly store?: string | undefined;
  /** Called at the start for each kind of mock in the store that has started from something else, and shares nothing with this one. */
  readonly onOtherSetup?: ((description: string) => void) | undefined;
  /** Called with a line of text when the store is away, is back, may lose worlds, or has lost one. */
  readonly onStoreNotice?: ((text: string) => void) | undefined;
}

export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** Throws a UserError if the store cannot be used. */
export async function openReplica(
  local: Service,
  url: string,
  options: StoreOptions & Pick<ServiceOptions, "profile" | "onEvict">,
) {
  const {
    profile,
    onEvict = () => {},
    onOtherSetup = () => {},
    onStoreNotice = () => {},
  } = options;
  const connection = await connectStore(url, onStoreNotice);
  try {
    // The worlds of a store have one clock, its own: those of the replicas' machines may differ.
    const skew = await clockSkew(connection, local.now);
    const service = { ...local, now: () => local.now() + skew };
    const setup = setupOf(service.template, profile);
    const store = worldStore(connection, setup.prefix, service.worlds.maxWorlds);
    const worlds = sharedWorlds({ service, store, onEvict, onNotice: onStoreNotice });
    // A world that cannot be read is one of those that get 503; a store that does not answer is no store.
    await worlds.update(service.main).catch((error: unknown) => {
      if (error instanceof StoreAway) throw error;
    });
    await warnOfEviction(connection, onStoreNotice);
    for (const description of await otherSetups(setup, connection)) onOtherSetup(description);
    const endAnnouncement = announce(setup, connection);
    return {
      /** The given one, on the clock of the store. */
      service,
      /** Answers a call through `send`, which may be called later. */
      answer: (call: Call, send: (reply: Reply) => void): void =>
        answerShared(service, worlds, call, send),
      control: sharedAccess(service, worlds),
      close: () => {
        endAnnouncement();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error instanceof StoreUnavailable
      ? storeUnusableError({ address: connection.address, why: error.message })
      : error;
  }
}

function answerShared(
  service: Service,
  worlds: SharedWorlds,
  call: Call,
  send: (reply: Reply) => void,
): void {
  const caller = admit(service, call);
  const { world, refused } = caller;
  const shared = worlds.of(world);
  shared.add({
    run: () => {
      const { reply, request } = answer(service, caller, call, shared.isWatched);
      const isCall = refused === undefined;
      return {
        request: JSON.stringify(redactRequest(request, service.apiKeys)),
        isCall,
        confirm: () => send(reply),
      };
    },
    // A call without a valid key is refused whether there is a store or not.
    fail: () => send(refused ?? unavailable(service.template, call)),
  });
}

function unavailable(template: WorldTemplate, call: Call): Reply {
  const headers = ["Retry-After", RETRY_AFTER_SECONDS];
  return finishReply(
    template,
    call,
    errorReply(template.answers, 503, "store_unavailable", headers),
  );
}

type Setup = ReturnType<typeof setupOf>;

/** `prefix`: the start of the keys of its worlds. Replicas with another version, scenario or profile have others. */
function setupOf(
  { scenario, seed, table, answers, events }: WorldTemplate,
  profile: Profile | undefined,
) {
  const rest = { version: VERSION, scenario: scenario.name, seed, answers, events, profile };
  const hash = createHash("sha256").update(JSON.stringify(rest, bigintAsText));
  for (const part of [table.bytes, table.states.join(), table.ids.join()]) hash.update(part);
  const description = `scenario ${scenario.name}, seed ${seed}, ${table.ids.length} orders, orders-kit ${VERSION}`;
  return { prefix: `${PREFIX}${FORMAT}:${hash.digest("hex").slice(0, 16)}:`, description };
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** Tells the store that a replica with this setup is there, until the returned function is called. */
function announce({ prefix, description }: Setup, connection: StoreConnection): () => void {
  const beat = (): void => {
    connection.send("ZADD", SETUPS, String(Date.now()), prefix + description).catch(() => {});
    connection.send("PEXPIRE", SETUPS, String(GONE_MS)).catch(() => {});
  };
  beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Milliseconds by which the store's clock is ahead of `now`; 0 if this user may not ask for its time. */
async function clockSkew(connection: StoreConnection, now: () => number): Promise<number> {
  const sentAt = now();
  const time = await connection.send("TIME").catch(() => undefined);
  if (time === undefined) return 0;
  const [seconds, microseconds] = (time as string[]).map(Number);
  return Math.round(seconds! * 1000 + microseconds! / 1000 - (sentAt + now()) / 2);
}

/** The descriptions of replicas with other setups. */
async function otherSetups({ prefix }: Setup, connection: StoreConnection): Promise<string[]> {
  const present = await connection.send(
    "ZRANGEBYSCORE",
    SETUPS,
    String(Date.now() - GONE_MS),
    "+inf",
  );
  return (present as string[])
    .filter((one) => !one.startsWith(prefix))
    .map((one) => one.slice(prefix.length));
}

/** Says so if the store deletes keys when it is full. Not every user may ask for that. */
async function warnOfEviction(
  connection: StoreConnection,
  onNotice: (text: string) => void,
): Promise<void> {
  const info = String(await connection.send("INFO", "memory").catch(() => ""));
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "noeviction";
  if (policy !== "noeviction")
    onNotice(
      `The store deletes keys when it is full, worlds among them. Set maxmemory-policy noeviction, not ${policy}.`,
    );
}
