/** One of several mocks that share their worlds through a store: what it must have in common with them, and how it answers calls. */
import { createHash } from "node:crypto";
import type { Profile } from "../../scenarios/profile/shape.ts";
import { VERSION } from "../../spec/version.ts";
import { storeUnusableError } from "../errors/mock.ts";
import { errorReply } from "../replies/error-reply.ts";
import type { Call, Reply } from "../replies/messages.ts";
import { admit, answer, finishReply, respond } from "../service/respond.ts";
import type { Service, ServiceOptions } from "../service/service.ts";
import type { WorldTemplate } from "../service/world.ts";
import { sharedAccess } from "./replica-control.ts";
import { type SharedWorlds, sharedWorlds } from "./shared-worlds.ts";
import {
  openStore,
  RETRY_AFTER_SECONDS,
  StoreAway,
  StoreUnavailable,
  type WorldStore,
} from "./world-store.ts";

/** The start of all keys, and the version of what is stored under those of a world. */
const PREFIX = "orders-kit:";
const FORMAT = "5";

/** What a mock does with a store. */
export interface StoreOptions {
  /** Redis or Valkey, in which mocks share their worlds: `redis://host:6379/0`. Needs the package `redis`. Default: none. */
  readonly store?: string | undefined;
  /** Called at the start if the last mock that was started with this store shares nothing with this one, with what that has started from. */
  readonly onOtherSetup?: ((description: string) => void) | undefined;
  /** Called with a line of text when the store is away, is back, may lose worlds, or has lost one. */
  readonly onStoreNotice?: ((text: string) => void) | undefined;
}

export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** Throws a UserError if the store cannot be used. */
export async function openReplica(
  local: Service,
  url: string,
  options: StoreOptions & Pick<ServiceOptions, "profile">,
) {
  const { profile, onOtherSetup = () => {}, onStoreNotice = () => {} } = options;
  const { prefix, description } = setupOf(local.template, profile);
  const store = await openStore(url, prefix, onStoreNotice);
  try {
    // The worlds of a store have one clock, its own: those of the replicas' machines may differ.
    const skew = await clockSkew(store, local.now);
    const service = { ...local, now: () => local.now() + skew, isShared: true };
    const worlds = sharedWorlds(service, store, onStoreNotice);
    // A world that cannot be read is one of those that get 503; a store that does not answer is no store.
    await worlds.update(service.main).catch((error: unknown) => {
      if (error instanceof StoreAway) throw error;
    });

    await warnOfEviction(store, onStoreNotice);
    const last = await store.send("GET", `${PREFIX}setup`);
    await store.send("SET", `${PREFIX}setup`, prefix + description, "EX", "86400");
    if (typeof last === "string" && !last.startsWith(prefix))
      onOtherSetup(last.slice(prefix.length));
    return {
      /** The given one, on the clock of the store. */
      service,
      /** Answers a call through `send`, which may be called later. */
      answer: (call: Call, send: (reply: Reply) => void): void =>
        answerShared(service, worlds, call, send),
      control: sharedAccess(service, worlds),
      close: store.close,
    };
  } catch (error) {
    store.close();
    throw error instanceof StoreUnavailable
      ? storeUnusableError({ address: store.address, why: error.message })
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
  // Whether there is a store or not.
  if (caller.refused !== undefined) return send(respond(service, call));
  worlds
    .perform(caller.world, () => answer(service, caller, call))
    .then(
      ({ reply, request }) => {
        caller.world.log.add(request);
        send(reply);
      },
      () => send(unavailable(service.template, call)),
    );
}

function unavailable(template: WorldTemplate, call: Call): Reply {
  const headers = ["Retry-After", RETRY_AFTER_SECONDS];
  const reply = errorReply(template.answers, 503, "store_unavailable", headers);
  return finishReply(template, call, reply);
}

/** `prefix`: the start of the keys of its worlds. Replicas with another version, scenario or profile have others. */
function setupOf(
  { scenario, seed, table, answers, events }: WorldTemplate,
  profile: Profile | undefined,
) {
  const rest = { version: VERSION, scenario: scenario.name, seed, answers, events, profile };
  const hash = createHash("sha256").update(
    JSON.stringify(rest, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  );
  hash.update(table.bytes);
  for (const { id, state } of table.orders) hash.update(`${id} ${state} `);
  const description = `scenario ${scenario.name}, seed ${seed}, ${table.orders.length} orders, orders-kit ${VERSION}`;
  return { prefix: `${PREFIX}${FORMAT}:${hash.digest("hex").slice(0, 16)}:`, description };
}

/** Milliseconds by which the store's clock is ahead of `now`; 0 if this user may not ask for its time. */
async function clockSkew({ send }: WorldStore, now: () => number): Promise<number> {
  const sentAt = now();
  const time = await send("TIME").catch(() => undefined);
  if (time === undefined) return 0;
  const [seconds, microseconds] = (time as string[]).map(Number);
  return Math.round(seconds! * 1000 + microseconds! / 1000 - (sentAt + now()) / 2);
}

/** Says so if the store deletes keys when it is full. Not every user may ask for that. */
async function warnOfEviction(
  { send }: WorldStore,
  onNotice: (text: string) => void,
): Promise<void> {
  const info = String(await send("INFO", "memory").catch(() => ""));
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? "noeviction";
  if (policy !== "noeviction")
    onNotice(
      `The store deletes keys when it is full, worlds among them. Set maxmemory-policy noeviction, not ${policy}.`,
    );
}
