/** A world as plain data: enough to go on with it after a page was loaded again. */
import { scenarios } from "../../scenarios/ready-made.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { scenarioText } from "../../scenarios/scenario-text.ts";
import type { Service } from "./service.ts";
import type { World, WorldSnapshot } from "./world.ts";

/** A snapshot of another version is not read. */
const VERSION = 1;

export interface Snapshot {
  readonly version: typeof VERSION;
  readonly scenario: string;
  /** The scenario itself, unless it is a ready-made one. */
  readonly text?: string;
  readonly seed: number;
  readonly orders: number;
  readonly changes: WorldSnapshot;
}

export function takeSnapshot(world: World): Snapshot {
  const { scenario, seed, table } = world.template;
  return {
    version: VERSION,
    scenario: scenario.name,
    ...(scenarios[scenario.name] !== scenario && { text: scenarioText(scenario) }),
    seed,
    orders: table.count,
    changes: world.snapshot(),
  };
}

/** Resets a world to a snapshot. Nothing happens for a snapshot of another version. */
export async function restoreSnapshot(service: Service, world: World, snapshot: Snapshot): Promise<void> {
  if (snapshot.version !== VERSION) return;
  const { scenario: name, text, seed, orders, changes } = snapshot;
  const scenario: string | Scenario =
    text === undefined ? name : (await import("../../scenarios/parse.ts")).parseScenario(text, name);
  world.reset(await service.templateFor(scenario, { seed, orders }));
  world.restore(changes);
}
