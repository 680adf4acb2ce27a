/** Lists without the good key. */
import { LIST_CALL } from "../client/exchange.ts";
import { isSuccess, statusOf } from "./answers.ts";
import { assertKeyOnEachRequest } from "./each-request.ts";
import { alternativeKeys, LIST_KEYS } from "./keys.ts";
import { tryBadCredentials } from "./refusals.ts";
import type { Step } from "./step.ts";

const LISTING = "Listing the orders";

export const listKeys: Step = {
  id: "list-keys",
  title: "listing requires the key on every request and accepts nothing else",
  clauses: [
    "auth-good-key",
    "auth-key-exact",
    "auth-each-request",
    "auth-error-body",
    "list-unauthorized",
  ],
  async run(s) {
    const keys = [...LIST_KEYS, ...alternativeKeys(s.config)];
    await tryBadCredentials(s, LISTING, LIST_CALL, keys);
    await s.list();
    await assertKeyOnEachRequest(s, LIST_CALL, isSuccess, LISTING);

    const spelled = await s.send({ ...LIST_CALL, credential: "lower-case-scheme" });
    if (statusOf(spelled) === 200) s.report.observe("scheme-case", "accepted");
    if (statusOf(spelled) === 401) s.report.observe("scheme-case", "refused");
  },
};
