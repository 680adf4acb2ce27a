import { CREDENTIALS, credentialsOf } from "../../client/credentials.ts";
import { type Exchange, orderPath } from "../../client/exchange.ts";
import { isSuccess } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { currentList } from "../list/current-list.ts";
import { expectAllRefused, sendWithCredentials } from "./refusal.ts";

/** Whether the refused calls changed an order shows in the lists (list-again), and when it is cancelled (auth-no-effect). */
export const authRefused: Check = {
  id: "auth-refused",
  area: "auth",
  title: "cancelling a pending order requires the key",
  clauses: ["auth-no-effect", "cancel-unauthorized", "auth-key-exact"],
  after: ["cancel-pending"],
  priority: true,
  cost: ({ refused }) => (refused === undefined ? { calls: 0, badKeyCalls: 0 } : { calls: 26, badKeyCalls: 24 }),
  async run(context) {
    const { refused: id, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld("auth-no-effect", pendingNeeded);
    await tryBadKeys(context, id);
  },
};

export async function tryBadKeys(context: CheckContext, id: bigint): Promise<readonly Exchange[]> {
  await currentList(context);
  const call = { method: "DELETE", path: orderPath(id) } as const;
  const refused = await sendWithCredentials(context, call, credentialsOf("none", "wrong", "unusual"));
  await expectAllRefused(context, "Cancelling a pending order", refused);
  const success = refused.find(isSuccess);
  if (success === undefined) await context.list();
  else {
    const { name } = CREDENTIALS[success.call.credential];
    context.report.violated("auth-no-effect", `A pending order is cancelled with ${name}.`, [success]);
  }
  return refused;
}
