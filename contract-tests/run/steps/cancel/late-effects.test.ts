/** Tests what is blamed if the order that bad keys did not cancel cannot be cancelled. */
import { expect, test } from "playwright/test";
import { cancellationOf, orderPath } from "../../../client/calls.ts";
import {
  PENDING,
  scriptedRun,
  soundService,
  violatedIn,
} from "../../../testing/simulation/scripted-run.ts";
import { conclude } from "../../conclusions/conclude.ts";
import { providedOrders } from "../../session/orders/provided-orders.ts";
import { lateEffects } from "./late-effects.ts";

const IDS = providedOrders({ readOnly: false, pending: PENDING, shipped: [] });
/**
 * The order of the bad keys, and the one on which they are tried if the first cannot be cancelled.
 */
const [ID, OTHER] = [IDS.refused!, PENDING.find((id) => id !== IDS.refused)!];

for (const [title, refused, until, clauses] of [
  ["at the same moment as a list", [ID], 7, ["cancel-pending"]],
  ["ever, while another can", [ID], Infinity, []],
  ["ever, and another neither", [ID, OTHER], Infinity, ["auth-no-effect", "cancel-pending"]],
] as const)
  test(`an order that cannot be cancelled ${title}: ${clauses.join(", ") || "in doubt"}`, async () => {
    const service = soundService();
    let cancellations = 0;
    const { judge } = scriptedRun((call) => {
      const isCancelled =
        refused.some((id) => call.path === orderPath(id)) && call.credential === "good";
      return isCancelled && cancellations++ < until ? { status: 409 } : service(call);
    });
    const findings = await judge(async (s) => {
      await lateEffects.run(s);
      conclude(s);
    });
    expect(violatedIn(findings).toSorted()).toEqual(clauses);
  });

test("an order that was cancelled with the good key before proves nothing, and no bad key is named", async () => {
  const { judge } = scriptedRun(soundService());
  const findings = await judge(async (s) => {
    await s.send(cancellationOf(ID));
    await lateEffects.run(s);
  });
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: "unproven",
      clause: "auth-no-effect",
      why: expect.stringMatching(/^The order was cancelled before/),
    }),
  );
});
