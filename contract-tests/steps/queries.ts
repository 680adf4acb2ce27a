/** Version 1 neither filters nor pages: no query parameter and no header changes which orders are listed (section Limits). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { describeOrder, keyOfId, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { asksToWait, isOpenEnded, LIST_WITH_KEY } from "../client/exchange.ts";
import { ASKED_AGAIN, MAX_STALE_MS } from "../session/compare.ts";
import { MIN_OTHERS } from "../session/list-gaps.ts";
import { LONG_LIST_BYTES, type Session } from "../session/session.ts";
import { isForbidden, isSuccess } from "./answers.ts";
import { groupProbes, type Probe, probesFor } from "./list-probes.ts";
import type { Step } from "./step.ts";
import { inLetters } from "./texts.ts";

const CLAUSES = ["list-unfiltered", "list-unpaged"] as const satisfies readonly ClauseId[];
/** Probes that are examined further: one violation of each clause is enough. */
const MAX_EXAMINED = 4;

/** A query that got an answer: without a list, the deployment unauthorized the query. */
type AnsweredProbe = readonly [probe: Probe, list: OrderList | undefined];

export const queries: Step = {
  id: "queries",
  title: "query parameters neither filter nor page the list",
  clauses: CLAUSES,
  async run(s) {
    const { report } = s;
    const before = await s.list();
    if (before === undefined) return report.unproven(CLAUSES, "No list could be read.");
    if (before.count === 0)
      return report.unproven(CLAUSES, "The list is empty, so no order can be left out.");
    if (before.count === 1)
      report.unproven("list-unpaged", "The list has only one order, which fits on any page.");

    const isLong = (before.exchange.response?.body.length ?? 0) > LONG_LIST_BYTES;
    const probes = groupProbes(probesFor(s, before), isLong);
    const probed = await sendProbes(s, probes);
    // The assertions judge the responses: JSON or 406 to another media type, the whole list or advice to a byte range.
    await s.list({ headers: [["Accept", "application/xml"]] });
    await s.list({ headers: [["Range", "bytes=0-9"]] });
    const after = await plainList(s);
    if (after === undefined)
      return report.unproven(CLAUSES, "No list could be read after the queries.");

    const suspicions = probed.filter(
      ([, list]) => list && leftOut(s, [before, after], [list]).length > 0,
    );
    for (const [probe] of suspicions.slice(0, MAX_EXAMINED)) await examine(s, before, probe);
    for (const clause of CLAUSES) {
      const open = suspicions
        .slice(MAX_EXAMINED)
        .filter(([probe]) => probe.clause === clause).length;
      const notExamined = `${open} more queries got lists without some orders, and were not examined.`;
      if (open > 0) report.unproven(clause, notExamined);
      else if (!probed.some(([probe]) => probe.clause === clause))
        report.unproven(clause, "No query got an answer.");
      else if (clause !== "list-unpaged" || before.count > 1) report.held(clause);
    }
  },
};

async function sendProbes(s: Session, probes: readonly Probe[]): Promise<AnsweredProbe[]> {
  const exchanges = await s.all(probes.map(({ call }) => ({ ...LIST_WITH_KEY, ...call })));
  const probed: AnsweredProbe[] = [];
  for (const [nth, exchange] of exchanges.entries()) {
    const probe = probes[nth]!;
    const isUnknown = asksToWait(exchange) || isOpenEnded(exchange) || isForbidden(exchange);
    // A group may be refused because of one parameter: all are then sent one by one, and the refusal of that one is judged.
    const isRefusedGroup = probe.parts !== undefined && !isSuccess(exchange);
    const list = isRefusedGroup ? undefined : s.read(exchange);
    if (list === undefined && probe.parts !== undefined)
      probed.push(...(await sendProbes(s, probe.parts)));
    else if (!isUnknown) probed.push([probe, list]);
  }
  return probed;
}

/**
 * The list with a parameter that means nothing and that no cache has seen; without it where the service unauthorized that, or shows less than
 * half of its orders for it. A list from a cache lacks what is new: so it is not an old copy that has more.
 */
async function plainList(s: Session): Promise<OrderList | undefined> {
  const query = `nonce=${inLetters(s.config.seed + s.sent)}`;
  const [fresh, plain] = [await s.list({ query }), await s.list()];
  if (fresh === undefined || plain === undefined) return plain ?? fresh;
  const isFiltered =
    fresh.count < plain.count / 2 && [...fresh.keys.minus(plain.keys)].length === 0;
  return isFiltered ? plain : fresh;
}

/**
 * The orders that are in all of the first lists and in none of the others. None where they say nothing: it takes a provided one that no
 * call may have cancelled, or several of others.
 */
function leftOut(
  s: Session,
  lists: readonly OrderList[],
  others: readonly OrderList[],
): OrderKey[] {
  const lacking = [...lists[0]!.keys.minus(...others.map(({ keys }) => keys))];
  const missing = lacking.filter((key) => lists.every(({ keys }) => keys.has(key)));
  const isProvided = s.provided.some((id) => !s.asked.has(id) && missing.includes(keyOfId(id)));
  return isProvided || s.ofOthers(missing).length >= MIN_OTHERS ? missing : [];
}

/**
 * Whether a parameter leaves out orders: they are in a plain list before and in those after two calls with the parameter, and in neither
 * of these two. The two follow each other, so that a list that alternates between two forms shows both. A list may be an old copy: so
 * there is a pause between the plain lists and the others.
 */
async function examine(s: Session, first: OrderList, examined: Probe): Promise<void> {
  const { clause, call } = await narrowDown(s, first, examined);
  const before = await plainList(s);
  await s.wait(MAX_STALE_MS, ASKED_AGAIN);
  const once = await s.list(call);
  const twice = await s.list(call);
  const between = await plainList(s);
  await s.wait(MAX_STALE_MS, ASKED_AGAIN);
  const after = await plainList(s);
  if (!before || !once || !twice || !between || !after) return;
  const missing = leftOut(s, [before, between, after], [once, twice]);
  if (missing.length === 0) return;

  const headers = call.headers?.map(([name, value]) => `${name}: ${value}`).join(", ");
  const parameter = call.query === undefined ? `the header ${headers}` : `?${call.query}`;
  const why = `With ${parameter} the list lacks ${missing.length} of ${before.count} orders, including ${describeOrder(missing[0])}; without it they are listed.`;
  const detail = { expected: `${before.count} orders`, received: `${twice.count} orders` };
  s.report.violated(clause, why, [after.exchange, twice.exchange], detail);
}

/** The single parameter of a group that leaves orders out; the group itself when none does alone. */
async function narrowDown(s: Session, first: OrderList, probe: Probe): Promise<Probe> {
  const { parts = [] } = probe;
  if (parts.length === 0) return probe;
  const exchanges = await s.all(parts.map(({ call }) => ({ ...LIST_WITH_KEY, ...call })));
  const lists = exchanges.map((exchange) => s.read(exchange));
  const after = await plainList(s);
  const part = parts.find(
    (_, at) => after && lists[at] && leftOut(s, [first, after], [lists[at]]).length > 0,
  );
  return part === undefined ? probe : narrowDown(s, first, part);
}
