/**
 * One of several mocks that share their worlds through a store: what it must have in common with
 * the others, and how it answers calls.
 */
import { createHash } from "node:crypto";
import { stringifyJson } from "../../spec/json/json.ts";
import { VERSION } from "../../spec/version.ts";
import { mockError } from "../errors/mock-errors.ts";
import type { Call, Reply } from "../replies/call-and-reply.ts";
import { admit, answer, failedReply, finishReply, respond } from "../service/respond.ts";
import { createService, type Service, type ServiceSetting } from "../service/service.ts";
import type { WorldTemplate } from "../service/world-template.ts";
import { type SharedWorlds, sharedWorlds } from "./shared-worlds.ts";
import { connectStore, StoreUnavailable } from "./store-client.ts";
import { worldStore } from "./world-store.ts";

/** Options of a mock that keeps its worlds in a store. */
export interface StoreOptions {
  /**
   * Redis or Valkey, where mocks share their worlds: `redis://host:6379/0`. Needs the package
   * `redis`. Default: none.
   */
  readonly store?: string | undefined;
  /**
   * Called at the start if the last mock started with this store shares no worlds with this one.
   * `description` says what that mock started from.
   */
  readonly onOtherSetup?: ((description: string) => void) | undefined;
  /**
   * Called with a line of text when the store is away, is back, refuses a command, or has lost a
   * world.
   */
  readonly onStoreNotice?: ((text: string) => void) | undefined;
}

export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** Throws a UserError if the store cannot be used. */
export async function openReplica(url: string, options: ServiceSetting & StoreOptions) {
  const { onOtherSetup = () => {}, onStoreNotice = () => {} } = options;
  const connection = await connectStore(url, onStoreNotice);
  try {
    // All replicas share one clock, so that an order ships at the same time in all of them.
    const shared = { ...options, now: connection.now, isShared: true };
    const service = await createService(shared);
    const { setup, description } = setupOf(service.template);
    const store = worldStore(connection, setup);
    const worlds = sharedWorlds(service, store, onStoreNotice);
    // Throws if the store does not answer.
    await worlds.share(service.main).run(() => {});

    const other = await store.otherSetup(description);
    if (other !== undefined) onOtherSetup(other);
    return {
      service,
      /** Answers a call through `send`, possibly later. */
      answer: (call: Call, send: (reply: Reply) => void): void =>
        void answerShared(service, worlds, call).then(send),
      worlds,
      close: connection.close,
    };
  } catch (error) {
    connection.close();
    throw error instanceof StoreUnavailable
      ? mockError("store-unusable", { address: connection.address, why: error.why })
      : error;
  }
}

/** Never rejects. */
async function answerShared(service: Service, worlds: SharedWorlds, call: Call): Promise<Reply> {
  try {
    const caller = admit(service, call);
    // Refused calls do not need the store.
    if (caller.refused !== undefined) return respond(service, call);
    const { reply, at } = await worlds.share(caller.world).run(() => answer(service, caller, call));
    caller.world.log.add(at, call, reply, caller.credential);
    return reply;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) return failedReply(service, call, error);
    const { template } = service;
    return finishReply(template, call, template.replies.unavailable);
  }
}

/**
 * Returns `setup`, a part of the keys of worlds in the store. Replicas with another version,
 * scenario or size have another one.
 */
function setupOf({ scenario, seed, table, answers }: WorldTemplate) {
  const orders = table.orders.length;
  const written = stringifyJson({ version: VERSION, scenario, seed, orders, answers });
  const setup = createHash("sha256").update(written).digest("hex").slice(0, 16);
  const description = `scenario ${scenario.name}, seed ${seed}, ${orders} orders, orders-kit ${VERSION}`;
  return { setup, description };
}
