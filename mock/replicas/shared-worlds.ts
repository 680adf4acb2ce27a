/**
 * The worlds that replicas share. Each replica has them in memory, so that the pure core can
 * answer. For each world, the store has a document: what it started from, and what has changed. If
 * another replica stored a change first, we apply that change and repeat our action.
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

/** Matches no document's version, so that we read the world again. */
const UNKNOWN = "?";

function shareWorld(
  world: World,
  service: Service,
  store: WorldStore,
  onNotice: OnNotice,
): OpenWorld {
  const title = world.name === "" ? "the main world" : `the world ${world.name}`;
  /** The first part of versions; it changes with every reset. */
  let epoch: string = randomUUID();
  /** The document read or stored last. */
  let stored = NONE;
  /** True if a command has failed since, perhaps after taking effect. */
  let isInDoubt = false;

  /**
   * The mock's own scenario, which all replicas have. Documents contain any other one, which may be
   * long.
   */
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
    // A reset tells watchers that the world has changed. The second condition is for documents
    // edited by hand.
    if (found !== epoch || !isSameStart(startOf(template, own), start.text)) world.reset(template);
    world.restore(changes);
    epoch = found;
    stored = { version, document: textOf() };
  };
  /** Makes the world equal to the one in the store. */
  const adopt = async (newer: StoredWorld): Promise<void> => {
    isInDoubt = false;
    if (newer.version !== "")
      return apply(newer).catch((error: Error) => {
        onNotice(
          `The store has ${title} in no form that can be read (${error.message.split("\n", 1)}): it starts again.`,
        );
        startAnew();
        // The next save replaces the unreadable document.
        stored = { version: newer.version, document: "" };
      });
    // A missing main world was lost; any other may have been deleted.
    if (stored.version !== "" && world.name === "")
      onNotice(`The store no longer has ${title}: it starts again from its seed.`);
    startAnew();
  };

  /**
   * Resolves with what `act` returns, once the store has its effect. Rejects with StoreUnavailable.
   */
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
      // A repeated action counts its call only once.
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

/**
 * True if answers depend on the number of the call, so that no two replicas may give two calls the
 * same number.
 */
function countsMatter({ template }: World): boolean {
  return template.scenario.key !== undefined || template.answers["rate-limits"] === "limited";
}

export type SharedWorlds = ReturnType<typeof sharedWorlds>;

/** Calls `onNotice` with a line of text when a world is lost. */
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
