/** One of several mocks that share their worlds through a store: what it must have in common with them, and how it answers calls. */
import { createHash } from "node:crypto";
import { VERSION } from "../../spec/version.ts";
import { mockError } from "../errors/mock.ts";
import { errorReply } from "../replies/error-reply.ts";
import type { Call, Reply } from "../replies/messages.ts";
import { admit, answer, finishReply, respond } from "../service/respond.ts";
import type { Service } from "../service/service.ts";
import type { WorldTemplate } from "../service/world-template.ts";
import { sharedAccess } from "./replica-control.ts";
import { type SharedWorlds, sharedWorlds } from "./shared-worlds.ts";
import { StoreUnavailable } from "./store-client.ts";
import { openStore } from "./world-store.ts";

/** A mock that keeps its worlds in a store. */
export interface StoreOptions {
  /** Redis or Valkey, in which mocks share their worlds: `redis://host:6379/0`. Needs the package `redis`. Default: none. */
  readonly store?: string | undefined;
  /** Called at the start if the last mock that was started with this store shares nothing with this one, with what that has started from. */
  readonly onOtherSetup?: ((description: string) => void) | undefined;
  /** Called with a line of text when the store is away, is back, refuses a command, or has lost a world. */
  readonly onStoreNotice?: ((text: string) => void) | undefined;
}

export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** Throws a UserError if the store cannot be used. */
export async function openReplica(local: Service, url: string, options: StoreOptions) {
  const { onOtherSetup = () => {}, onStoreNotice = () => {} } = options;
  const { setup, description } = setupOf(local.template);
  const store = await openStore(url, setup, onStoreNotice);
  try {
    const service = { ...local, isShared: true };
    const worlds = sharedWorlds(service, store, onStoreNotice);
    // Throws if the store does not answer.
    await worlds(service.main).perform(() => {});

    const other = await store.otherSetup(description);
    if (other !== undefined) onOtherSetup(other);
    return {
      /** The given one, as one of several. */
      service,
      /** Answers a call through `send`, which may be called later. */
      answer: (call: Call, send: (reply: Reply) => void): void =>
        answerShared(service, worlds, call, send),
      control: sharedAccess(service, worlds, store),
      close: store.close,
    };
  } catch (error) {
    store.close();
    throw error instanceof StoreUnavailable
      ? mockError("store-unusable", { address: store.address, why: error.message })
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
  worlds(caller.world)
    .perform(() => answer(service, caller, call))
    .then(
      ({ reply, at }) => {
        caller.world.log.add(at, call, reply, caller.credential);
        send(reply);
      },
      () => send(unavailable(service.template, call)),
    );
}

function unavailable(template: WorldTemplate, call: Call): Reply {
  const headers = ["Retry-After", "1"];
  const reply = errorReply(template.answers, 503, "store_unavailable", headers);
  return finishReply(template, call, reply);
}

/** `setup`: what its worlds have in their keys. Replicas with another version or scenario have others. */
function setupOf({ scenario, seed, table, cancelled, answers, events }: WorldTemplate) {
  const { ships, key, faults } = events;
  const rest = {
    version: VERSION,
    scenario: scenario.name,
    seed,
    cancelled: cancelled.map(String),
    answers,
    ships,
    key,
    faults,
    errors: scenario.errors,
  };
  const hash = createHash("sha256").update(JSON.stringify(rest));
  hash.update(table.list);
  for (const { id, state } of table.orders) hash.update(`${id} ${state} `);
  const description = `scenario ${scenario.name}, seed ${seed}, ${table.orders.length} orders, orders-kit ${VERSION}`;
  return { setup: hash.digest("hex").slice(0, 16), description };
}
