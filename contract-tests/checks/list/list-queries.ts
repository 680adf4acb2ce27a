/** Version 1 neither filters nor pages: no query parameter and no header changes which orders are listed (section Limits). */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { describeOrder, type OrderList } from "../../assertions/order-list.ts";
import { keyOfId, type OrderKey } from "../../assertions/order-set.ts";
import { asksToWait, LIST_WITH_KEY } from "../../client/exchange.ts";
import { LONG_LIST_BYTES } from "../../ledger/ledger.ts";
import { MAX_STALE_MS, MIN_OTHERS } from "../../ledger/list-gaps.ts";
import { isBefore, isOpenEnded } from "../../ledger/moments.ts";
import { isForbidden, isSuccess } from "../answer-status.ts";
import { inLetters } from "../auth/refusal.ts";
import type { Check, CheckContext } from "../check.ts";
import { reservedOrders } from "../provided-orders.ts";
import { groupProbes, type Probe, probesFor } from "./probe-groups.ts";

const CLAUSES = ["list-unfiltered", "list-unpaged"] as const satisfies readonly ClauseId[];
/** Probes that are examined further: one violation of each clause is enough. */
const MAX_EXAMINED = 4;

/** A query that got an answer: without a list, the deployment refuses the query. */
type AnsweredProbe = readonly [probe: Probe, list: OrderList | undefined];

export const listQueries: Check = {
  id: "list-queries",
  area: "list",
  title: "query parameters neither filter nor page the list",
  clauses: CLAUSES,
  after: ["cancel-malformed"],
  async run(context) {
    const { report } = context;
    const before = await context.currentList();
    if (before === undefined) return report.unproven(CLAUSES, "No list could be read.");
    if (before.count === 0) return report.unproven(CLAUSES, "The list is empty, so no order can be left out.");
    if (before.count === 1) report.unproven("list-unpaged", "The list has only one order, which fits on any page.");
    const probes = groupProbes(probesFor(context, before), context.ledger.listBytes > LONG_LIST_BYTES);
    const [probed] = await Promise.all([
      sendProbes(context, probes),
      // The assertions judge the responses: JSON or 406 to another media type, the whole list or advice to a byte range.
      context.list({ headers: [["Accept", "application/xml"]] }),
      context.list({ headers: [["Range", "bytes=0-9"]] }),
    ]);
    const after = await plainList(context);
    if (after === undefined) return report.unproven(CLAUSES, "No list could be read after the queries.");
    const suspicions = probed.filter(([, list]) => list && leftOut(context, [before, after], [list]).length > 0);
    for (const [probe] of suspicions.slice(0, MAX_EXAMINED)) await examine(context, before, probe);
    for (const clause of CLAUSES) {
      const open = suspicions.slice(MAX_EXAMINED).filter(([probe]) => probe.clause === clause).length;
      if (open > 0)
        report.unproven(clause, `${open} more queries got lists without some orders, and were not examined.`);
      else if (!probed.some(([probe]) => probe.clause === clause)) report.unproven(clause, "No query got an answer.");
      else if (clause !== "list-unpaged" || before.count > 1) report.held(clause);
    }
  },
};

async function sendProbes(context: CheckContext, probes: readonly Probe[]): Promise<AnsweredProbe[]> {
  const probed = await Promise.all(
    probes.map(async (probe): Promise<AnsweredProbe[]> => {
      const exchange = await context.send({ ...LIST_WITH_KEY, ...probe.call });
      const { parts } = probe;
      // A group may be refused because of one parameter: all are then sent one by one, and the refusal of that one is judged.
      if (parts !== undefined && !isForbidden(exchange) && !isSuccess(exchange)) {
        const answered = await sendProbes(context, parts);
        const isRefusedAlone = answered.length < parts.length || answered.some(([, list]) => list === undefined);
        if (!isRefusedAlone) context.expectList(exchange);
        return answered;
      }
      const list = context.expectList(exchange);
      if (list === undefined && parts !== undefined) return sendProbes(context, parts);
      return asksToWait(exchange) || isOpenEnded(exchange) || isForbidden(exchange) ? [] : [[probe, list]];
    }),
  );
  return probed.flat();
}

/**
 * The list with a parameter that means nothing and that no cache has seen; without it where the service refuses that, or shows less than
 * half of its orders for it. A list from a cache lacks what is new: so it is not an old copy that has more.
 */
async function plainList(context: CheckContext): Promise<OrderList | undefined> {
  const query = `nonce=${inLetters(context.config.seed + context.ledger.entries.length)}`;
  const [fresh, plain] = [await context.list({ query }), await context.list()];
  if (fresh === undefined || plain === undefined) return plain ?? fresh;
  const isFiltered = fresh.count < plain.count / 2 && [...fresh.keys.minus(plain.keys)].length === 0;
  return isFiltered ? plain : fresh;
}

/**
 * The orders that are in all of the first lists and in none of the others. None where they say nothing: it takes a provided one that no
 * call may have cancelled meanwhile, or several of others.
 */
function leftOut(
  { config, ledger }: CheckContext,
  lists: readonly OrderList[],
  others: readonly OrderList[],
): OrderKey[] {
  const [before, after] = [lists[0]!, lists.at(-1)!];
  if (!isBefore(before.exchange, after.exchange)) return [];
  const lacking = [...before.keys.minus(...others.map(({ keys }) => keys))];
  const missing = lacking.filter((key) => lists.every(({ keys }) => keys.has(key)));
  const isUntouched = (id: bigint) => ledger.attemptsBetween(before, after, ledger.attemptsOn(id)).length === 0;
  const isProvided = reservedOrders(config).some((id) => missing.includes(keyOfId(id)) && isUntouched(id));
  return isProvided || ledger.ofOthers(missing).length >= MIN_OTHERS ? missing : [];
}

/**
 * Whether a parameter leaves out orders: they are in a plain list before and in those after two calls with the parameter, and in neither
 * of these two. The two follow each other, so that a list that alternates between two forms shows both. A list may be an old copy: so
 * there is a pause between the plain lists and the others.
 */
async function examine(context: CheckContext, first: OrderList, examined: Probe): Promise<void> {
  const { clause, call } = await narrowDown(context, first, examined);
  const before = await plainList(context);
  if (before === undefined) return;
  await context.wait(MAX_STALE_MS);
  const once = await context.list(call);
  const twice = await context.list(call);
  const between = await plainList(context);
  await context.wait(MAX_STALE_MS);
  const after = await plainList(context);
  if (!once || !twice || !between || !after) return;
  const missing = leftOut(context, [before, between, after], [once, twice]);
  if (missing.length === 0) return;
  const headers = call.headers?.map(([name, value]) => `${name}: ${value}`).join(", ");
  const parameter = call.query === undefined ? `the header ${headers}` : `?${call.query}`;
  const why = `With ${parameter} the list lacks ${missing.length} of ${before.count} orders, including ${describeOrder(missing[0])}; without it they are listed.`;
  const detail = { expected: `${before.count} orders`, received: `${twice.count} orders` };
  context.report.violated(clause, why, [after.exchange, twice.exchange], detail);
}

/** The single parameter of a group that leaves orders out; the group itself when none does alone. */
async function narrowDown(context: CheckContext, first: OrderList, probe: Probe): Promise<Probe> {
  const parts = probe.parts ?? [];
  const lists = await Promise.all(parts.map((part) => context.list(part.call)));
  const after = parts.length === 0 ? undefined : await plainList(context);
  const part = parts.find((_, at) => after && lists[at] && leftOut(context, [first, after], [lists[at]]).length > 0);
  return part === undefined ? probe : narrowDown(context, first, part);
}
