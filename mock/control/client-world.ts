/** A world through a client of the control: the same over HTTP, and to a mock in the same process. */
import { type CurrentState, MAX_ORDERS } from "../../scenarios/limits.ts";
import { asOneScenario, isScenarioFile, loadScenario } from "../../scenarios/load.ts";
import { exactCopy } from "../../scenarios/source/object-source.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import type { ControlClient } from "./control-client.ts";
import { soundnessCheck, type WorldControl } from "./world-control.ts";

export function clientWorld(control: ControlClient): WorldControl {
  const pathOf = (id: OrderId | number) =>
    `orders/${encodeURIComponent(String(exactCopy(id, ["id"])))}` as const;
  const change = async (id: OrderId, action: "ship" | "cancel", body?: object): Promise<void> => {
    await control.call(`POST ${pathOf(id)}/${action}`, { body });
  };
  const ordersIn = (state?: CurrentState) =>
    control.call("GET state", { query: { limit: String(MAX_ORDERS), ...(state && { state }) } });
  const world: WorldControl = {
    reset: async (options = {}) => {
      const { scenario, ...rest } = options;
      const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
      // A file is read here: the mock may be on another machine.
      const own =
        typeof wanted === "string" && isScenarioFile(wanted) ? await loadScenario(wanted) : wanted;
      await control.call("POST reset", { body: { scenario: own, ...rest } });
    },
    list: () => control.call("GET orders"),
    state: async () => {
      const { scenario, seed, counts, orders } = await ordersIn();
      return { scenario, seed, counts, orders };
    },
    ids: async (state) => (await ordersIn(state)).orders.flatMap(({ id }) => id ?? []),
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
    expectSound: soundnessCheck(() => world.requests()),
  };
  return world;
}
