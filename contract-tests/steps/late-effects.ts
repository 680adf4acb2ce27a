/** The order of the bad keys can still be cancelled with the good one, so that they had no effect; not even later. */

import { cancellationOf, type Exchange, LIST_CALL, orderPath } from "../client/exchange.ts";
import { leftovers } from "../client/leftovers.ts";
import { COMPARED } from "../session/blame.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, isForbidden, isGone, isSuccess } from "./answers.ts";
import { tryOnPendingOrder } from "./bad-keys.ts";
import { askTogether, expectCancelledOnce, LISTS, wasInterrupted } from "./cancellations.ts";
import { tryTexts } from "./malformed-ids.ts";
import type { Step } from "./step.ts";
import { DISPUTABLE_TEXTS, fillId } from "./texts.ts";

/** Cancellations with the good key that are sent at the same moment: a service may take two for the first. */
const TOGETHER = 4;
const CLAUSE = "auth-no-effect";
const REFUSED = "refused cancellations";
const LEFT_BEHIND = "what the response to its cancellation left behind, and without the key";

export const lateEffects: Step = {
  id: "late-effects",
  title: "a refused cancellation does not change the pending order, which can still be cancelled",
  clauses: [
    "auth-first",
    "auth-each-request",
    "cancel-malformed-refused",
    "cancel-pending",
    "cancel-once",
    ...COMPARED,
  ],
  async run(s) {
    const { refused: id, shipped, pendingNeeded } = s.orders;
    if (id === undefined) s.report.withheld(CLAUSE, pendingNeeded);
    // With --only, the step bad-keys may have been left out.
    else if (!s.exchanges.some(({ call }) => call.path === orderPath(id)))
      await s.compare({ what: REFUSED, blame: CLAUSE }, () => tryOnPendingOrder(s, id));
    await s.compare(
      {
        what: "all calls before",
        blame: (changed) => (shipped.includes(changed) ? "cancel-shipped-unchanged" : CLAUSE),
      },
      () => s.settle(),
    );
    if (id === undefined) return;
    if (s.cancelled.has(id))
      return s.report.unproven(CLAUSE, "A cancellation with a bad key got 2xx.");

    let cancelled: Exchange | undefined;
    await s.compare(
      { what: "cancellations", blame: "cancel-only-that-order", own: [id] },
      async () => {
        cancelled = await cancel(s, id);
      },
    );
    if (cancelled !== undefined) await expectKeyForCancelled(s, id, cancelled);
  },
};

/** The response that has cancelled the order, if only one has. */
async function cancel(s: Session, id: bigint): Promise<Exchange | undefined> {
  // Of these texts it is disputable whether they are its id.
  const accepted = await tryTexts(
    s,
    DISPUTABLE_TEXTS.map((text) => fillId(text, id)),
    "advice",
  );
  const count = s.isParallel ? TOGETHER : 1;
  const calls = Array.from({ length: count }, () => ({ call: cancellationOf(id), judge() {} }));
  // A list may be wrong only while an order is cancelled.
  const exchanges = (await askTogether(s, s.isParallel ? [LISTS, ...calls] : calls)).slice(-count);
  const { report } = s;

  // A text that was accepted has cancelled the order only if that is gone by now: an app may answer any address with a page.
  const [byText] = accepted;
  if (byText !== undefined && exchanges.every(isGone)) {
    report.held(CLAUSE);
    return byText;
  }
  if (exchanges.every(isGone) && wasInterrupted(s, id)) {
    const why = "An attempt to cancel it got no complete answer and may have taken effect.";
    report.unproven(CLAUSE, why);
    return undefined;
  }
  const tried = { what: REFUSED, clause: CLAUSE } as const;
  if (!(await expectCancelledOnce(s, id, exchanges, tried))) return undefined;
  report.held(CLAUSE);
  return exchanges.find(isSuccess);
}

/** The order is cancelled now: the 404 or 409 of the good key must not be shown to a call without a key. */
async function expectKeyForCancelled(s: Session, id: bigint, cancelled: Exchange): Promise<void> {
  const call = { method: "DELETE", path: orderPath(id) } as const;
  // Where calls are sent together, this connection has sent several with the good key by now.
  const connection = s.isParallel ? { connection: "parallel 1" } : {};
  const withoutKey = await s.send({ ...call, ...connection, credential: "none" });
  const phrase = "Cancelling a cancelled order";
  const first = { statuses: [401], clause: "auth-first" } as const;
  expectStatus(s, withoutKey, first, `${phrase} without a key`);

  const calls = leftovers([cancelled]).flatMap((leftover) => [
    { ...call, ...leftover },
    { ...LIST_CALL, ...leftover },
  ]);
  for (const exchange of await s.all(calls)) {
    const what = exchange.call.method === "GET" ? "Listing the orders" : phrase;
    const each = { statuses: [401], clause: "auth-each-request" } as const;
    if (!isForbidden(exchange)) expectStatus(s, exchange, each, `${what} with ${LEFT_BEHIND}`);
  }
}
