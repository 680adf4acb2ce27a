import { credentialsOf } from "../../client/credentials.ts";
import { cancellationOf, type Exchange, LIST_CALL, orderPath } from "../../client/exchange.ts";
import { expectStatus, isForbidden, isGone, isSuccess } from "../answer-status.ts";
import { malformed } from "../cancel/cancel-malformed.ts";
import { expectCancelled, expectOneSuccess, mayHaveTakenEffect } from "../cancel/cancellation.ts";
import { DISPUTABLE_TEXTS, fillId } from "../cancel/similar-ids.ts";
import type { Check, CheckContext } from "../check.ts";
import { cancellations, judgeAlone, judgeTogether, LISTING } from "../send-together.ts";
import { leftovers, tryBadCredentials } from "./refusal.ts";

/** Cancellations with the good key that are sent at the same moment. */
const TOGETHER = 4;
const CLAUSE = "auth-no-effect";
const LEFT_BEHIND = "what the response to its cancellation left behind, and without the key";

/** Whether the refused calls changed an order shows in the lists (list-again), and when it is cancelled (auth-no-effect). */
export const authRefused: Check = {
  id: "auth-refused",
  area: "auth",
  title: "cancelling a pending order requires the key",
  clauses: ["auth-no-effect", "cancel-unauthorized", "auth-key-exact"],
  async run(context) {
    const { refused: id, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld("auth-no-effect", pendingNeeded);
    await tryBadKeys(context, id);
  },
};

async function tryBadKeys(context: CheckContext, id: bigint): Promise<void> {
  await context.currentList();
  const call = { method: "DELETE", path: orderPath(id) } as const;
  const credentials = credentialsOf("none", "wrong", "unusual");
  const tried = await tryBadCredentials(context, "Cancelling a pending order", call, credentials);
  if (!tried.some(isSuccess)) await context.list();
}

/** Refused cancellations had no effect when the good key can still cancel the order. */
export const authNoEffect: Check = {
  id: "auth-no-effect",
  area: "auth",
  title: "a refused cancellation does not change the pending order",
  clauses: [
    ...[CLAUSE, "auth-first", "auth-each-request"],
    ...["cancel-malformed-refused", "cancel-id-exact", "cancel-pending", "cancel-once"],
  ] as Check["clauses"],
  async run(context) {
    const { ledger, orders, report } = context;
    const { refused: id, pendingNeeded } = orders;
    if (id === undefined) return report.withheld(CLAUSE, pendingNeeded);
    // The run may be of other clauses than auth-refused has, or of this check alone.
    if (ledger.attemptsOn(id).length === 0) await tryBadKeys(context, id);
    if (ledger.cancelledBy(id) !== undefined)
      return report.unproven(CLAUSE, "The order was cancelled with a bad credential.");
    await context.settle();
    // Of these texts it is disputable whether they are its id.
    const texts = DISPUTABLE_TEXTS.map((text) => malformed(fillId(text, id), "advice"));
    const disputable = await Promise.all(texts.map((call) => judgeAlone(context, call)));
    const exact = await cancelTogether(context, id);
    // A text that was accepted has cancelled the order only if that is gone by now: an app may answer any address with a page.
    const cancelled = (isGone(exact) && disputable.find(isSuccess)) || exact;
    const isUnknown =
      isGone(cancelled) && mayHaveTakenEffect(...disputable, ...ledger.cancellationsOf(id));
    if (isUnknown)
      return report.unproven(
        CLAUSE,
        "An attempt to cancel it got no complete answer and may have taken effect.",
      );
    if (!(await expectCancelled(context, cancelled, id, CLAUSE))) return;
    report.held(CLAUSE);
    await expectKeyForCancelled(context, id, cancelled);
  },
};

/** A service may take two for the first, and its list may be wrong only while it cancels an order. */
async function cancelTogether(context: CheckContext, id: bigint): Promise<Exchange> {
  if (context.parallel === 1) return context.send(cancellationOf(id));
  const calls = [LISTING, ...cancellations(id, TOGETHER)];
  const [, ...exchanges] = await judgeTogether(context, `cancel ${id}`, calls);
  expectOneSuccess(context, id, exchanges);
  return exchanges.find(isSuccess) ?? exchanges[0]!;
}

/** The order is cancelled now: the 404 or 409 of the good key must not be shown to a call without a key. */
async function expectKeyForCancelled(
  context: CheckContext,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  const call = { method: "DELETE", path: orderPath(id) } as const;
  // Where calls are sent together, this connection has sent several with the good key by now.
  const connection = context.parallel > 1 ? { connection: "parallel 1" } : {};
  const withoutKey = await context.send({ ...call, ...connection, credential: "none" });
  const phrase = "Cancelling a cancelled order";
  expectStatus(
    context,
    withoutKey,
    { statuses: [401], clause: "auth-first" },
    `${phrase} without a key`,
  );
  const left = leftovers([cancelled]).flatMap((leftover) => [
    context.send({ ...call, ...leftover }),
    context.send({ ...LIST_CALL, ...leftover }),
  ]);
  for (const exchange of await Promise.all(left)) {
    const what = exchange.call.method === "GET" ? "Listing the orders" : phrase;
    if (!isForbidden(exchange))
      expectStatus(
        context,
        exchange,
        { statuses: [401], clause: "auth-each-request" },
        `${what} with ${LEFT_BEHIND}`,
      );
  }
}
