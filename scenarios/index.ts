/** `orders-kit/scenarios`: the ready-made scenarios, and a parser for your own. */

export { scenarioOrders } from "./initial-orders.ts";
export { scenarios } from "./load.ts";
export { parseScenario } from "./parse.ts";
export type { LoadedScenario, Scenario, ScenarioSize } from "./scenario.ts";
