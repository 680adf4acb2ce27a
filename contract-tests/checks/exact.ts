/** orderId is an int64, compared with every digit: no neighbour is taken for it, and no text that only starts like it. */
import { isInt64 } from "../../spec/int64.ts";
import type { Check, Context } from "../check.ts";
import type { Exchange } from "../exchange.ts";
import { keyOfId, lists, type OrderList } from "../order-list.ts";
import { expectStatus, isForbidden, receivedOf, statusOf } from "./answers.ts";
import { cancel, expectCancelled, judgeOnce, judgeOthers } from "./cancel.ts";
import { magnitude, pendingIdOf, wantsPending } from "./ids.ts";
import { expectListed } from "./list.ts";
import { judgeTextsLike } from "./malformed.ts";

const CLAUSE = "cancel-id-exact";

export const cancelExact: Check = {
  id: "cancel-exact",
  area: "cancel",
  title: "an order is cancelled by all digits of its id, and by nothing like it",
  clauses: [CLAUSE, "cancel-malformed-refused", "cancel-only-that-order", "cancel-pending", "list-whole"],
  async run(context) {
    const id = pendingIdOf("exact", context);
    if (id === undefined) return context.withheld(CLAUSE, wantsPending(context));
    const before = await context.list();
    if (before !== undefined) await expectListed(context, before, id);
    if (!(await judgeTextsLike(context, id, before))) return;
    const likes = isTrusted(context, before) ? neighbours(id, before) : [];
    const asked: Exchange[] = [];
    for (const like of likes) {
      const exchange = await cancel(context, like);
      if (isForbidden(exchange)) continue;
      asked.push(exchange);
      if (!judgeLike(context, exchange, id, like)) return;
    }
    if (isTrusted(context, before) && !(await judgeWrapped(context, id))) return;
    const between = await context.list();
    const cancelled = await cancel(context, id);
    if (isForbidden(cancelled)) return context.withheld(CLAUSE, cancelled.failure?.message ?? "");
    const status = statusOf(cancelled);
    if (status !== 204 && (asked.length > 0 || magnitude(id) > 2n ** 31n) && context.after(cancelled) === undefined)
      context.violated(
        CLAUSE,
        `Order ${id}, handed over as pending, gets ${receivedOf(cancelled)} when it is cancelled by all its digits.`,
        [...asked.slice(-1), cancelled],
        {
          expected: "204",
          received: receivedOf(cancelled),
        },
      );
    if (!(await expectCancelled(context, cancelled, id))) return;
    const after = await context.list();
    if (after !== undefined) await judgeOthers(context, between, after, id, cancelled);
    await judgeTarget(context, between, after, id, cancelled);
    await judgeOnce(context, id);
    // Where every number like it is an order itself, the order that vanished has told (judgeTarget).
    context.held(CLAUSE);
  },
};

/**
 * Whether what a list does not hold is no order: it shows every order that was handed over and not cancelled, and each with
 * an id. What a partial list leaves out may be somebody's order.
 */
function isTrusted({ pending, shipped, cancelled }: Context, list: OrderList | undefined): list is OrderList {
  if (list === undefined || list.withoutId > 0) return false;
  return [...pending, ...shipped].every((id) => cancelled.includes(id) || lists(list, id));
}

/** Absent ids that a double, 32 bits or a lost sign make equal to an order's. */
function neighbours(id: bigint, list: OrderList): bigint[] {
  const near = [1n, 2n, 3n, 100n, 500n].flatMap((step) => [id - step, id + step]);
  const rounded = [BigInt(Number(id)), ...near].filter((like) => Number(like) === Number(id));
  const wrapped = [id + 2n ** 32n, id - 2n ** 32n, id + 2n ** 40n];
  const absent = (like: bigint) => like !== id && isInt64(like) && !lists(list, like);
  return [...new Set([...rounded.filter(absent).slice(0, 4), ...[...wrapped, -id].filter(absent)])];
}

/** Whether a number beyond int64, whose last 64 bits are the order's id, is not taken for it. What else it gets is open. */
async function judgeWrapped(context: Context, id: bigint): Promise<boolean> {
  const beyond = id + 2n ** 64n;
  const exchange = await cancel(context, beyond);
  const status = statusOf(exchange);
  if (status === undefined || status >= 300) return true;
  context.violated(
    CLAUSE,
    `${beyond} is beyond int64 and is taken for ${id}: cancelling it gets ${status}.`,
    [exchange],
    {
      expected: "a refusal",
      received: String(status),
    },
  );
  return false;
}

/** Whether a number that is not the order's id is refused. */
function judgeLike(context: Context, exchange: Exchange, id: bigint, like: bigint): boolean {
  const status = statusOf(exchange);
  if (status === 400 && like <= 0n) {
    context.advise("negative-id", `The id ${like}, an int64 that is no order, gets 400 where the contract has 404.`, [
      exchange,
    ]);
    return true;
  }
  if (status === 409 || (status !== undefined && status < 300)) {
    context.violated(CLAUSE, `${like} is no order, and is taken for ${id}: cancelling it gets ${status}.`, [exchange], {
      expected: "404",
      received: String(status),
    });
    return false;
  }
  return expectStatus(
    context,
    exchange,
    "cancel-unknown-not-found",
    [404],
    `Cancelling with the unknown id ${like}, close to an order's,`,
  );
}

/** The order that is gone is the one that was named, and not one whose id only looks the same to a double or to 32 bits. */
async function judgeTarget(
  context: Context,
  before: OrderList | undefined,
  after: OrderList | undefined,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  if (before === undefined || after === undefined || !lists(after, id)) return;
  const twins = [...before.keys].filter(
    (key) => typeof key !== "string" && key !== keyOfId(id) && isTwin(BigInt(key), id),
  );
  if (twins.length === 0) return;
  const gone = twins.find((twin) => !after.keys.has(twin));
  if (gone === undefined) return;
  const again = await context.list();
  if (again === undefined || !lists(again, id) || again.keys.has(gone)) return;
  context.violated(CLAUSE, `Cancelling order ${id} makes order ${gone} vanish, and ${id} stays.`, [
    before.exchange,
    cancelled,
    again.exchange,
  ]);
}

function isTwin(other: bigint, id: bigint): boolean {
  return Number(other) === Number(id) || BigInt.asIntN(32, other) === BigInt.asIntN(32, id);
}
