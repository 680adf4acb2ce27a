/** Takes every name that the package exports, as a program of Node that is written in TypeScript may. */
import {
  ASIDES,
  CLAUSES,
  type Clause,
  type ClauseId,
  type ClauseReport,
  type components,
  Decimal,
  type Evidence,
  type Json,
  type JsonObject,
  type MockOptions,
  type operations,
  parseJson,
  type paths,
  type Report,
  type RunningMock,
  SILENCES,
  type Silence,
  type SilenceId,
  startMock,
  stringifyJson,
  UserError,
  type Verdict,
  type VerifyOptions,
  verify,
} from "orders-kit";
import { addPanel, keepWorld, type Worker, type WorkerOptions, worker, world as worldOfPage } from "orders-kit/browser";
import { type ContractOptions, contractTests, type OrderId as IdHandedOver } from "orders-kit/contract";
import {
  BARE_ORDERS,
  createOrders,
  EDGE_IDS,
  type Order,
  type OrderInState,
  type OrderOptions,
  type OrderState,
} from "orders-kit/fixtures";
import {
  fetchWithStringIds,
  type ParseOptions,
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
  type OrderId,
  type Orders,
  type OrdersOptions,
  type OrdersState,
  type ResetOptions,
  test,
} from "orders-kit/playwright";
import { parseScenario, type Scenario, type ScenarioSize, scenarioOrders, scenarios } from "orders-kit/scenarios";

const options: VerifyOptions = { target: "mock", only: ["list-ok"] };
const report: Report = await verify(options);
const verdicts: Verdict[] = report.clauses.map(({ verdict }: ClauseReport) => verdict);
const evidence: readonly Evidence[] = report.clauses[0]?.evidence ?? [];
// @ts-expect-error: A verdict is a word. Where a declaration cannot be found all is any, and this no error.
const wrong: number = report.verdict;

const mock: RunningMock = await startMock({ port: 0 } satisfies MockOptions);
const ids: readonly bigint[] = mock.orders("pending").ids;
const value: Json = parseJson(stringifyJson({ id: ids[0] ?? 1n, share: new Decimal("1.0") } satisfies JsonObject));
const clauses: readonly (Clause & { id: ClauseId })[] = CLAUSES;
const silences: readonly (Silence & { id: SilenceId })[] = SILENCES;
const listed: paths["/store/orders"]["get"] = {} as operations["listOrders"];
const order: components["schemas"]["Order"] = { id: 1n } satisfies Order;

const read: ReadOrder[] = parseIds<ReadOrder[]>("[]");
const texts = parseIds<WithStringIds<ReadOrder>[]>("[]", { ids: "string" } satisfies ParseOptions);
const rounded: WithRoundedIds<ReadOrder>[] = await (await fetchWithStringIds("http://127.0.0.1/v1")).json();
// @ts-expect-error: What response.json() gives is no bigint.
read.push(...rounded);

const handlersOptions: HandlersOptions = { baseUrl: "http://127.0.0.1/v1", world: createWorld() };
const worlds: MockWorld[] = [world, worldOfPage, handlersOptions.world ?? createWorld()];
server.listen();
server.use(...createHandlers(handlersOptions));
const ofPage: Worker = worker;
await ofPage.start({ panel: true, persist: "session", quiet: true } satisfies WorkerOptions);
await keepWorld(worldOfPage, sessionStorage);
await addPanel(worldOfPage, "/v1");

const drawn: OrderInState[] = await createOrders({ seed: 1, pending: 0.5 } satisfies OrderOptions);
const states: OrderState[] = drawn.map(({ state }) => state);
const scenario: Scenario = parseScenario("orders: { count: 2 }\n", "two.yaml");
const size: ScenarioSize = { seed: 2 };

const pending: IdHandedOver[] = ["17", 18n];
contractTests({ target: "https://staging.example/v1", pending, shipped: ["4"] } satisfies ContractOptions);
// @ts-expect-error: A number does not hold every id.
contractTests({ pending: [17] });

test.use({ ordersApiKey: "demo-key" } satisfies Partial<OrdersOptions>);
test("ships under you", async ({ orders, page }) => {
  const id: OrderId = ids[0] ?? 17n;
  const own: Orders = orders;
  await own.reset({ scenario: "empty" } satisfies ResetOptions);
  await own.fault({ every: 2, status: 503 } satisfies Fault);
  await own.ship(id);
  const state: OrdersState = await own.state();
  const calls: readonly CalledRequest[] = await own.requests();
  await page.goto(own.baseUrl);
  expect([state, calls]).toHaveLength(2);
});

export {
  ASIDES,
  BARE_ORDERS,
  clauses,
  EDGE_IDS,
  evidence,
  listed,
  order,
  read,
  scenario,
  scenarioOrders,
  scenarios,
  silences,
  size,
  states,
  texts,
  UserError,
  value,
  verdicts,
  worlds,
  wrong,
};
