/** Tests listed orders of a disposable deployment that are taken for pending. */
import { expect, test } from "playwright/test";
import {
  errorAnswer,
  listAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../testing/simulation/scripted-run.ts";
import { runSteps } from "../run-steps.ts";
import { cancelledOrders } from "../session/orders/orders.ts";

test("an order that one of several cancellations has cancelled is not taken for shipped, whichever answer comes first", async () => {
  const service = soundService();
  const late = new Set<string>();
  const { session } = scriptedRun(
    (call) => {
      // The last order is cancelled by a single call.
      const isOwn = PENDING.slice(0, -1).some((id) => call.path.endsWith(`/${id}`));
      const isTogether = isOwn && call.connection?.startsWith("parallel") === true;
      if (!isTogether || late.has(call.path) || call.credential !== "good") return service(call);
      late.add(call.path);
      return errorAnswer(409);
    },
    { pending: [], shipped: [], disposable: true, thorough: false },
  );
  await runSteps(session);
  expect(late.size).toBeGreaterThan(0);
  expect(session.orders.rules.shipped).toEqual([SHIPPED]);
  expect(cancelledOrders(session.orders).length).toBe(PENDING.length);
});

test("once somebody else is seen while a shipped order is looked for, no further listed order is cancelled", async () => {
  const listed = new Set(Array.from({ length: 9 }, (_, nth) => BigInt(8_100_001 + nth * 1_001)));
  const taken: bigint[] = [];
  const { session } = scriptedRun(
    ({ method, path, credential }) => {
      if (credential !== "good") return errorAnswer(401);
      if (path === "/store/orders") return listAnswer([...listed]);
      if (method !== "DELETE") return { body: "{}" };
      const text = path.slice(path.lastIndexOf("/") + 1);
      const id = /^\d+$/.test(text) ? BigInt(text) : 0n;
      if (!listed.delete(id)) return errorAnswer(404);
      taken.push(id);
      // At the first cancellation, somebody else places an order.
      listed.add(9_900_009n);
      return { status: 204 };
    },
    { pending: [], shipped: [], disposable: true, thorough: false },
  );
  await runSteps(session);
  expect(session.orders.provided.others).toMatch(/order 9900009 has appeared/);
  expect(taken.length).toBe(1);
});
