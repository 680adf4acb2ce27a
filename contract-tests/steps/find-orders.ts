/**
 * In a deployment where nothing is worth protecting and nobody else is (`--disposable`), listed orders are used where too few were provided. A
 * listed order gets 204 or 409: so cancelling shows which have shipped.
 */
import { integerValue, isInt64 } from "../../spec/schema/integers.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { isSuccess, statusOf } from "../client/answer.ts";
import { cancellationOf } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { compare } from "../session/compare.ts";
import { PENDING_NEEDED } from "../session/provided-orders.ts";
import type { Session } from "../session/session.ts";
import { expectStatus, violateAnswer } from "./answers.ts";
import { wasInterrupted } from "./cancellations.ts";

/** Orders that are cancelled to find a shipped one. */
const MAX_TRIED = 6;

export async function findOrders(s: Session): Promise<void> {
  const { disposable, readOnly } = s.config;
  const list = s.lists.at(-1);
  if (disposable !== true || readOnly || list === undefined) return;

  // Orders that look shipped come last.
  const candidates = candidatesOf(list).filter((id) => !s.provided.includes(id));
  const unused = s.config.pending.filter((id) => !s.asked.has(id));
  const guessed = candidates.slice(0, Math.max(0, PENDING_NEEDED - unused.length));
  const others = s.config.shipped.length > 0 ? [] : candidates.slice(guessed.length);
  const found = await findShipped(s, others.slice(-MAX_TRIED).reverse());
  const { pending, shipped } = s.config;
  s.provide({ pending: [...pending, ...guessed], shipped: [...shipped, ...found], guessed });
}

function candidatesOf({ sample }: OrderList): readonly bigint[] {
  const shipTime = ({ shipDate }: OrderList["sample"][number]) => Date.parse(String(shipDate)) || 0;
  const pendingFirst = sample.toSorted(
    (a, b) =>
      Number(a.complete === true) - Number(b.complete === true) || shipTime(b) - shipTime(a),
  );
  return pendingFirst.flatMap(({ id }) => integerValue(id) ?? []).filter(isInt64);
}

/** Cancels one after the other, up to the first that has shipped. */
async function findShipped(s: Session, ids: readonly bigint[]): Promise<readonly bigint[]> {
  for (const id of ids) {
    const { pending, shipped } = s.config;
    s.provide({ pending, shipped: [...shipped, id] });
    const own: bigint[] = [];
    const blame = (changed: bigint) =>
      changed === id ? "cancel-shipped-unchanged" : "cancel-only-that-order";
    let answer: Exchange | undefined;
    await compare(s, { what: "cancellations", blame, own }, async () => {
      answer = await s.send(cancellationOf(id));
      if (isSuccess(answer)) own.push(id);
    });
    s.provide({ pending, shipped });
    if (statusOf(answer!) === 409) return [id];
    if (isSuccess(answer!)) s.addCancelled(id, answer!);
    await expectCancelled(s, id, answer!);
    if (!isSuccess(answer!)) return [];
  }
  return [];
}

async function expectCancelled(s: Session, id: bigint, answer: Exchange): Promise<void> {
  const situation = `Cancelling order ${id} of the list`;
  if (wasInterrupted(s, id)) return;
  if (statusOf(answer) === 404)
    return void s.doubts.push({ id, exchange: answer, clauses: ["cancel-pending"] });
  if (!isSuccess(answer))
    return void expectStatus(
      s,
      answer,
      { clause: "cancel-pending", statuses: [204, 409] },
      situation,
    );
  const again = await s.send(cancellationOf(id));
  if (isSuccess(again))
    violateAnswer(s, "cancel-once", [answer, again], `${situation} once more`, "404 or 409");
}
