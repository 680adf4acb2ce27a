/** A program of Node that uses every entry. Its types are checked with those of all declarations: none of them may be missing. */
import {
  Decimal,
  type JsonObject,
  parseJson,
  type paths,
  type Report,
  startMock,
  stringifyJson,
  verify,
} from "orders-kit";
import { addPanel, keepWorld, worker, world as worldOfPage } from "orders-kit/browser";
import { type ContractOptions, contractTests } from "orders-kit/contract";
import { createOrders, EDGE_IDS, type Order, type OrderOptions } from "orders-kit/fixtures";
import {
  fetchWithStringIds,
  parseJson as parseIds,
  type Order as ReadOrder,
  type WithRoundedIds,
  type WithStringIds,
} from "orders-kit/json";
import { createHandlers, createWorld, type HandlersOptions, type MockWorld } from "orders-kit/msw";
import { server, world } from "orders-kit/node";
import {
  type CalledRequest,
  expect,
  type Fault,
  type OrdersOptions,
  type ResetOptions,
  test,
} from "orders-kit/playwright";
import { parseScenario, type Scenario, scenarios } from "orders-kit/scenarios";

const report: Report = await verify({ target: "mock", only: ["list-ok"] });
// @ts-expect-error: A verdict is a word. Where a declaration cannot be found all is any, and this no error.
const wrong: number = report.verdict;
const mock = await startMock({ port: 0 });
const ids: readonly bigint[] = mock.orders("pending").ids;
parseJson(stringifyJson({ id: ids[0] ?? EDGE_IDS[0] ?? 1n, share: new Decimal("1.0") } satisfies JsonObject));
const order: paths["/store/orders"]["get"]["responses"]["200"]["content"]["application/json"][number] = {
  id: 1n,
} satisfies Order;

const read: ReadOrder[] = parseIds<ReadOrder[]>("[]");
const texts: WithStringIds<ReadOrder>[] = parseIds("[]", { ids: "string" });
const rounded: WithRoundedIds<ReadOrder>[] = await (await fetchWithStringIds("http://127.0.0.1/v1")).json();
// @ts-expect-error: What response.json() gives is not a bigint.
read.push(...rounded);

const handlersOptions: HandlersOptions = { baseUrl: "http://127.0.0.1/v1", world: createWorld() };
const worlds: MockWorld[] = [world, worldOfPage, handlersOptions.world ?? createWorld()];
server.listen();
server.use(...createHandlers(handlersOptions));
await worker.start({ panel: true, persist: "session", quiet: true });
await keepWorld(worldOfPage, sessionStorage);
await addPanel(worldOfPage, "/v1");

const drawn = await createOrders({ seed: 1, pending: 0.5 } satisfies OrderOptions);
const scenario: Scenario | undefined = scenarios.default ?? parseScenario("orders: { count: 2 }\n", "two.yaml");
contractTests({ target: "https://staging.example/v1", pending: ["17", 18n] } satisfies ContractOptions);
// @ts-expect-error: A number does not hold every id.
contractTests({ pending: [17] });

test.use({ ordersApiKey: "demo-key" } satisfies Partial<OrdersOptions>);
test("ships under you", async ({ orders, page }) => {
  await orders.reset({ scenario: "empty" } satisfies ResetOptions);
  await orders.fault({ every: 2, status: 503 } satisfies Fault);
  await orders.ship(ids[0] ?? 17n);
  const calls: readonly CalledRequest[] = await orders.requests();
  await page.goto(orders.baseUrl);
  expect([await orders.state(), calls]).toHaveLength(2);
});

export { drawn, order, scenario, texts, worlds, wrong };
