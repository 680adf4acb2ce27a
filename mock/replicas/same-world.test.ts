/** A world in which much happens is in several mocks what it is in one process. */
import { expect } from "playwright/test";
import { scenarioNamed } from "../../scenarios/load.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import { createService, type ServiceOptions } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { call, control, withReplicas } from "../testing/replicas.ts";
import { NO_STORE, test } from "../testing/store.ts";

const ORDERS = "/store/orders";
const BATCH = 60;

test.skip(NO_STORE !== undefined, NO_STORE);

const EVENTFUL: ServiceOptions = {
  scenario: {
    ...scenarioNamed("default"),
    faults: [
      { on: "listOrders", every: 7, status: 500 },
      { probability: 0.3, status: 429, retryAfter: 1 },
      { on: "cancelOrder", after: 60, times: 2, status: 503 },
    ],
    ships: [{ afterLists: 50, count: 3 }, { beforeCancel: 4 }],
  },
  answers: { "cancelled-in-list": "later" },
};

test("calls in turn are answered as by one process, by mocks that join too", async ({ store }) => {
  const service = await createService(EVENTFUL);
  const ids = service.main.store.idsIn("pending", 50);
  const paths = Array.from({ length: BATCH }, (_, at) =>
    at % 3 === 0 ? ORDERS : `${ORDERS}/${ids[at % ids.length]}`,
  );
  const method = (path: string): string => (path === ORDERS ? "GET" : "DELETE");
  await withReplicas(1, { store: store.url, ...EVENTFUL }, async ([first]) => {
    service.main.store.put(5_000_000n, '{"id":5000000,"quantity":7}', "pending");
    await control(first!, "PUT orders/5000000", "", { quantity: 7 });
    for (const path of [...paths, ...paths]) {
      ask(service, { method: method(path), path });
      await call(first!, method(path), path);
    }
    await withReplicas(2, { store: store.url, ...EVENTFUL }, async (joined) => {
      for (const [turn, path] of [...paths, ...paths].entries()) {
        const { status, text } = ask(service, { method: method(path), path });
        const got = await call([first!, ...joined][turn % 3]!, method(path), path);
        expect({ status: got.status, text: got.text }, `${turn}: ${path}`).toEqual({
          status,
          text,
        });
      }
    });
  });
});

test("a world that one mock has saved is opened by another", async ({ store }) => {
  await withReplicas(3, { store: store.url, ...EVENTFUL }, async ([a, b, c]) => {
    const play = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (const [turn, mock] of [b!, c!, a!, b!, c!, a!, b!, c!].entries()) {
        const path = turn % 3 === 2 ? `${ORDERS}/5000000` : ORDERS;
        const { status, text } = await call(mock, path === ORDERS ? "GET" : "DELETE", path);
        seen.push(`${status} ${text}`);
      }
      return seen;
    };
    await control(a!, "PUT orders/5000000", "", { quantity: 7 });
    await control(b!, "POST orders/2/cancel");
    for (const mock of [c!, a!, b!, c!]) await call(mock, "GET", ORDERS);
    const [mark, text] = [await b!.world.save(), await c!.world.toScenario()];
    const first = await play();

    await c!.world.restore(mark);
    expect(await b!.world.toScenario()).toBe(text);
    expect(await play()).toEqual(first);

    await a!.world.reset({ scenario: parseScenario(text, "saved.yaml") });
    expect(await b!.world.toScenario()).toBe(text);
    expect(await play()).toEqual(first);
  });
});
