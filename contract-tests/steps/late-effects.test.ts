/** What is blamed when the order that bad keys did not cancel cannot be cancelled. */
import { expect, test } from "playwright/test";
import { orderPath } from "../client/calls.ts";
import { providedOrders } from "../session/provided-orders.ts";
import { PENDING, scriptedRun, soundService } from "../testing/simulation/scripted-run.ts";
import { lateEffects } from "./late-effects.ts";

const ID = providedOrders({ readOnly: false, pending: PENDING, shipped: [] }).refused!;

for (const [title, isRefused, clauses] of [
  ["at the same moment as a list", (nth: number) => nth < 4, ["cancel-pending"]],
  ["ever", () => true, ["auth-no-effect", "cancel-pending"]],
] as const)
  test(`an order that cannot be cancelled ${title}: ${clauses.join(", ")}`, async () => {
    const service = soundService();
    let cancellations = 0;
    const { judge } = scriptedRun((call) => {
      const isCancelled =
        call.path === orderPath(ID) && call.credential === "good" && call.query === undefined;
      return isCancelled && isRefused(cancellations++) ? { status: 409 } : service(call);
    });
    const findings = await judge(lateEffects.run);
    const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
    expect(violated).toEqual(clauses);
  });
