/** Cancelling: a pending order once, a shipped one never, an unknown one not at all (sections Cancel an order, States and transitions). */
import { INT64_MAX } from "../../spec/int64.ts";
import type { Check, Context } from "../check.ts";
import { type Exchange, isDeferral } from "../exchange.ts";
import { lists, type OrderList } from "../order-list.ts";
import { expectStatus, isForbidden, receivedOf, statusOf } from "./answers.ts";
import { absentId, orderPath, pendingIdOf, wantsPending, wantsShipped } from "./ids.ts";
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
async function judgeOthers(
  context: Context,
  before: OrderList | undefined,
  after: OrderList,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  const clause = "cancel-only-that-order";
  const { shipped, pending, alone } = context;
  const others = [...shipped, ...(alone ? pending : [])].filter((other) => other !== id);
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

function differs(before: OrderList, after: OrderList, id: bigint): boolean {
  const [then, now] = [before.watched.get(id), after.watched.get(id)];
  return then !== undefined && now !== undefined && then !== now;
}

export const cancelParallel: Check = {
  id: "cancel-parallel",
  area: "cancel",
  title: "of many cancellations at once exactly one succeeds",
  clauses: ["cancel-once", "cancel-pending"],
  async run(context) {
    const id = pendingIdOf("parallel", context);
    if (id === undefined) return context.withheld("cancel-once", wantsPending(context));
    const connections = Array.from({ length: 8 }, (_, nth) => `parallel ${nth}`);
    // Open connections make the calls arrive together.
    await Promise.all(
      connections.map((connection) => context.send({ method: "GET", path: "/pets/1", credential: "none", connection })),
    );
    const together = { group: `cancel ${id}`, size: connections.length };
    const answers = await Promise.all(
      connections.map((connection) =>
        context.send({ method: "DELETE", path: orderPath(id), credential: "good", connection, together }),
      ),
    );
    const successes = answers.filter((answer) => statusOf(answer) === 204);
    if (successes.length > 1)
      return context.violated(
        "cancel-once",
        `Of ${answers.length} parallel cancellations of order ${id}, ${successes.length} get 204.`,
        successes.slice(0, 2),
        {
          expected: "204 once",
          received: `204 ${successes.length} times`,
        },
      );
    if (successes.length === 0) {
      const broken = answers.find((answer) => statusOf(answer) === undefined || context.after(answer) !== undefined);
      if (broken !== undefined)
        return context.unproven(
          "cancel-once",
          "Parallel cancellations broke off: which of them had an effect cannot be told.",
        );
      const [first] = answers;
      if (first !== undefined) await expectCancelled(context, first, id);
      return;
    }
    for (const answer of answers) {
      const status = statusOf(answer);
      if (status === undefined || [204, 404, 409].includes(status) || isDeferral(answer)) continue;
      context.violated(
        "cancel-once",
        `One of ${answers.length} parallel cancellations of order ${id} gets ${status}.`,
        [answer],
        {
          expected: "204 once, 404 or 409 otherwise",
          received: String(status),
        },
      );
    }
    context.held("cancel-pending");
    await judgeOnce(context, id);
  },
};

export const cancelShipped: Check = {
  id: "cancel-shipped",
  area: "cancel",
  title: "a shipped order gets 409 and stays as it is",
  clauses: ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
  async run(context) {
    const [conflict, unchanged] = ["cancel-shipped-conflict", "cancel-shipped-unchanged"] as const;
    if (context.readOnly || context.shipped.length === 0) {
      context.withheld(conflict, wantsShipped(context));
      return context.withheld(unchanged, wantsShipped(context));
    }
    for (const id of context.shipped) {
      const before = await context.list();
      const situation = `Cancelling order ${id}, handed over as shipped,`;
      const refused = await cancel(context, id);
      expectStatus(context, refused, conflict, [409], situation);
      if ((statusOf(refused) ?? 500) < 300)
        context.violated(unchanged, `${situation} is carried out.`, [refused], {
          expected: "409",
          received: receivedOf(refused),
        });
      const after = await context.list();
      const confirmed =
        before !== undefined && after !== undefined && differs(before, after, id) ? await context.list() : undefined;
      const again = await cancel(context, id);
      if (statusOf(refused) === 409 && statusOf(again) !== 409)
        expectStatus(context, again, unchanged, [409], `${situation} a second time`);
      else expectStatus(context, again, conflict, [409], situation);
      const last = await context.list();
      if (before === undefined || after === undefined || last === undefined || last.withoutId > 0) {
        context.unproven(unchanged, "The lists do not tell which orders they hold.");
        continue;
      }
      if (lists(before, id) && !lists(after, id) && !lists(last, id))
        context.violated(unchanged, `Shipped order ${id} vanishes from the list after the attempt to cancel it.`, [
          refused,
          last.exchange,
        ]);
      else if (confirmed !== undefined && differs(before, confirmed, id))
        context.violated(
          unchanged,
          `Shipped order ${id} changes when someone tries to cancel it.`,
          [before.exchange, refused, confirmed.exchange],
          {
            expected: before.watched.get(id) ?? "",
            received: confirmed.watched.get(id) ?? "",
          },
        );
      else if (lists(last, id)) context.held(unchanged);
      else context.unproven(unchanged, `Order ${id} is not listed.`);
    }
  },
};

export const cancelUnknown: Check = {
  id: "cancel-unknown",
  area: "cancel",
  title: "an int64 that is no order gets 404",
  clauses: ["cancel-unknown-not-found", "not-found-error-body"],
  async run(context) {
    const list = await context.list();
    const clause = "cancel-unknown-not-found";
    // Beyond 2^53, within it, beyond int32, within it, and the largest of all.
    const positive = [0n, 14n, 24n, 33n]
      .map((shift, nth) => absentId(context, list, nth + 10) >> shift)
      .concat(INT64_MAX);
    const handedOver = [...context.pending, ...context.shipped];
    const unknown = positive.filter((id) => !handedOver.includes(id) && (list === undefined || !lists(list, id)));
    for (const exchange of await Promise.all(unknown.map((id) => cancel(context, id)))) {
      const id = exchange.call.path.split("/").at(-1);
      // The largest int64 may be refused for what it could be taken for: the others prove the clause.
      if (isForbidden(exchange) && id === String(INT64_MAX)) continue;
      expectStatus(context, exchange, clause, [404], `Cancelling with the unknown id ${id}`);
    }
    const negative = -absentId(context, list, 4);
    const below = await cancel(context, negative);
    if (statusOf(below) === 400)
      context.advise(
        "negative-id",
        `The id ${negative}, an int64 that is no order, gets 400 where the contract has 404.`,
        [below],
      );
    else if (!isForbidden(below))
      expectStatus(context, below, clause, [404], `Cancelling with the unknown id ${negative}`);
    await observeBody(context, absentId(context, list, 9));
    const beyond = await cancel(context, 2n ** 64n + absentId(context, list, 5));
    if (isForbidden(beyond)) return;
    const answers: Record<number, string> = { 404: "not-found", 400: "bad-request" };
    const status = statusOf(beyond);
    context.observe("id-beyond-int64", (status !== undefined && answers[status]) || receivedOf(beyond));
    if (status !== undefined && status < 300)
      context.violated(
        "cancel-id-exact",
        `An orderId beyond int64, which no order can have, gets ${status}.`,
        [beyond],
        {
          expected: "a refusal",
          received: String(status),
        },
      );
  },
};

/** Whether a body, which no operation takes, is in the way of an answer. */
async function observeBody(context: Context, absent: bigint): Promise<void> {
  const exchange = await context.send({
    method: "DELETE",
    path: orderPath(absent),
    credential: "good",
    headers: [["Content-Type", "application/json"]],
    body: "{}",
  });
  if (isForbidden(exchange)) return;
  const answers: Record<number, string> = { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" };
  const status = statusOf(exchange);
  context.observe("request-body", (status !== undefined && answers[status]) || receivedOf(exchange));
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
