/** Draws conclusions from the whole run. Sends nothing. */

import { isBefore } from "../../client/exchange.ts";
import { describeOrder, isListed } from "../assertions/order-list.ts";
import { MAX_STALE_MS } from "../session/budget.ts";
import { findGap, findProvidedGap } from "../session/lists/list-gaps.ts";
import { cancelledOrders } from "../session/orders/orders.ts";
import type { Session } from "../session/session.ts";
import { expectNotCut } from "./cut-list.ts";
import { expectOthersNotRounded, judgeOthers } from "./other-orders.ts";
import { reportCutOff, reportOutages } from "./outages.ts";
import { settleUncertainOrders } from "./uncertain-orders.ts";

export function conclude(s: Session): void {
  settleUncertainOrders(s);
  reportGaps(s);
  judgeOthers(s);
  expectOthersNotRounded(s);
  expectNotCut(s);
  reportNoShipped(s);
  observeCancelledInList(s);
  reportOutages(s);
  reportCutOff(s);
}

/**
 * With --disposable, the run cancels listed orders to find a shipped one. Records that it found
 * none.
 */
function reportNoShipped({ orders, report }: Session): void {
  const { disposable, readOnly } = orders.rules;
  const { others, shipped } = orders.provided;
  if (!disposable || readOnly || shipped.length > 0) return;
  const none = "No shipped order is listed: each listed order that was cancelled was pending.";
  const clauses = ["cancel-shipped-conflict", "cancel-shipped-unchanged", "list-whole"] as const;
  report.unproven(clauses, `${others ?? none} Provide a shipped order: --shipped ID.`);
}

function reportGaps(s: Session): void {
  const own = findProvidedGap(s);
  if (own !== undefined) {
    const why = `Order ${own.missing[0]}, provided and not cancelled meanwhile, is missing from one list and is in a list before and one after it.`;
    s.report.violated("list-whole", why, own.proof);
  }
  const certain = findGap(s, MAX_STALE_MS);
  const gap = certain ?? findGap(s, 0);
  if (gap === undefined) return;
  const why = `${gap.missing.length} orders, including ${describeOrder(gap.missing[0])}, are missing from one list and are in the lists before and after it.`;
  if (certain !== undefined) return s.report.violated("list-whole", why, certain.proof);
  const older = `${why} It may be an older copy: the lists are less than 2 s apart.`;
  s.report.advise("list-lags", older, gap.proof);
}

/**
 * Records the answer to the open question cancelled-in-list, from the first order that was
 * cancelled.
 */
function observeCancelledInList({ orders, lists, report }: Session): void {
  const [first] = cancelledOrders(orders);
  if (first === undefined) return;
  const { id, cancelledBy: by } = first;
  // If no earlier list has the order's id, we cannot tell whether the later lists have the order.
  const isShown = lists.some((list) => isBefore(list.exchange, by) && isListed(list, id));
  const after = lists.filter((list) => isBefore(by, list.exchange));
  const [next, last] = [after[0], after.at(-1)];
  if (!isShown || next === undefined || last === undefined || next === last) return;
  const observed = isListed(last, id) ? "stays" : isListed(next, id) ? "later" : "vanishes";
  report.observe("cancelled-in-list", observed);
}
