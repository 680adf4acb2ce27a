/**
 * Version 1 neither filters nor pages: no query parameter and no header changes which orders are
 * listed (section Limits).
 */

import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { isJsonObject } from "../../../../spec/json/json.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, isSuccess, outcomeOf } from "../../../client/outcome.ts";
import { MAX_QUIET_CALLS } from "../../../safety/gentle.ts";
import { PAGING_HEADERS } from "../../../tables/headers.ts";
import { inLetters } from "../../../tables/texts.ts";
import { jsonContent } from "../../assertions/body.ts";
import {
  describeOrder,
  keyOfId,
  type OrderKey,
  type OrderList,
} from "../../assertions/order-list.ts";
import { LONG_LIST_BYTES } from "../../session/budget.ts";
import { PARALLEL } from "../../session/limiter.ts";
import { untilFresh } from "../../session/lists/compare.ts";
import { MIN_OTHERS } from "../../session/lists/list-gaps.ts";
import { listOrders, readList } from "../../session/lists/read-list.ts";
import { ofOthers } from "../../session/orders/orders.ts";
import type { Session } from "../../session/session.ts";
import { rowsFor } from "../rows.ts";
import type { Step } from "../step.ts";
import { halvesOf, listCallOf, type Probe, probesFor, triedAlone } from "./list-probes.ts";

const QUERY_CLAUSES = ["list-unfiltered", "list-unpaged"] as const satisfies readonly ClauseId[];
/** We examine at most this many probes further: one violation of each clause is enough. */
const MAX_EXAMINED = 4;
const NOT_EXAMINED =
  "Queries got fewer orders, and the calls that would tell whether they are the cause got no answer.";
/**
 * A quiet run looks for a parameter up to this many calls: it keeps the rest for the steps that
 * follow, and for repeating calls about what it has seen.
 */
const QUIET_CALLS = MAX_QUIET_CALLS - 20;

/** Probes that got an answer. Those without a count were refused by the deployment. */
type ProbeAnswers = ReadonlyMap<Probe, OrderCount | undefined>;
/**
 * How many orders a response has, without its body. Also which orders, unless the response has
 * another form than the list.
 */
interface OrderCount extends Pick<OrderList, "count"> {
  readonly keys?: OrderList["keys"];
}

export const queries: Step = {
  id: "queries",
  title: "query parameters neither filter nor page the list",
  clauses: QUERY_CLAUSES,
  async run(s) {
    const { report } = s;
    const before = s.baseline.list ?? (await listOrders(s));
    if (before === undefined) return report.unproven(QUERY_CLAUSES, "No list could be read.");
    if (before.count === 0) return report.unproven(QUERY_CLAUSES, "The list is empty.");

    const isLong = (before.exchange.response?.body.length ?? 0) > LONG_LIST_BYTES;
    const answered = await sendProbes(s, probesFor(s, before, isLong));
    for (const [{ due, parts }, shown] of answered) {
      // The refusal of a group says nothing about each parameter in it.
      const isTried = shown !== undefined || parts.length === 1;
      const rows = due?.rows.filter((row) => isTried && parts.includes(row)) ?? [];
      if (due !== undefined) s.coverage.add(due.table, rows);
    }
    if (s.wants("list-unpaged")) s.coverage.add(PAGING_HEADERS, rowsFor(s, PAGING_HEADERS));
    const after = await plainList(s);
    if (after === undefined) return report.unproven(QUERY_CLAUSES, "No list could be read.");

    const suspicions = [...answered].flatMap(([probe, list]) =>
      list && leftOut(s, [before, after], [list]) ? [probe] : [],
    );
    const { violated, open } = await examineAll(s, before, suspicions);
    const tried = new Set([...answered.keys()].map(({ clause }) => clause));
    for (const clause of QUERY_CLAUSES.filter((one) => s.wants(one) && !violated.has(one)))
      if (open.has(clause)) report.unproven(clause, NOT_EXAMINED);
      else if (!tried.has(clause)) report.unproven(clause, "No query got an answer.");
      else if (clause === "list-unpaged" && before.count === 1)
        report.unproven(clause, "The list has only one order, which fits on any page.");
      else report.held(clause);
  },
};

/**
 * Sends the probes. A service may refuse a group because of one parameter: then we send its
 * parameters one by one, and judge the refusal of that one.
 */
async function sendProbes(s: Session, probes: readonly Probe[]): Promise<ProbeAnswers> {
  const answered = new Map<Probe, OrderCount | undefined>();
  // We send few at a time, so that few long lists are in memory.
  const size = s.isParallel ? PARALLEL : 1;
  for (let at = 0; at < probes.length; at += size) {
    const some = probes.slice(at, at + size);
    for (const [nth, exchange] of (await s.all(some.map(listCallOf))).entries()) {
      const probe = some[nth]!;
      const parts = triedAlone(s, probe);
      const shown = await shownIn(s, exchange);
      if (shown === undefined && parts.length > 0)
        for (const [part, own] of await sendProbes(s, parts)) answered.set(part, own);
      else if (outcomeOf(exchange).kind === "answered") answered.set(probe, shown);
      if (shown === undefined && parts.length === 0) adviseOnRefusal(s, exchange);
    }
  }
  return answered;
}

/** Returns undefined if the response shows no orders that can be counted. */
async function shownIn(s: Session, exchange: Exchange): Promise<OrderCount | undefined> {
  const list = await readList(s, exchange);
  if (list === undefined) return countedIn(exchange);
  const { count, keys } = list;
  // Orders without an id, or values that are no orders, can only be counted.
  return [...keys].length === count && list.withoutId === 0 ? { count, keys } : { count };
}

/**
 * Returns the number of orders in a part (206) or in an envelope such as `{"data":[…],"total":34}`.
 */
function countedIn(exchange: Exchange): OrderCount | undefined {
  const { response } = exchange;
  if (response === undefined || !isSuccess(exchange)) return undefined;
  const root = jsonContent(response);
  const members = isJsonObject(root) ? Object.values(root) : [root];
  const arrays = members.filter(Array.isArray);
  const counts = arrays.filter((array) => array.every(isJsonObject)).map(({ length }) => length);
  return counts.length === 0 ? undefined : { count: Math.max(...counts) };
}

/**
 * Advises on a refusal: the contract declares neither queries nor such headers, so it is worth
 * knowing that a service refuses them.
 */
function adviseOnRefusal({ report }: Session, exchange: Exchange): void {
  const { kind, status = 0 } = outcomeOf(exchange);
  if (status < 300 || kind === "wait") return;
  const why = `Listing the orders gets ${describeAnswer(exchange)}.`;
  report.advise("probe-refused", why, [exchange]);
}

/**
 * Returns the list for a meaningless parameter that no cache has seen. Returns the list without it
 * if the service refuses the parameter, or shows less than half of the orders for it and no new
 * ones: with new orders, the list without it would be an old copy from a cache.
 */
async function plainList(s: Session): Promise<OrderList | undefined> {
  const fresh = await listOrders(s, { query: `nonce=${inLetters(s.config.seed + s.budget.sent)}` });
  const plain = await listOrders(s);
  if (fresh === undefined || plain === undefined) return plain ?? fresh;
  const hasNew = [...fresh.keys.minus(plain.keys)].length > 0;
  return fresh.count < plain.count / 2 && !hasNew ? plain : fresh;
}

/**
 * Returns the orders that all of the first lists have and none of `others`; only their number if
 * one of `others` has another form. Returns undefined if they prove nothing: that takes a provided
 * order that no call may have cancelled, or several orders of others. `key`: one of the missing
 * orders, if they can be told apart.
 */
function leftOut(
  s: Session,
  lists: readonly OrderList[],
  others: readonly OrderCount[],
): { readonly count: number; readonly key?: OrderKey } | undefined {
  const sets = others.flatMap(({ keys }) => keys ?? []);
  if (sets.length < others.length) {
    const counts = (all: readonly OrderCount[]) => all.map(({ count }) => count);
    const plain = Math.min(...counts(lists));
    const shown = Math.max(...counts(others));
    // If other clients place and cancel orders, the numbers differ a little.
    return plain - shown >= MIN_OTHERS && shown <= plain / 2 ? { count: plain - shown } : undefined;
  }

  const lacking = [...lists[0]!.keys.minus(...sets)];
  const missing = lacking.filter((key) => lists.every(({ keys }) => keys.has(key)));
  const isProvided = s.orders.provided.ids.some(
    (id) => !s.orders.of(id).isAsked && missing.includes(keyOfId(id)),
  );
  if (!isProvided && ofOthers(s.orders, missing).length < MIN_OTHERS) return undefined;
  return { count: missing.length, key: missing[0]! };
}

/**
 * The result of a suspicion: it is a violation, it has another cause, or the calls that would tell
 * got no answer.
 */
type SuspicionResult = "violated" | "explained" | "open";

/**
 * Examines one suspicion after the other, until each clause has a violation. Resolves with the
 * clauses that are violated or open.
 */
async function examineAll(s: Session, first: OrderList, suspicions: readonly Probe[]) {
  const clauses = { violated: new Set<ClauseId>(), open: new Set<ClauseId>() };
  for (const [nth, probe] of suspicions.entries()) {
    if (clauses.violated.has(probe.clause)) continue;
    const single = await narrowDown(s, first, probe);
    let result = nth < MAX_EXAMINED ? await examine(s, first, single) : "open";
    // Other clients may have led us to a part that changes nothing.
    if (result === "explained" && single !== probe) result = await examine(s, first, probe);
    if (result !== "explained") clauses[result].add(probe.clause);
  }
  return clauses;
}

/**
 * Tells whether a parameter leaves out orders: plain lists before and after two calls with the
 * parameter have them, and both of these calls lack them. The two calls follow each other, so that
 * a list that alternates between two forms shows both. A list may be an old copy, so we pause
 * between the plain lists and the others.
 */
async function examine(s: Session, first: OrderList, probe: Probe): Promise<SuspicionResult> {
  const { query, headers } = listCallOf(probe);
  await untilFresh(s);
  const once = await shownIn(s, await s.send(listCallOf(probe)));
  const again = await s.send(listCallOf(probe));
  const twice = await shownIn(s, again);
  const between = await plainList(s);
  await untilFresh(s);
  const after = await plainList(s);
  if (!once || !twice || !between || !after) return "open";
  const missing = leftOut(s, [first, between, after], [once, twice]);
  if (missing === undefined) return "explained";

  const shown = headers?.map(([name, value]) => `${name}: ${value}`).join(", ");
  const parameter = query === undefined ? `the header ${shown}` : `?${query}`;
  const including = missing.key === undefined ? "" : `, including ${describeOrder(missing.key)}`;
  const why = `With ${parameter} the list lacks ${missing.count} of ${between.count} orders${including}; without it they are listed.`;
  const detail = { expected: `${between.count} orders`, received: `${twice.count} orders` };
  s.report.violated(probe.clause, why, [after.exchange, again], detail);
  return "violated";
}

/**
 * Finds the single parameter of a group that leaves orders out, by halves, one call at a time.
 * Resolves with the group if no single parameter does, or if a quiet run has no calls left.
 */
async function narrowDown(s: Session, plain: OrderList, probe: Probe): Promise<Probe> {
  for (const half of halvesOf(probe)) {
    if (s.tier === "quiet" && s.budget.sentQuietly.calls > QUIET_CALLS) return probe;
    const shown = await shownIn(s, await s.send(listCallOf(half)));
    if (shown !== undefined && leftOut(s, [plain], [shown]) !== undefined)
      return narrowDown(s, plain, half);
  }
  return probe;
}
