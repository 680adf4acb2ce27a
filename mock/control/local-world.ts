/** Controls a world in this process, directly on its orders and events. */
import { dayOf, noonOf, relativeDatesIn, withDates } from "../../scenarios/relative-dates.ts";
import { objectSource } from "../../scenarios/source/object-source.ts";
import { checkNumber } from "../../spec/errors/checks.ts";
import { parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { controlError } from "../errors/control-errors.ts";
import type { Shipment } from "../service/events.ts";
import type { StoreEntry as StoredEntry } from "../service/order-store.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { actOn, type OpenWorld } from "./open-world.ts";
import { idAndFields, idOf, idsIn, soundnessCheck, wholeOf } from "./shared-methods.ts";
import { layOver, resetWorld, restoreWorld } from "./start-world.ts";
import type { WorldControl } from "./world-control.ts";
import { entryText, listText, readDocumentText, scenariosOf, stateText } from "./world-state.ts";

// Loaded on demand: the mock starts sooner, and a page may never need them.
const loadNotes = () => import("./request-notes.ts");
const loadWriter = () => import("./world-scenario.ts");

type Schemas = typeof import("./read-arguments.ts");

let schemas: Schemas | undefined;
/** Set by the first call that needs the schemas. */
let loading: Promise<void> | undefined;

async function loadSchemas(): Promise<void> {
  schemas = await import("./read-arguments.ts").catch((error: unknown) => {
    // Later calls may not need the schemas.
    loading = undefined;
    throw error;
  });
}

/** `open` is called for each use, because the world may have been deleted since the last one. */
export function localWorld(open: () => OpenWorld | Promise<OpenWorld>): WorldControl {
  /**
   * Calls act in order, even if the caller does not await them, so all wait for what one of them is
   * loading.
   */
  const opened = async (): Promise<OpenWorld> => {
    await loading;
    return open();
  };
  const run = async <T>(act: (world: World, service: Service) => T): Promise<T> =>
    actOn(await opened(), act);

  const runWithSchemas = async <T>(
    act: (schemas: Schemas, world: World, service: Service) => T,
  ): Promise<T> => {
    loading ??= loadSchemas();
    return run((world, service) => act(schemas!, world, service));
  };

  const world: WorldControl = {
    reset: async (options = {}) => resetWorld(await opened(), options),
    scenarios: () => run(scenariosOf),
    list: () => run((world) => readDocumentText(listText(world))),
    state: (part = {}) => run((world) => readDocumentText(stateText(world, part))),
    order: (id) => run((world) => readDocumentText(entryText(findOrder(world, id)))),
    ids: (state) => idsIn(world.state({ state })),
    ship: async (id, when) => {
      if (when === undefined) return run((world, { now }) => shipOrder(world, id, now(), {}));
      const source = objectSource(when, "when");
      return runWithSchemas(({ readWhen }, world, { now }) =>
        shipOrder(world, id, now(), readWhen(source)),
      );
    },
    cancel: (id) =>
      run((world) => {
        const found = findOrder(world, id);
        const before = world.store.change(found.id, "cancelled");
        if (before === "shipped") throw controlError("order-shipped", { id: found.id });
      }),
    add: async (order, options) => {
      const { id, fields } = idAndFields(order);
      const source = objectSource(fields, "order");
      const isNew = options?.new === true;
      await runWithSchemas(({ readOrder }, { store }, { now }) => {
        const { id: _, state, ...given } = readOrder(source);
        const before = store.entry(id);
        if (isNew && before !== undefined) throw controlError("order-exists", { id });
        const fields = before && (parseJson(before.order) as object);
        const dates = relativeDatesIn(given, { fields, dates: before?.dates });
        store.put(
          id,
          stringifyJson(withDates({ id, ...given }, noonOf(dayOf(now())))),
          state,
          dates,
        );
      });
    },
    remove: (id) => run((world) => world.store.remove(findOrder(world, id).id)),
    fault: async (...given) => {
      if (given.length === 0) return run((world) => world.setFaults([]));
      const source = objectSource(wholeOf(given.length === 1 ? given[0] : given), "faults");
      return runWithSchemas(({ readFaults }, world) =>
        world.setFaults([...world.faults, ...readFaults(source)]),
      );
    },
    faults: async (given) => {
      const source = objectSource(wholeOf(given), "faults");
      await runWithSchemas(({ readFaults }, world) => world.setFaults(readFaults(source)));
    },
    removeFault: async (place) => {
      checkNumber("place", place);
      await run((world) => {
        const left = world.faults.filter((_, at) => at + 1 !== place);
        if (left.length === world.faults.length)
          throw controlError("unknown-fault", { number: place });
        world.setFaults(left);
      });
    },
    advance: async (time) => {
      const source = objectSource(time, "time");
      await runWithSchemas(({ readSeconds }, world, { now }) =>
        world.advance(readSeconds(source), now()),
      );
    },
    toScenario: async (title) => {
      const { worldScenario } = await loadWriter();
      return run((world, { now }) => worldScenario(world, now(), title));
    },
    update: async (part) => {
      const source = objectSource(part, "scenario");
      const { ships, ...rest } = await runWithSchemas(({ readPart }, world) => {
        const read = readPart(source);
        for (const { id } of read.ships ?? []) if (id !== undefined) findOrder(world, id);
        return read;
      });
      if ((rest.answers ?? rest.key) !== undefined) await layOver(await opened(), rest);
      if (ships !== undefined) await run((world) => world.setShips(ships));
    },
    save: () => run((world, { now }) => world.document(undefined, undefined, now())),
    restore: async (mark, options = {}) => restoreWorld(await opened(), mark, options),
    requests: async (after = 0) => {
      checkNumber("after", after);
      const { annotate } = await loadNotes();
      return run((world, { apiKeys }) =>
        world.log.after(after).map((request) => annotate(request, apiKeys, world)),
      );
    },
    exchange: async (n) => {
      checkNumber("n", n ?? null);
      const { detailsOf } = await loadNotes();
      return run(({ log }, { apiKeys }) => {
        const exchange = log.get(n)?.exchange;
        if (exchange === undefined) throw controlError("unknown-request", { number: n });
        return detailsOf(exchange, apiKeys);
      });
    },
    expectSound: soundnessCheck(() => world.requests()),
  };
  return world;
}

/** Ships the order now, unless `when` says otherwise. */
function shipOrder(world: World, given: OrderId, now: number, when: Shipment): void {
  const { id, state } = findOrder(world, given);
  if (state === "cancelled") throw controlError("order-cancelled", { id });
  if (Object.keys(when).length === 0) world.events.shipNow(world.store, id, now);
  else if (state === "pending") world.shipLater(id, when, now);
}

/** Throws a UserError for an invalid or unknown id. */
export function findOrder({ store }: World, given: OrderId): StoredEntry & { readonly id: bigint } {
  const id = idOf(given);
  const entry = store.entry(id);
  if (entry === undefined) throw controlError("unknown-order", { id });
  return { ...entry, id };
}
