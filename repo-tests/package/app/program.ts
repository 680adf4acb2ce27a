/**
 * A Node program that uses every entry, compiled with all declarations, none of which may be
 * missing. An import that cannot be found has the type any, which lacks the errors expected here.
 */
import { startMock, verify } from "orders-kit";
import { addPanel, keepWorld } from "orders-kit/browser";
import { contractTests } from "orders-kit/contract";
import { createOrders, type Order } from "orders-kit/fixtures";
import { parseJson, type paths, type WithRoundedIds } from "orders-kit/json";
import { createHandlers, createWorld } from "orders-kit/msw";
import { server, world } from "orders-kit/node";
import { test } from "orders-kit/playwright";
import { parseScenario, scenarios } from "orders-kit/scenarios";

const report = await verify({ target: "mock", pending: ["17", 18n] });
// @ts-expect-error: A verdict is a word.
report.verdict satisfies number;
// @ts-expect-error: A number does not hold every id.
await verify({ target: "mock", pending: [17] });
const { ids } = (await startMock({ port: 0 })).orders("pending");

await keepWorld(world, sessionStorage);
// @ts-expect-error: It needs a world.
await addPanel("/v1");

// @ts-expect-error: A number does not hold every id.
contractTests({ target: "mock", pending: [17] });

// @ts-expect-error: A seed is a number.
await createOrders({ seed: "1" });
type Listed = paths["/store/orders"]["get"]["responses"]["200"]["content"]["application/json"];
const read: Order[] = [{ id: 1n }] satisfies Listed;
const rounded: WithRoundedIds<Order>[] = [];
// @ts-expect-error: What response.json() gives is not a bigint.
read.push(...rounded, ...parseJson<Order[]>("[]"));

server.use(...createHandlers({ baseUrl: "http://127.0.0.1/v1", world: createWorld() }));
// @ts-expect-error: A world is not a handler.
server.use(world);

test("ships under you", async ({ orders }) => {
  await orders.fault({ every: 2, status: 503 });
  // @ts-expect-error: It ships one order.
  await orders.ship(ids);
});

// @ts-expect-error: A scenario is parsed from text.
parseScenario(scenarios.default);
