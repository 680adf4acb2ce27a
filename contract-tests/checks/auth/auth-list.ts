import { statusOf } from "../answer-status.ts";
import type { Check } from "../check.ts";
import { assertKeyOnEachRequest, expectAllRefused, NOT_GOOD_KEYS, sendWithCredentials } from "./refusal.ts";

const LIST = { method: "GET", path: "/store/orders" } as const;
const OPERATION = { clause: "list-unauthorized", phrase: "Listing the orders", lookupStatuses: [] } as const;

export const authList: Check = {
  id: "auth-list",
  area: "auth",
  title: "listing requires the key on every request and accepts nothing else",
  clauses: ["auth-good-key", "auth-key-exact", "auth-each-request", "auth-error-body", "list-unauthorized"],
  async run(context) {
    const [refused] = await Promise.all([
      sendWithCredentials(context, LIST, NOT_GOOD_KEYS),
      assertKeyOnEachRequest(context, LIST, (exchange) => statusOf(exchange) === 200, OPERATION.phrase),
    ]);
    await expectAllRefused(context, OPERATION, refused);
    for (const { response } of await sendWithCredentials(context, LIST, ["lower-case-scheme", "upper-case-scheme"]))
      if (response?.status === 200) context.observe("scheme-case", "accepted");
      else if (response?.status === 401) context.observe("scheme-case", "refused");
    await context.listOrders();
  },
};
