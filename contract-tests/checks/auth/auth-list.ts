import { LIST_CALL } from "../../client/exchange.ts";
import { isSuccess } from "../answer-status.ts";
import type { Check } from "../check.ts";
import { assertKeyOnEachRequest, expectAllRefused, NOT_GOOD_KEYS, sendWithCredentials } from "./refusal.ts";

const PHRASE = "Listing the orders";

export const authList: Check = {
  id: "auth-list",
  area: "auth",
  title: "listing requires the key on every request and accepts nothing else",
  clauses: ["auth-good-key", "auth-key-exact", "auth-each-request", "auth-error-body", "list-unauthorized"],
  // It need not try again what mixed-calls has tried. Its many calls use the places that the last cancellations leave free.
  after: ["mixed-calls"],
  cost: () => ({ calls: 68, badKeyCalls: 65 }),
  async run(context) {
    const credentials = NOT_GOOD_KEYS.filter((credential) => !context.ledger.hasRefused(credential));
    const [refused, spelled] = await Promise.all([
      sendWithCredentials(context, LIST_CALL, credentials),
      sendWithCredentials(context, LIST_CALL, ["lower-case-scheme", "upper-case-scheme"]),
      context.list(),
      assertKeyOnEachRequest(context, LIST_CALL, isSuccess, PHRASE),
    ]);
    await expectAllRefused(context, PHRASE, refused);
    for (const { response } of spelled)
      if (response?.status === 200) context.report.observe("scheme-case", "accepted");
      else if (response?.status === 401) context.report.observe("scheme-case", "refused");
  },
};
