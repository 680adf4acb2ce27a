/** One of several mocks that share their worlds through a store: how it answers calls. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { redactRequest } from "../control/request-notes.ts";
import { errorReply } from "../replies/error-reply.ts";
import type { Call, Reply } from "../replies/messages.ts";
import { admit, answer, finishReply } from "../service/respond.ts";
import type { Service, ServiceOptions } from "../service/service.ts";
import type { WorldTemplate } from "../service/world.ts";
import { sharedAccess } from "./replica-control.ts";
import { announce, clockSkew, otherSetups, setupOf, warnOfEviction } from "./setup.ts";
import { type SharedWorlds, sharedWorlds } from "./shared-worlds.ts";
import { connectStore, RETRY_AFTER_SECONDS, StoreAway, StoreUnavailable } from "./store-connection.ts";
import { worldStore } from "./world-store.ts";

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
  const { profile, onEvict = () => {}, onOtherSetup = () => {}, onStoreNotice = () => {} } = options;
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
      answer: (call: Call, send: (reply: Reply) => void): void => answerShared(service, worlds, call, send),
      control: sharedAccess(service, worlds),
      close: () => {
        endAnnouncement();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error instanceof StoreUnavailable ? USER_ERRORS.storeUnusable(connection.address, error.message) : error;
  }
}

function answerShared(service: Service, worlds: SharedWorlds, call: Call, send: (reply: Reply) => void): void {
  const caller = admit(service, call);
  const { world, refused } = caller;
  const shared = worlds.of(world);
  shared.add({
    run: () => {
      const { reply, request } = answer(service, caller, call, shared.isWatched);
      const isCall = refused === undefined;
      return { request: JSON.stringify(redactRequest(request, service.apiKeys)), isCall, confirm: () => send(reply) };
    },
    // A call without a valid key is refused whether there is a store or not.
    fail: () => send(refused ?? unavailable(service.template, call)),
  });
}

function unavailable(template: WorldTemplate, call: Call): Reply {
  const headers = ["Retry-After", RETRY_AFTER_SECONDS];
  return finishReply(template, call, errorReply(template.answers, 503, "store_unavailable", headers));
}
