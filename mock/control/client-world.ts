/** A world through a client of the control: the same over HTTP, and to a mock in the same process. */
import { asOneScenario, isScenarioFile, loadScenario } from "../../scenarios/load.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { checkReset, startOf } from "./commands.ts";
import type { ControlClient } from "./control-client.ts";
import { checkSound, idsIn, type WorldControl } from "./world-control.ts";

/** The maximum page size of the control API. */
const PAGE = 10_000;

export function clientWorld(control: ControlClient): WorldControl {
  const pathOf = (id: OrderId) => `orders/${encodeURIComponent(String(id))}` as const;
  const change = async (id: OrderId, action: "ship" | "cancel", body?: object): Promise<void> => {
    await control.call(`POST ${pathOf(id)}/${action}`, { body });
  };
  const page = (offset: number) =>
    control.call("GET state", { query: { limit: String(PAGE), offset: String(offset) } });
  const world: WorldControl = {
    reset: async (options = {}) => {
      checkReset(options);
      const { scenario, ...size } = options;
      const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
      // A file is read here: the mock may be on another machine.
      const own =
        typeof wanted === "string" && isScenarioFile(wanted) ? await loadScenario(wanted) : wanted;
      await control.call("POST reset", { body: startOf({ scenario: own, ...size }, () => false) });
    },
    list: () => control.call("GET orders"),
    state: async () => {
      const { scenario, seed, counts, listed, orders } = await page(0);
      const all = [...orders];
      while (all.length < listed) {
        const { orders: more } = await page(all.length);
        if (more.length === 0) break; // The world was reset in between.
        all.push(...more);
      }
      return { scenario, seed, counts, orders: all };
    },
    ids: async (state) => idsIn(await world.state(), state),
    ship: (id, when) => change(id, "ship", when),
    cancel: (id) => change(id, "cancel"),
    add: async ({ id, ...order }) => {
      await control.call(`PUT ${pathOf(id)}`, { body: order });
    },
    fault: async (...faults) => {
      const line = faults.length === 0 ? "PUT faults" : "POST faults";
      await control.call(line, { body: { faults } });
    },
    faults: async (faults) => {
      await control.call("PUT faults", { body: { faults } });
    },
    advance: async ({ seconds }) => {
      await control.call("POST clock", { body: { seconds } });
    },
    toScenario: () => control.text("GET scenario"),
    save: () => control.text("POST marks"),
    restore: async (mark) => {
      await control.text("PUT marks", { body: mark });
    },
    requests: async () => (await control.call("GET requests")).requests,
    expectSound: async () => checkSound(await world.requests()),
  };
  return world;
}
