/**
 * The worlds that replicas share. Each replica has them in memory, so that the pure core answers; the store has a document of each:
 * what it has started from, and what differs. What is done with a world is done again where another replica was faster.
 */
import { randomUUID } from "node:crypto";
import { openDocument } from "../control/open-document.ts";
import { type OpenWorld, worldNamed } from "../control/open-world.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { isSameStart, startOf } from "../service/world-template.ts";
import { batched } from "./batch.ts";
import { NONE, type StoredWorld, type WorldStore } from "./world-store.ts";

type OnNotice = (text: string) => void;

/** The version of no document: with it the world is read again. */
const UNKNOWN = "?";

function shareWorld(
  world: World,
  service: Service,
  store: WorldStore,
  onNotice: OnNotice,
): OpenWorld {
  const title = world.name === "" ? "the main world" : `the world ${world.name}`;
  /** The beginning of a version: it changes with every reset. */
  let epoch: string = randomUUID();
  /** The document that was read or stored last. */
  let stored = NONE;
  /** True if a command has failed since, perhaps after it had its effect. */
  let isInDoubt = false;

  /** Its own scenario is that of all replicas. Another one may be long. */
  const own = service.template.scenario;
  let start = { template: world.template, text: startOf(world.template, own) };
  const textOf = (): string => {
    const { template, calls } = world;
    if (start.template !== template) start = { template, text: startOf(template, own) };
    return world.document(start.text, countsMatter(world) ? calls : "others");
  };
  const startAnew = (): void => {
    epoch = randomUUID();
    stored = NONE;
    world.reset(service.templateNow());
  };
  const apply = async ({ version, document }: StoredWorld): Promise<void> => {
    const [found = ""] = version.split("/");
    const { template, changes } = await openDocument(service, document, title);
    // Its watchers hear of a reset. Somebody may have changed the document by hand.
    if (found !== epoch || !isSameStart(startOf(template, own), start.text)) world.reset(template);
    world.restore(changes);
    epoch = found;
    stored = { version, document: textOf() };
  };
  /** Makes the world what the store has. */
  const adopt = async (newer: StoredWorld): Promise<void> => {
    isInDoubt = false;
    if (newer.version !== "")
      return apply(newer).catch((error: Error) => {
        onNotice(
          `The store has ${title} in no form that can be read (${error.message.split("\n", 1)}): it starts again.`,
        );
        startAnew();
        // What cannot be read is replaced.
        stored = { version: newer.version, document: "" };
      });
    // Any other world may have been deleted.
    if (stored.version !== "" && world.name === "")
      onNotice(`The store no longer has ${title}: it starts again from its seed.`);
    startAnew();
  };

  /** Resolves with what `act` returns, once the store has its effect. Rejects with StoreUnavailable. */
  const perform = batched(async <T>(act: () => T): Promise<T> => {
    for (;;) {
      const { calls } = world;
      const done = act();
      const document = textOf();
      const next =
        document === stored.document
          ? undefined
          : { version: `${epoch}/${randomUUID()}`, document };
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
  return {
    service,
    world,
    run: perform,
    start: (change) =>
      perform(() => {
        epoch = randomUUID();
        change();
      }),
  };
}

/** True if an answer depends on the number of its call: then two replicas must not give two calls the same one. */
function countsMatter({ template }: World): boolean {
  return template.scenario.key !== undefined || template.answers["rate-limits"] === "limited";
}

export type SharedWorlds = ReturnType<typeof sharedWorlds>;

/** `onNotice` is called with a line of text when a world is lost. */
export function sharedWorlds(service: Service, store: WorldStore, onNotice: OnNotice) {
  const known = new WeakMap<World, OpenWorld>();
  const share = (world: World): OpenWorld => {
    const shared = known.get(world) ?? shareWorld(world, service, store, onNotice);
    known.set(world, shared);
    return shared;
  };
  return {
    share,
    open: (name: string): OpenWorld => share(worldNamed(service, name)),
    delete: async (name: string): Promise<void> => {
      await store.delete(name);
      service.worlds.close(name);
    },
  };
}
