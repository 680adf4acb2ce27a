/** Cancelling a pending order: once, and no other with it (sections Cancel an order, States and transitions). */
import type { Check, Context } from "../check.ts";
import type { Exchange } from "../exchange.ts";
import { lists, type OrderList } from "../order-list.ts";
import { expectStatus, receivedOf, statusOf } from "./answers.ts";
import { orderPath, pendingIdOf, wantsPending } from "./ids.ts";
import { expectListed } from "./list.ts";

export function cancel(context: Context, id: bigint | string, connection?: string): Promise<Exchange> {
  const call = { method: "DELETE", path: orderPath(id), credential: "good" } as const;
  return context.send(connection === undefined ? call : { ...call, connection });
}

export const cancelPending: Check = {
  id: "cancel-pending",
  area: "cancel",
  title: "a pending order is cancelled with 204, once, and no other with it",
  clauses: ["cancel-pending", "cancel-no-content", "cancel-once", "cancel-only-that-order", "list-whole"],
  async run(context) {
    const id = pendingIdOf("cancel", context);
    if (id === undefined) {
      for (const clause of ["cancel-pending", "cancel-no-content", "cancel-once", "cancel-only-that-order"] as const)
        context.withheld(clause, wantsPending(context));
      return;
    }
    const before = await context.list();
    if (before !== undefined) await expectListed(context, before, id);
    const cancelled = await cancel(context, id);
    const done = await expectCancelled(context, cancelled, id);
    const after = await context.list();
    if (after !== undefined) await judgeOthers(context, before, after, id, cancelled);
    if (!done) return;
    await judgeOnce(context, id);
    const later = await context.list();
    // An order that showed its id shows it as long as it is listed, whatever others do.
    if (before !== undefined && lists(before, id) && after !== undefined && later !== undefined) {
      const [soon, late] = [lists(after, id), lists(later, id)];
      context.observe("cancelled-in-list", late ? "stays" : soon ? "later" : "vanishes");
    }
    await judgeOnce(context, id);
  },
};

/** Whether the cancellation of an order handed over as pending got its 204. */
export async function expectCancelled(context: Context, exchange: Exchange, id: bigint): Promise<boolean> {
  const status = statusOf(exchange);
  const first = context.after(exchange);
  if ((status === 404 || status === 409) && first !== undefined) {
    if (context.breakOff() === "always")
      context.violated(
        "cancel-pending",
        `Cancelling pending orders never gets its 204: ${receivedOf(first)}, again and again.`,
        [first, exchange],
        {
          expected: "204",
          received: receivedOf(first),
        },
      );
    context.unproven(
      "cancel-pending",
      "The cancellation broke off once; repeated, the order was no longer pending: it may have had its effect.",
    );
    return false;
  }
  if (status !== undefined && status >= 500) await judgeFailedEffect(context, exchange, id);
  return expectStatus(context, exchange, "cancel-pending", [204], `Cancelling order ${id}, handed over as pending,`);
}

/** A server error says that nothing was done: then the order is still pending. */
async function judgeFailedEffect(context: Context, failed: Exchange, id: bigint): Promise<void> {
  const again = await cancel(context, id);
  const status = statusOf(again);
  if (status === 404 || status === 409)
    context.violated(
      "cancel-pending",
      `Cancelling order ${id} gets ${statusOf(failed)} and takes effect all the same.`,
      [failed, again],
    );
}

export function adviseNegative(context: Context, exchange: Exchange, id: bigint): void {
  context.advise("negative-id", `The id ${id}, an int64 that is no order, gets 400 where the contract has 404.`, [
    exchange,
  ]);
}

/** A cancelled order, asked for again, gets 404 or 409. */
export async function judgeOnce(context: Context, id: bigint): Promise<void> {
  const again = await cancel(context, id);
  if (statusOf(again) === 400 && id <= 0n) return adviseNegative(context, again, id);
  if (!expectStatus(context, again, "cancel-once", [404, 409], `Cancelling order ${id} again`)) return;
  context.observe("second-cancel", statusOf(again) === 404 ? "not-found" : "conflict");
}

/** Orders that were handed over and not touched are still there; what they are exactly, their own checks find out. */
export async function judgeOthers(
  context: Context,
  before: OrderList | undefined,
  after: OrderList,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  const clause = "cancel-only-that-order";
  const { shipped, pending, cancelled: spent, alone } = context;
  const others = [...shipped, ...(alone ? pending : [])].filter((other) => other !== id && !spent.includes(other));
  if (others.length === 0)
    return context.unproven(clause, "No other order was handed over, and those that were not may change at any time.");
  if (before === undefined || after.withoutId > 0)
    return context.unproven(clause, "The lists do not tell which orders they hold.");
  const vanished = others.filter((other) => lists(before, other) && !lists(after, other));
  const [first] = vanished;
  const again = first === undefined ? undefined : await context.list();
  if (again !== undefined && first !== undefined && !lists(again, first))
    return context.violated(
      clause,
      `Cancelling order ${id} makes order ${first} vanish, which was handed over and not touched.`,
      [cancelled, again.exchange],
    );
  const changed = others.find((other) => differs(before, after, other));
  if (changed !== undefined) {
    const why = `Cancelling order ${id} changes order ${changed}, which was handed over and not touched.`;
    const exchanges = [before.exchange, cancelled, after.exchange];
    return context.violated(clause, why, exchanges, {
      expected: before.watched.get(changed) ?? "",
      received: after.watched.get(changed) ?? "",
    });
  }
  context.held(clause);
}

/** Whether an order that both lists watched and hold says something else in the second. */
export function differs(before: OrderList, after: OrderList, id: bigint): boolean {
  const [then, now] = [before.watched.get(id), after.watched.get(id)];
  return then !== undefined && now !== undefined && then !== now;
}

/** At the end of a run: what was cancelled is still cancelled, what has shipped has still shipped. */
export const cancelRevisited: Check = {
  id: "cancel-revisited",
  area: "cancel",
  title: "cancelled orders stay cancelled, shipped ones shipped",
  clauses: ["cancel-once", "cancel-shipped-unchanged"],
  async run(context) {
    for (const id of context.cancelled) await judgeOnce(context, id);
    if (context.readOnly) return;
    for (const id of context.shipped)
      expectStatus(
        context,
        await cancel(context, id),
        "cancel-shipped-unchanged",
        [409],
        `Cancelling shipped order ${id} once more`,
      );
  },
};
