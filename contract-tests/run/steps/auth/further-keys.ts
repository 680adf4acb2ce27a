/**
 * Lists the orders with the other bad keys. This step comes at the end, because a service may ban a
 * client after so many.
 */
import { LIST_CALL } from "../../../client/calls.ts";
import { FURTHER_LIST_KEYS } from "../../../tables/key-tables.ts";
import type { Step } from "../step.ts";
import { tryKeys } from "./bad-keys.ts";

export const furtherKeys: Step = {
  id: "further-keys",
  title: "listing the orders requires exactly the key",
  clauses: FURTHER_LIST_KEYS.clauses,
  run: (s) => tryKeys(s, LIST_CALL, FURTHER_LIST_KEYS),
};
