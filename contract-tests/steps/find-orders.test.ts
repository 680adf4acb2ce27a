/** Listed orders of a disposable deployment that are taken for pending. */
import { expect, test } from "playwright/test";
import { runSteps } from "../run-steps.ts";
import { cancelledOrders } from "../session/orders.ts";
import {
  errorAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../testing/simulation/scripted-run.ts";

test("an order that one of several cancellations has cancelled is not taken for shipped, whichever answer comes first", async () => {
  const service = soundService();
  const late = new Set<string>();
  const { session } = scriptedRun(
    (call) => {
      // The last one is cancelled by a single call.
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
