/** A busy world behaves the same in several mocks as in one process. */
import { expect } from "playwright/test";
import { hash32 } from "../../fixtures/hash32.ts";
import { localWorld } from "../control/local-world.ts";
import { ownWorlds } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";
import { type RunningMock, startMock } from "../http/server.ts";
import { createWorld } from "../msw/handlers.ts";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { createService, type ServiceOptions } from "../service/service.ts";
import { ask } from "../testing/calls.ts";
import { refusalsOf } from "../testing/refused-calls.ts";
import { call, withReplicas } from "../testing/replicas.ts";
import { NO_STORE, test } from "../testing/store.ts";

const ORDERS = "/store/orders";
const DAY = 24 * 3600 * 1000;

test.skip(NO_STORE !== undefined, NO_STORE);

test("a refusal has the code and the words that it has in one process", async ({ store }) => {
  const refusals = await refusalsOf(createWorld());
  await withReplicas(2, { store: store.url }, async ([a, b]) => {
    expect(await refusalsOf(a!.world)).toEqual(refusals);
    expect(await refusalsOf(mockOverHttp(b!.baseUrl, undefined).world(""))).toEqual(refusals);
  });
});

const EVENTFUL: ServiceOptions = {
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
      { afterLists: 50, count: 3 },
      { beforeCancel: 9 },
    ],
    faults: [
      { on: "listOrders", every: 7, status: 500 },
      { probability: 0.1, status: 429, retryAfter: 1 },
      { on: "cancelOrder", after: 60, times: 2, status: 503 },
    ],
  },
  answers: { "cancelled-in-list": "later" },
};

test("mocks whose clocks differ by a day and by a minute are one mock, also one that joins", async ({
  store,
}) => {
  const start = (ahead: number): Promise<RunningMock> =>
    startMock({ port: 0, store: store.url, ...EVENTFUL, now: () => Date.now() + ahead });
  const mocks = [await start(-DAY), await start(90_000)];
  const one = await createService(EVENTFUL);
  const world = localWorld(() => ownWorlds(one).open(""));
  try {
    for (let turn = 0; turn < 500; turn++) {
      if (turn === 250) mocks.push(await start(0));
      const [mock, other] = [hash32(turn), hash32(turn) + 1].map((at) => mocks[at % mocks.length]!);
      const at = hash32(turn + 500) % one.main.store.table.orders.length;
      const id = one.main.store.table.orders[at]!.id!;
      const kind = hash32(turn + 1000) % 10;
      const act = async (target: WorldControl, otherTarget = target): Promise<void> => {
        if (kind === 0) await target.advance({ seconds: 600 + (turn % 7) });
        if (kind === 1 && turn % 3 === 0) await target.ship(id, { afterSeconds: 1000 });
        if (kind === 2 && turn % 3 === 0) await target.ship(id);
        if (kind === 3)
          await target.add({ id: 1000n + BigInt(turn), shipDate: "2026-01-15T12:00:00Z" });
        if (kind === 4 && turn % 3 === 0) await target.remove(id);
        if (turn % 100 === 99) await otherTarget.restore(await target.save());
      };
      const outcomes = await Promise.allSettled([act(mock!.world, other!.world), act(world)]);
      expect(outcomes[0].status, `${turn}`).toBe(outcomes[1].status);

      const [method, path] = kind < 6 ? ["GET", ORDERS] : ["DELETE", `${ORDERS}/${id}`];
      const { status, text } = ask(one, { method, path });
      const got = await call(mock!, method!, path!);
      expect(`${turn}: ${got.status} ${got.text}`).toBe(`${turn}: ${status} ${text}`);
    }
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
});
