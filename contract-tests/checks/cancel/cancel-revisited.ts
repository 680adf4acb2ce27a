import { expectStatus } from "../answer-status.ts";
import { expectAllRefused, sendWithCredentials } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdsNeeded } from "../order-ids.ts";
import { cancel, expectAlreadyCancelled } from "./cancellation.ts";

/** How often each question is asked: a service may answer the next one in another way. */
const TIMES = 2;
/** Unknown ids that are asked for again. */
const MAX_UNKNOWN = 3;

/** Runs late, and after the wait that the run is given for it: by then the effects of earlier calls in the background show. */
export const cancelRevisited: Check = {
  id: "cancel-revisited",
  area: "cancel",
  title: "what was cancelled, shipped, unknown or refused still is",
  clauses: [
    "cancel-once",
    "cancel-shipped-unchanged",
    "cancel-unknown-not-found",
    "list-unauthorized",
    "cancel-unauthorized",
    "auth-key-exact",
  ],
  async run(context) {
    if (context.readOnly) context.withheld("cancel-once", pendingIdsNeeded(context));
    else if (context.cancelledIds.size === 0) context.unproven("cancel-once", "No order was cancelled in this run.");
    await context.linger();
    const shipped = context.readOnly ? [] : context.shipped;
    const once = () => [
      ...[...context.cancelledIds].map((id) => expectAlreadyCancelled(context, id)),
      ...shipped.map((id) => expectStillShipped(context, id)),
    ];
    await Promise.all([
      ...Array.from({ length: TIMES }, once).flat(),
      expectStillUnknown(context),
      expectStillRefused(context),
    ]);
  },
};

async function expectStillShipped(context: CheckContext, id: bigint): Promise<void> {
  const situation = `Cancelling shipped order ${id} once more`;
  expectStatus(context, await cancel(context, id), "cancel-shipped-unchanged", [409], situation);
}

async function expectStillUnknown(context: CheckContext): Promise<void> {
  await Promise.all(
    [...context.drawnIds].slice(0, MAX_UNKNOWN).map(async (id) => {
      const situation = `Cancelling with the unknown id ${id} once more`;
      expectStatus(context, await cancel(context, id), "cancel-unknown-not-found", [404], situation);
    }),
  );
}

async function expectStillRefused(context: CheckContext): Promise<void> {
  const list = { method: "GET", path: "/store/orders" } as const;
  const listing = { clause: "list-unauthorized", phrase: "Listing the orders once more", lookupStatuses: [] } as const;
  const credentials = ["none", "wrong", "truncated", "extended", "middle-changed", "test"] as const;
  const refused = sendWithCredentials(context, list, credentials);
  const [cancelled] = context.cancelledIds;
  if (cancelled === undefined) return expectAllRefused(context, listing, await refused);
  const phrase = "Cancelling a cancelled order";
  const operation = { clause: "cancel-unauthorized", phrase, lookupStatuses: [404, 409] } as const;
  const call = { method: "DELETE", path: orderPath(cancelled) } as const;
  const refusedCancellations = sendWithCredentials(context, call, ["none", "wrong"]);
  await expectAllRefused(context, listing, await refused);
  await expectAllRefused(context, operation, await refusedCancellations);
}
