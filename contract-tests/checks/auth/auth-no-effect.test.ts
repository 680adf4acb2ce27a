/** What is blamed when the order that bad keys did not cancel cannot be cancelled. */
import { expect, test } from "playwright/test";
import { orderPath } from "../../client/exchange.ts";
import { PENDING, scriptedRun, soundService } from "../../testing/simulation/scripted-run.ts";
import { providedOrders } from "../provided-orders.ts";
import { authNoEffect } from "./auth-no-effect.ts";

const ID = providedOrders({ readOnly: false, pending: PENDING, shipped: [] }).refused!;

for (const [title, isRefused, clauses] of [
  ["at the same moment as a list", (nth: number) => nth < 4, ["cancel-pending"]],
  ["ever", () => true, ["auth-no-effect"]],
] as const)
  test(`an order that cannot be cancelled ${title}: ${clauses.join(", ")}`, async () => {
    const service = soundService();
    let cancellations = 0;
    const { judge } = scriptedRun((call) => {
      const isCancelled =
        call.path === orderPath(ID) && call.credential === "good" && call.query === undefined;
      return isCancelled && isRefused(cancellations++) ? { status: 409 } : service(call);
    });
    const { findings } = await judge(authNoEffect);
    const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
    expect(violated).toEqual(clauses);
  });
