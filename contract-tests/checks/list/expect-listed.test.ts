/** What is blamed when an order is missing from the list: its id, or the list. */
import { expect, test } from "playwright/test";
import { judgeVariant } from "../../corpus/judge-variant.ts";
import type { Order } from "../../corpus/order.ts";
import { type Change, fault } from "../../corpus/variant.ts";

async function violatedBy(change: Change): Promise<string[]> {
  const { report } = await judgeVariant(fault("A trial.", [], change), "full");
  return report.clauses.flatMap(({ id, verdict }) => (verdict === "violated" ? [id] : []));
}

const byId = (a: Order, b: Order): number => (a.id < b.id ? -1 : 1);

test("a list that is cut off is not whole, and its ids are not blamed", async () => {
  for (const length of [12, 20, 24]) {
    const violated = await violatedBy((base) => ({
      visibleOrders: (request) => base.visibleOrders(request).toSorted(byId).slice(0, length),
    }));
    expect(violated).toContain("list-whole");
    expect(violated).not.toContain("order-id");
  }
});
