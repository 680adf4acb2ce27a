/** The list with the keys that are rarely accepted: at the end, and as many as the calls of a usual run leave room for. */
import { LIST_CALL } from "../client/calls.ts";
import { USUAL_CALLS } from "../session/budget.ts";
import { tryKeys } from "./bad-keys.ts";
import { FURTHER_LIST_KEYS } from "./keys.ts";
import type { Step } from "./step.ts";

/** More are for a thorough run, also where only some steps were made. */
const MAX_KEYS = 40;

export const furtherKeys: Step = {
  id: "further-keys",
  title: "listing the orders requires exactly the key",
  clauses: ["auth-key-exact", "list-unauthorized", "auth-error-body"],
  async run(s) {
    const left = Math.min(MAX_KEYS, Math.max(1, USUAL_CALLS - s.sent));
    await tryKeys(s, LIST_CALL, s.some(FURTHER_LIST_KEYS, left, 1));
  },
};
