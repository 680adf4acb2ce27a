/**
 * Finds orders in a deployment where nothing is worth protecting and nobody else is
 * (`--disposable`): if too few were provided, the run uses listed ones. A listed order gets 204 or
 * 409, so cancelling shows which have shipped.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { integerValue, isInt64 } from "../../../spec/schema/integers.ts";
import { cancellationOf, orderPath } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { isSuccess, statusOf } from "../../client/outcome.ts";
import { isListed, type OrderList } from "../assertions/order-list.ts";
import { compare } from "../session/lists/compare.ts";
import { notAsked } from "../session/orders/orders.ts";
import { PENDING_NEEDED } from "../session/orders/provided-orders.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, violateAnswer } from "./answer-findings.ts";
import { wasInterrupted } from "./cancel/cancellations.ts";
import { cancellationsOf, expectConflict } from "./cancel/shipped.ts";

/** We cancel at most this many orders to find a shipped one. */
const MAX_TRIED = 10;
const CANCELLED_OR_SHIPPED = { clause: "cancel-pending", statuses: [204, 409] } as const;

export async function findOrders(s: Session): Promise<void> {
  const list = s.lists.at(-1);
  if (!s.orders.isAlone || s.config.readOnly || list === undefined) return;

  // Orders that look shipped come last.
  const unused = notAsked(s.orders);
  const candidates = candidatesOf(s, list);
  const guessed = candidates.slice(0, Math.max(0, PENDING_NEEDED - unused.length));
  const others = s.orders.rules.shipped.length > 0 ? [] : candidates.slice(guessed.length);
  const found = await findShipped(s, others.slice(-MAX_TRIED).reverse());
  // The run may have noticed somebody else meanwhile, to whom the listed orders belong.
  if (!s.orders.isAlone) return;
  const { pending, shipped } = s.orders.rules;
  s.orders.provide({
    pending: [...pending, ...guessed],
    shipped: [...shipped, ...found],
    guessed: [...guessed, ...found],
  });
}

/**
 * Replaces a listed order that was taken for pending, but got 409 and so has shipped, by the next
 * listed one. If no shipped order was known, the replaced one is used as such. `before`: the last
 * list before its cancellation. Resolves with false if the order has not shipped, or no other is
 * left.
 */
export async function replaceShipped(
  s: Session,
  id: bigint,
  before: OrderList | undefined,
  clause: ClauseId,
): Promise<boolean> {
  const { guessed = [], pending, shipped } = s.orders.rules;
  const answer = s.exchanges.find(
    ({ call }) => call.path === orderPath(id) && call.credential === "good" && !isProbe(call),
  );
  // Among several cancellations at once, one that comes too late may be answered first.
  const isOpen = pending.includes(id) && s.orders.of(id).cancelledBy === undefined;
  if (!isOpen || !guessed.includes(id) || statusOf(answer ?? {}) !== 409) return false;

  const list = s.lists.at(-1);
  const [next] = list && guessed.length < PENDING_NEEDED + MAX_TRIED ? candidatesOf(s, list) : [];
  s.orders.replaceShipped(id, next);
  if (shipped.length === 0) {
    s.baseline.set(before);
    await expectConflict(s, id);
  }
  const why = `Listed orders got 409, as shipped ones do: the last is ${id}. Provide a pending order: --pending ID.`;
  if (next === undefined) s.report.unproven(clause, why);
  return next !== undefined;
}

/**
 * If nobody else is there, an id that gets 409 is a shipped order: if no list shows the order, the
 * list is not whole. Returns true in that case. If drawn ids get 409, too, the 409 shows nothing.
 */
export function expectListed(s: Session, exchange: Exchange, id: bigint): boolean {
  const list = s.lists.at(-1);
  const drawn = new Set([...s.orders.drawn].map((one) => orderPath(one)));
  const isUnknownTaken = s.exchanges.some(
    (one) => statusOf(one) === 409 && drawn.has(one.call.path),
  );
  if (!s.orders.isAlone || list === undefined || s.orders.drawn.has(id) || isListed(list, id))
    return false;
  if (statusOf(exchange) !== 409 || isUnknownTaken) return false;
  const why = `No list shows order ${id}, and cancelling it gets 409: it is a shipped order.`;
  const received = `${list.count} orders without it`;
  const detail = { expected: `an order with id ${id}`, received };
  s.report.violated("list-whole", why, [list.exchange, exchange], detail);
  return true;
}

/** Returns the listed orders that the run has not used; those that look pending come first. */
function candidatesOf(s: Session, { sample }: OrderList): readonly bigint[] {
  const shipTime = ({ shipDate }: OrderList["sample"][number]) => Date.parse(String(shipDate)) || 0;
  const pendingFirst = sample.toSorted(
    (a, b) =>
      Number(a.complete === true) - Number(b.complete === true) || shipTime(b) - shipTime(a),
  );
  const ids = pendingFirst.flatMap(({ id }) => integerValue(id) ?? []).filter(isInt64);
  return ids.filter((id) => !s.orders.provided.ids.includes(id) && !s.orders.of(id).isAsked);
}

/** Cancels one order after the other, up to the first that has shipped. */
async function findShipped(s: Session, ids: readonly bigint[]): Promise<readonly bigint[]> {
  for (const id of ids) {
    if (!s.orders.isAlone) return [];
    const { pending, shipped } = s.orders.rules;
    s.orders.provide({ pending, shipped: [...shipped, id] });
    const own: bigint[] = [];
    let answer: Exchange | undefined;
    await compare(s, { ...cancellationsOf([id]), own }, async () => {
      answer = await s.send(cancellationOf(id));
      if (isSuccess(answer)) own.push(id);
    });
    s.orders.provide({ pending, shipped });
    if (statusOf(answer!) === 409) return [id];
    if (isSuccess(answer!)) addCancelled(s, id, answer!);
    await expectCancelled(s, id, answer!);
    if (!isSuccess(answer!)) return [];
  }
  return [];
}

/** Adds the cancelled order to the provided ones. */
function addCancelled({ orders }: Session, id: bigint, cancelledBy: Exchange): void {
  const { pending, shipped } = orders.rules;
  orders.record(id, { isAsked: true, cancelledBy });
  orders.provide({ pending: [...pending, id], shipped });
}

async function expectCancelled(s: Session, id: bigint, answer: Exchange): Promise<void> {
  const situation = `Cancelling order ${id} of the list`;
  if (wasInterrupted(s, id)) return;
  if (statusOf(answer) === 404)
    return s.orders.record(id, { uncertainAnswer: { exchange: answer, clause: "cancel-pending" } });
  if (!isSuccess(answer)) return void expectStatus(s, answer, CANCELLED_OR_SHIPPED, situation);
  const again = await s.send(cancellationOf(id));
  if (isSuccess(again))
    violateAnswer(s, "cancel-once", [answer, again], `${situation} once more`, "404 or 409");
}
