/** A busy world behaves the same in several mocks as in one process. */
import { expect } from "playwright/test";
import { hash32 } from "../../fixtures/hash32.ts";
import { scenarioNamed } from "../../scenarios/load.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import { localWorld } from "../control/local-world.ts";
import { ownWorlds } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";
import { startMock } from "../http/server.ts";
import { createWorld } from "../msw/handlers.ts";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { createService, type ServiceOptions } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { refusalsOf } from "../testing/refused-calls.ts";
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

test("a refusal has the code and the words that it has in one process", async ({ store }) => {
  const refusals = await refusalsOf(createWorld());
  await withReplicas(2, { store: store.url }, async ([a, b]) => {
    expect(await refusalsOf(a!.world)).toEqual(refusals);
    expect(await refusalsOf(mockOverHttp(b!.baseUrl, undefined).world(""))).toEqual(refusals);
  });
});

const DAY = 24 * 3600 * 1000;
const TIMED: ServiceOptions = {
  scenario: {
    orders: {
      list: [
        { id: 1, shipDate: "+3d" },
        { id: 2, shipDate: "-1d" },
      ],
      count: 120,
    },
    ships: [
      ...[3600, 7200, 90_000, 200_000].map((afterSeconds) => ({ count: 3, afterSeconds })),
      { id: 1, afterSeconds: 4000, set: { complete: true } },
      { beforeCancel: 9 },
    ],
    faults: [{ on: "cancelOrder", every: 11, status: 503 }],
  },
  answers: { "cancelled-in-list": "later" },
};

test("mocks whose clocks differ by a day and by a minute are one mock", async ({ store }) => {
  const clocks = [-DAY, 90_000, 0].map((ahead) => () => Date.now() + ahead);
  const start = (now: () => number) => startMock({ port: 0, store: store.url, ...TIMED, now });
  const mocks = await Promise.all(clocks.map(start));
  const one = await createService(TIMED);
  const world = localWorld(() => ownWorlds(one).open(""));
  try {
    for (let turn = 0; turn < 500; turn++) {
      const mock = mocks[hash32(turn) % 3]!;
      const at = hash32(turn + 500) % one.main.store.table.orders.length;
      const id = one.main.store.table.orders[at]!.id!;
      const kind = hash32(turn + 1000) % 10;
      const act: (target: WorldControl) => Promise<void> = async (target) => {
        if (kind === 0) await target.advance({ seconds: 600 + (turn % 7) });
        if (kind === 1 && turn % 3 === 0) await target.ship(id, { afterSeconds: 1000 });
        if (kind === 2 && turn % 3 === 0) await target.ship(id);
        if (kind === 3)
          await target.add({ id: 1000n + BigInt(turn), shipDate: "2026-01-15T12:00:00Z" });
        if (kind === 4 && turn % 3 === 0) await target.remove(id);
        if (turn % 100 === 99) await target.restore(await target.save());
      };
      const outcomes = await Promise.all(
        [mock.world, world].map((target) =>
          act(target).then(
            () => "done",
            () => "refused",
          ),
        ),
      );
      expect(outcomes[0], `${turn}`).toBe(outcomes[1]);
      const path = kind < 6 ? ORDERS : `${ORDERS}/${id}`;
      const { status, text } = ask(one, { method: kind < 6 ? "GET" : "DELETE", path });
      const got = await call(mock, kind < 6 ? "GET" : "DELETE", path);
      expect(`${turn}: ${got.status} ${got.text}`).toBe(`${turn}: ${status} ${text}`);
    }
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
});
