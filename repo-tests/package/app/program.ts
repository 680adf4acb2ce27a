/**
 * A program of Node that uses every entry, compiled with all declarations: none of them may be missing. What comes from one that cannot
 * be found is any, and then there is no error where one is expected here.
 */
import {
  Decimal,
  expectConforms,
  formatReport,
  type JsonObject,
  type Report,
  startMock,
  stringifyJson,
  verify,
} from "orders-kit";
import { addPanel, keepWorld, worker } from "orders-kit/browser";
import { contractTests } from "orders-kit/contract";
import { createOrders, type Order } from "orders-kit/fixtures";
import {
  fetchWithStringIds,
  parseJson,
  type paths,
  type WithRoundedIds,
  type WithStringIds,
} from "orders-kit/json";
import { createHandlers, createWorld } from "orders-kit/msw";
import { server, world } from "orders-kit/node";
import { expect, test } from "orders-kit/playwright";
import { parseScenario, scenarios } from "orders-kit/scenarios";

const report: Report = await verify({ target: "mock", only: ["list-ok"] });
// @ts-expect-error: A verdict is a word.
report.verdict satisfies number;
expectConforms(report, { requireProven: true });
formatReport(report) satisfies string;
await verify({ pending: ["17", 18n] });
// @ts-expect-error: A number does not hold every id.
await verify({ pending: [17] });
const { ids } = (await startMock({ port: 0 })).orders("pending");
stringifyJson({ share: new Decimal("1.0") } satisfies JsonObject);

await worker.start({ panel: true, persist: "session", quiet: true });
await keepWorld(world, sessionStorage);
// @ts-expect-error: It needs a world.
await addPanel("/v1");

contractTests({ target: "https://staging.example/v1", pending: ["17", 18n] });
// @ts-expect-error: A number does not hold every id.
contractTests({ pending: [17] });

// @ts-expect-error: A seed is a number.
await createOrders({ seed: "1" });
const listed: paths["/store/orders"]["get"]["responses"]["200"]["content"]["application/json"] = [
  { id: 1n },
];
const read: Order[] = [...parseJson<Order[]>("[]"), ...listed];
const texts: WithStringIds<Order>[] = parseJson("[]", { ids: "string" });
const rounded: WithRoundedIds<Order>[] = await (
  await fetchWithStringIds("http://127.0.0.1/v1")
).json();
// @ts-expect-error: What response.json() gives is not a bigint.
read.push(...rounded);

server.use(...createHandlers({ baseUrl: "http://127.0.0.1/v1", world: createWorld() }));
// @ts-expect-error: A world is not a handler.
server.use(world);

test("ships under you", async ({ orders }) => {
  await orders.fault({ every: 2, status: 503 });
  // @ts-expect-error: It ships one order.
  await orders.ship(ids);
  expect(await orders.requests()).toEqual([]);
  (await orders.ids("pending")) satisfies string[];
  (await orders.list()) satisfies readonly WithStringIds<Order>[];
});

// @ts-expect-error: A scenario is parsed from text.
parseScenario(scenarios.default);

export { texts };
