/** Whether the orders that were handed over are there: an earlier run may have used them up, or they are of another environment. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { isListed } from "../assertions/order-list.ts";
import { statusOf } from "../client/answer.ts";
import { cancellationOf, LIST_WITH_KEY } from "../client/calls.ts";
import type { Rules } from "../safety/policy.ts";
import type { Session } from "../session/session.ts";

/** Fresh orders may reach the copies of a list late (spec/rulings.md). */
const MAX_LATE_MS = 10_000;
const PAUSE_MS = 2_000;

/**
 * Why a run with these orders would judge nothing: no list shows one of the pending orders, and the first cancellation of each gets 404.
 * Undefined if one of them is there. Sends nothing where a list shows one, and to an order that is there at most one cancellation.
 */
export async function reasonOrdersMissing(
  session: Session,
  { pending, readOnly }: Pick<Rules, "pending" | "readOnly">,
): Promise<string | undefined> {
  if (readOnly || pending.length === 0) return undefined;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const list = session.lists.at(-1);
    // Of a list that cannot be read, or whose orders have no ids, nothing is known.
    if (list === undefined || list.withoutId > 0) return undefined;
    if (pending.some((id) => isListed(list, id))) return undefined;
    if (waited >= MAX_LATE_MS) break;
    await session.wait(PAUSE_MS, "orders are not listed yet");
    await session.sendOnce(LIST_WITH_KEY);
  }

  for (const id of pending)
    if (statusOf(await session.sendOnce(cancellationOf(id))) !== 404) return undefined;
  return USER_ERRORS.ordersNotThere(pending.join(", ")).display;
}
