/**
 * The worlds that replicas share. Each replica has them in memory, so that the pure core answers; the store has a document of each:
 * what it has started from, and what differs. What is done with a world is done again where another replica was faster.
 */
import { randomUUID } from "node:crypto";
import { templateOf, type WorldStart } from "../control/commands.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldSnapshot } from "../service/world.ts";
import { batched } from "./batch.ts";
import type { StoredWorld, WorldStore } from "./world-store.ts";

/** The document of a world. `epoch` changes with every reset. */
interface WorldDocument {
  readonly epoch: string;
  readonly start: WorldStart;
  readonly changes: WorldSnapshot;
}

type OnNotice = (text: string) => void;

/** The version of no document: with it the world is read again. */
const UNKNOWN = "?";

function shareWorld(world: World, service: Service, store: WorldStore, onNotice: OnNotice) {
  const title = world.name === "" ? "the main world" : `the world ${world.name}`;
  let epoch = "";
  let start: WorldStart = {};
  const documentOf = (): string => {
    const { calls, ...rest } = world.snapshot();
    const changes = countsMatter(world) ? { calls, ...rest } : rest;
    return JSON.stringify({ epoch, start, changes });
  };
  const initial = documentOf();
  /** The document that was read or stored last. */
  let stored: StoredWorld = { version: "", document: initial };
  /** True if a command has failed since, perhaps after it had its effect. */
  let isInDoubt = false;

  const apply = async (document: string): Promise<void> => {
    const found = JSON.parse(document) as WorldDocument;
    if (found.epoch !== epoch) world.reset(await templateOf(service, found.start));
    ({ epoch, start } = found);
    world.restore(found.changes);
  };
  /** Makes the world what the store has. */
  const adopt = async ({ version, document }: StoredWorld): Promise<void> => {
    // Any other world may have been deleted.
    if (version === "" && stored.version !== "" && world.name === "")
      onNotice(`The store no longer has ${title}: it starts again from its seed.`);
    // Its watchers hear of a reset.
    if (version === "" && stored.version !== "") epoch = UNKNOWN;
    await apply(document || initial).catch((error: Error) => {
      onNotice(
        `The store has ${title} in no form that can be read (${error.message}): it starts again.`,
      );
      return apply(initial);
    });
    stored = { version, document: documentOf() };
    isInDoubt = false;
  };

  /** Resolves with what `act` returns, once the store has its effect. Rejects with StoreUnavailable. */
  const perform = batched(async <T>(act: () => T): Promise<T> => {
    for (;;) {
      const { calls } = world;
      const done = act();
      const document = documentOf();
      const next = document === stored.document ? undefined : { version: randomUUID(), document };
      const known = isInDoubt ? UNKNOWN : stored.version;
      isInDoubt = true;
      const newer = await store.save(world.name, known, next);
      if (newer === undefined) {
        isInDoubt = false;
        stored = next ?? stored;
        return done;
      }
      // A change that is made again counts once.
      world.calls = calls;
      await adopt(newer);
    }
  });
  let lastReset = Promise.resolve();
  /** Resets take effect in the order of their calls. Throws a UserError for what no world can start from. */
  const reset = (from: WorldStart, changes?: WorldSnapshot): Promise<void> => {
    const made = Promise.all([templateOf(service, from), lastReset.catch(() => {})]);
    lastReset = made.then(([template]) =>
      perform(() => {
        epoch = randomUUID();
        start = from;
        world.reset(template);
        if (changes !== undefined) world.restore(changes);
      }),
    );
    return lastReset;
  };
  return { perform, reset };
}

/** True if an answer depends on the number of its call: then two replicas must not give two calls the same one. */
function countsMatter({ template }: World): boolean {
  return template.events.key !== undefined || template.answers["rate-limits"] === "limited";
}

export type SharedWorlds = ReturnType<typeof sharedWorlds>;

/** Returns a function that gives access to a world. `onNotice` is called with a line of text when one is lost. */
export function sharedWorlds(service: Service, store: WorldStore, onNotice: OnNotice) {
  const known = new WeakMap<World, ReturnType<typeof shareWorld>>();
  return (world: World): ReturnType<typeof shareWorld> => {
    const shared = known.get(world) ?? shareWorld(world, service, store, onNotice);
    known.set(world, shared);
    return shared;
  };
}
