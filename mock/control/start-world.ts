/** Starts a world again, from a scenario or from a mark. */
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

/**
 * The last start of each world. Generating many orders takes a while, and starts must take effect
 * in the order of their calls.
 */
const starts = new WeakMap<World, Promise<void>>();

/**
 * Throws a UserError for an unknown scenario. The world's own scenario, which may come from a file,
 * can be given by name.
 */
export async function resetWorld(open: OpenWorld, options: ResetOptions): Promise<void> {
  checkNames("reset", options, "scenario text seed orders");
  const { scenario, text, ...size } = options;
  checkNumber("seed", size.seed, MAX_SEED);
  checkNumber("orders", size.orders, MAX_ORDERS);

  const { service, world } = open;
  await startFrom(open, async () => {
    const wanted = await (text === undefined ? asOne(scenario) : parseScenarioText(text, scenario));
    const own = typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
    const template = await service.templateFor(own, size);
    return () => world.reset(template);
  });
}

/**
 * Continues from a document. Throws a UserError, and changes nothing, if any part of it is invalid.
 */
export async function restoreWorld(
  open: OpenWorld,
  document: string,
  { keepLog = false }: RestoreOptions,
): Promise<void> {
  const { service, world } = open;
  await startFrom(open, async () => {
    // Loaded on demand, so that the mock starts without the schemas.
    const { openDocument } = await import("./open-document.ts");
    const { template: read, changes } = await openDocument(service, shown(document), "mark");
    return () => {
      // The current scenario object already knows what it is laid over.
      const isSame = isSameStart(startOf(read), startOf(world.template));
      const template = isSame ? world.template : read;
      if (keepLog) return world.goOn(template, changes);
      world.reset(template);
      world.restore(changes);
    };
  });
}

/** The name of what an update lays over a scenario. */
const ANSWERS = "answers";

/**
 * Lays the answers and the key over the scenario of the running world. The key's time counts from
 * now.
 */
export async function layOver(
  open: OpenWorld,
  part: Pick<Scenario, "answers" | "key">,
): Promise<void> {
  const { service, world } = open;
  await startFrom(open, async (before) => {
    // An earlier start, still pending, may change the scenario.
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

/** Drops changes to orders without an id in the template, because answers may leave the id out. */
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

/** `prepare` resolves with a function that makes the change. */
async function startFrom(
  open: OpenWorld,
  prepare: (before: Promise<void> | undefined) => Promise<() => void>,
): Promise<void> {
  const { world } = open;
  const before = starts.get(world);
  const run = async (): Promise<void> => {
    // The scenario may be one that another replica gave the world.
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

async function parseScenarioText(
  text: unknown,
  name: unknown = "scenario",
): Promise<LoadedScenario> {
  checkText("text", text, "the content of a scenario file");
  checkText("scenario", name, "the name of that file");
  // Loaded on demand, with the YAML parser.
  const { parseScenario } = await import("../../scenarios/parse.ts");
  return parseScenario(text, name);
}

function checkText(flag: string, value: unknown, expected: string): asserts value is string {
  if (typeof value !== "string")
    throw inputError("bad-value", { flag, expected, value: shown(value) });
}
