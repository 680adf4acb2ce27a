/** `orders-kit/scenarios`: the ready-made scenarios, and a reader for those of your own. */
export { parseScenario } from "./parse.ts";
export { scenarios } from "./ready-made.ts";
export { type Scenario, type ScenarioSize, scenarioOrders } from "./scenario.ts";
