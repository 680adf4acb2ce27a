/** Marks: a world as plain data, from which the same mock, or one that has started alike, goes on. */
import { scenarios } from "../../scenarios/load.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldSnapshot } from "../service/world.ts";
import { restart, startOf, templateOf, type WorldStart } from "./commands.ts";

/** The start of a world, and its differences from it. */
export interface Mark {
  readonly start: WorldStart;
  readonly changes: WorldSnapshot;
}

export function markOf(world: World): Mark {
  const { scenario, seed, table } = world.template;
  const start = startOf(
    { scenario, seed, orders: table.orders.length },
    ({ name }) => scenarios[name] === scenario,
  );
  return { start, changes: world.snapshot() };
}

/** Throws a UserError for what no world of this service can start from. */
export function restoreMark(
  service: Service,
  world: World,
  { start, changes }: Mark,
): Promise<void> {
  return restart(world, async () => {
    const template = await templateOf(service, start);
    return () => {
      world.reset(template);
      world.restore(changes);
    };
  });
}
