/** How a world starts again: from a scenario, or from a mark. */
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/limits.ts";
import { asOneScenario, ownOrNamed, withoutLast } from "../../scenarios/load.ts";
import type { LoadedScenario, Scenario } from "../../scenarios/scenario.ts";
import { checkNames, checkNumber } from "../../spec/errors/checks.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import { shown } from "../../spec/errors/user-error.ts";
import type { World } from "../service/world.ts";
import type { WorldChanges } from "../service/world-document.ts";
import { isSameStart, startOf, type WorldTemplate } from "../service/world-template.ts";
import { actOn, type OpenWorld } from "./open-world.ts";
import type { ResetOptions, RestoreOptions } from "./world-control.ts";

/** The last start of each world: many orders take a while to make, and starts take effect in the order of their calls. */
const starts = new WeakMap<World, Promise<void>>();

/** Throws a UserError for an unknown scenario. The world's own one, which may be from a file, is known by its name. */
export async function resetWorld(open: OpenWorld, options: ResetOptions): Promise<void> {
  checkNames("reset", options, "scenario text seed orders");
  const { scenario, text, ...size } = options;
  checkNumber("seed", size.seed, MAX_SEED);
  checkNumber("orders", size.orders, MAX_ORDERS);

  const { service, world } = open;
  await start(open, async () => {
    const wanted = await (text === undefined ? asOne(scenario) : parse(text, scenario));
    const own = typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
    const template = await service.templateFor(own, size);
    return () => world.reset(template);
  });
}

/** Goes on from a document. Throws a UserError for one that is not sound as a whole. */
export async function restoreWorld(
  open: OpenWorld,
  document: string,
  { keepLog = false }: RestoreOptions,
): Promise<void> {
  const { service, world } = open;
  await start(open, async () => {
    // Loaded on demand: the mock starts without the schemas.
    const { openDocument } = await import("./open-document.ts");
    const { template: read, changes } = await openDocument(service, shown(document), "mark");
    return () => {
      // The scenario that it has already knows what it is laid over.
      const isSame = isSameStart(startOf(read), startOf(world.template));
      const template = isSame ? world.template : read;
      if (keepLog) return world.goOn(template, changes);
      world.reset(template);
      world.restore(changes);
    };
  });
}

/** The name of what is laid over a scenario by an update. */
const ANSWERS = "answers";

/** Lays the answers and the key over the scenario of the world, which goes on. The key counts from then. */
export async function layOver(
  open: OpenWorld,
  part: Pick<Scenario, "answers" | "key">,
): Promise<void> {
  const { service, world } = open;
  await start(open, async (before) => {
    // A start that was called for earlier may make it another scenario.
    await before?.catch(() => {});
    const { scenario: own, seed, table, day } = world.template;
    const base = own.name.endsWith(`+${ANSWERS}`) ? withoutLast(own) : own;
    const scenario = await asOneScenario([base, { name: ANSWERS, ...part }]);
    const size = { seed, orders: table.orders.length, day };
    const template = await service.templateFor(scenario, size);
    return () => {
      const changes = changesIn(template, world.changes());
      world.goOn(template, part.key === undefined ? changes : { ...changes, calls: 0 });
    };
  });
}

/** The changes without those of orders that have no id in the template: answers may leave it out. */
function changesIn(
  { table }: WorldTemplate,
  { calls, orders, events }: WorldChanges,
): WorldChanges {
  const put = new Set(orders.edits.map(({ id }) => id));
  const isThere = (id: string): boolean => put.has(id) || table.byId.has(BigInt(id));
  const { removed, edits, states, hideAfterList } = orders;
  return {
    ...(calls !== undefined && { calls }),
    orders: {
      removed: removed.filter((id) => table.byId.has(BigInt(id))),
      edits,
      states: states.filter(([id]) => isThere(id)),
      hideAfterList: hideAfterList.filter(isThere),
    },
    events: {
      ...events,
      ships: events.ships.filter(({ id }) => id === undefined || isThere(id)),
    },
  };
}

/** `prepare` resolves with what makes the change. */
async function start(
  open: OpenWorld,
  prepare: (before: Promise<void> | undefined) => Promise<() => void>,
): Promise<void> {
  const { world } = open;
  const before = starts.get(world);
  const run = async (): Promise<void> => {
    // The name of a scenario may be one that the world has from another replica.
    await actOn(open, () => {});
    const change = await prepare(before);
    await before?.catch(() => {});
    await open.start(change);
  };
  const started = run();
  starts.set(world, started);
  await started;
}

const asOne = async (choice: ResetOptions["scenario"]) =>
  choice === undefined ? undefined : asOneScenario(choice);

async function parse(text: unknown, name: unknown = "scenario"): Promise<LoadedScenario> {
  checkText("text", text, "the content of a scenario file");
  checkText("scenario", name, "the name of that file");
  // Loaded on demand, with the parser of YAML.
  const { parseScenario } = await import("../../scenarios/parse.ts");
  return parseScenario(text, name);
}

function checkText(flag: string, value: unknown, expected: string): asserts value is string {
  if (typeof value !== "string")
    throw inputError("bad-value", { flag, expected, value: shown(value) });
}
