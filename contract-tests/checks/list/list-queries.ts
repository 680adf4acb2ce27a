/** Version 1 neither filters nor pages: no query parameter and no header changes which orders are listed (section Limits). */
import { describeOrder, keyOfId, type OrderKey, type OrderList } from "../../assertions/order-list.ts";
import { LONG_LIST_BYTES } from "../../safety/guard.ts";
import type { Check, CheckContext } from "../check.ts";
import { expectHandedOverListed } from "./expect-listed.ts";
import { groupProbes, type Probe, probesFor } from "./probe-groups.ts";

/** Probes that are examined further: one violation of each clause is enough. */
const MAX_EXAMINED = 4;

interface Suspicion {
  readonly probe: Probe;
  readonly list: OrderList;
}

export const listQueries: Check = {
  id: "list-queries",
  area: "list",
  title: "query parameters neither filter nor page the list",
  clauses: ["list-unfiltered", "list-unpaged"],
  async run(context) {
    const before = await context.currentList();
    if (before === undefined || before.count === 0) {
      const why = before === undefined ? "No list could be read." : "The list is empty, so no order can be left out.";
      context.unproven("list-unfiltered", why);
      return context.unproven("list-unpaged", why);
    }
    if (before.count === 1) context.unproven("list-unpaged", "The list has only one order, which fits on any page.");
    const isLong = (before.exchange.response?.body.length ?? 0) > LONG_LIST_BYTES;
    const probes = groupProbes(probesFor(context, before), isLong);
    const [suspicions] = await Promise.all([
      listsWithMissingOrders(context, before, probes),
      // The assertions judge the responses: JSON or 406 to another media type, the whole list or advice to a byte range.
      ...[["Accept", "application/xml"] as const, ["Range", "bytes=0-9"] as const].map((header) =>
        context.listOrders({ headers: [header] }),
      ),
    ]);
    let hasFilter = false;
    for (const [nth, { probe, list }] of suspicions.entries())
      if (nth < MAX_EXAMINED && (await isLeftOut(context, before, probe))) hasFilter = true;
      else if (nth < MAX_EXAMINED || !hasFilter) {
        // The list, not its parameter, leaves them out.
        context.lists.add(list, false);
        expectHandedOverListed(context, list);
      }
    context.held("list-unfiltered");
    if (before.count > 1) context.held("list-unpaged");
  },
};

/** The lists with a probe that lack an order of the list before. */
async function listsWithMissingOrders(
  context: CheckContext,
  before: OrderList,
  probes: readonly Probe[],
): Promise<Suspicion[]> {
  const found = await Promise.all(
    probes.map(async (probe): Promise<Suspicion[]> => {
      const list = await context.listOrders(probe.call);
      // A group may be refused because of one parameter; the others are then sent one by one.
      if (list === undefined && probe.parts !== undefined) return listsWithMissingOrders(context, before, probe.parts);
      return list !== undefined && missingFrom(context, list, before.keys).length > 0 ? [{ probe, list }] : [];
    }),
  );
  return found.flat();
}

/** Without the orders that the run has cancelled: another check may do so now, and a cache by address may list them later still. */
function missingFrom({ namedIds }: CheckContext, list: OrderList, keys: Iterable<OrderKey>): OrderKey[] {
  if (list.keys === keys) return [];
  const cancelled = new Set<OrderKey>([...namedIds].map(keyOfId));
  return [...keys].filter((key) => !list.keys.has(key) && !cancelled.has(key));
}

/**
 * Whether a parameter leaves out an order, which is then a violation: the order is in the lists before, between and after two
 * calls with the parameter, and in neither of those two. Orders that other clients place or cancel are not.
 */
async function isLeftOut(context: CheckContext, first: OrderList, examined: Probe): Promise<boolean> {
  const { clause, call } = await narrowDown(context, first, examined);
  const before = await context.listOrders();
  // The two calls follow each other, so that a list that alternates between two forms shows both.
  const once = await context.listOrders(call);
  const twice = await context.listOrders(call);
  const between = await context.listOrders();
  const after = await context.listOrders();
  if (!before || !once || !between || !twice || !after) return false;
  const steady = [...first.keys].filter((key) => [before, between, after].every(({ keys }) => keys.has(key)));
  const leftOut = missingFrom(context, once, steady).filter((key) => !twice.keys.has(key));
  if (leftOut.length === 0) return false;
  const parameter =
    call.query === undefined
      ? `the header ${call.headers?.map(([name, value]) => `${name}: ${value}`).join(", ")}`
      : `?${call.query}`;
  context.violated(
    clause,
    `With ${parameter} the list lacks ${leftOut.length} of ${before.count} orders, including ${describeOrder(leftOut[0])}; without it they are listed.`,
    [after.exchange, twice.exchange],
    { expected: `${before.count} orders`, received: `${twice.count} orders` },
  );
  return true;
}

/** The single parameter of a group that leaves orders out; the group itself when none does alone. */
async function narrowDown(context: CheckContext, first: OrderList, probe: Probe): Promise<Probe> {
  const parts = probe.parts ?? [];
  const lists = await Promise.all(parts.map((part) => context.listOrders(part.call)));
  const at = lists.findIndex((list) => list !== undefined && missingFrom(context, list, first.keys).length > 0);
  const part = parts[at];
  return part === undefined ? probe : narrowDown(context, first, part);
}
