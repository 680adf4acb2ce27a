import { asksToWait, LIST_WITH_KEY } from "../../client/exchange.ts";
import { describeAnswer, isForbidden, statusOf } from "../answer-status.ts";
import type { Check } from "../check.ts";
import { expectMalformedRefused } from "./malformed-id.ts";
import { MALFORMED_IDS } from "./malformed-ids.ts";

const CLAUSE = "cancel-malformed-refused";

export const cancelMalformed: Check = {
  id: "cancel-malformed",
  area: "cancel",
  title: "an orderId that is not an integer is refused and has no effect",
  clauses: [CLAUSE],
  async run(context) {
    const list = await context.currentList();
    await Promise.all(MALFORMED_IDS.map((text) => expectMalformedRefused(context, context.draw(text))));
    if ((await context.listOrders()) !== undefined || list === undefined) return;
    const after = await context.send(LIST_WITH_KEY);
    if (isForbidden(after) || asksToWait(after) || (statusOf(after) ?? 500) < 500) return;
    const why = `After cancellations with malformed orderIds, listing the orders gets ${describeAnswer(after)}.`;
    context.violated(CLAUSE, why, [list.exchange, after]);
  },
};
