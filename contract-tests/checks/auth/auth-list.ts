import { LIST_CALL } from "../../client/exchange.ts";
import { statusOf } from "../answer-status.ts";
import type { Check } from "../check.ts";
import { assertKeyOnEachRequest, expectAllRefused, NOT_GOOD_KEYS, sendWithCredentials } from "./refusal.ts";

const OPERATION = { clause: "list-unauthorized", phrase: "Listing the orders", lookupStatuses: [] } as const;

export const authList: Check = {
  id: "auth-list",
  area: "auth",
  title: "listing requires the key on every request and accepts nothing else",
  clauses: ["auth-good-key", "auth-key-exact", "auth-each-request", "auth-error-body", "list-unauthorized"],
  async run(context) {
    // mixed-calls has tried some of them.
    const credentials = NOT_GOOD_KEYS.filter((credential) => !context.refusedCredentials.has(credential));
    const [refused, spelled] = await Promise.all([
      sendWithCredentials(context, LIST_CALL, credentials),
      sendWithCredentials(context, LIST_CALL, ["lower-case-scheme", "upper-case-scheme"]),
      context.listOrders(),
      assertKeyOnEachRequest(context, LIST_CALL, (exchange) => statusOf(exchange) === 200, OPERATION.phrase),
    ]);
    await expectAllRefused(context, OPERATION, refused);
    for (const { response } of spelled)
      if (response?.status === 200) context.observe("scheme-case", "accepted");
      else if (response?.status === 401) context.observe("scheme-case", "refused");
  },
};
