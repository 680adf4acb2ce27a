/** Version 1 neither filters nor pages: no query parameter and no header changes which orders are listed (section Limits). */
import type { Check, Context } from "../check.ts";
import type { OrderKey, OrderList } from "../order-list.ts";
import { shown } from "./list.ts";
import { filterProbes, grouped, type Probe, pagingProbes } from "./query-probes.ts";

/** So many lists may be on their way at once, unless they are long. */
const AT_ONCE = 4;
const LONG_BYTES = 300_000;

export const listQueries: Check = {
  id: "list-queries",
  area: "list",
  title: "query parameters neither filter nor page the list",
  clauses: ["list-unfiltered", "list-unpaged"],
  async run(context) {
    const before = await context.list();
    if (before === undefined || before.count === 0) {
      const why =
        before === undefined
          ? "No list arrived that could be read."
          : "The list is empty: nothing could be left out of it.";
      context.unproven("list-unfiltered", why);
      return context.unproven("list-unpaged", why);
    }
    if (before.count === 1) context.unproven("list-unpaged", "Only one order is listed: a page of one would hold it.");
    const probes = [...pagingProbes(context, before), ...filterProbes(context, before)];
    const suspects = await suspicious(context, before, grouped(probes));
    for (const probe of suspects) await convict(context, before, probe);
    await negotiate(context);
    context.held("list-unfiltered");
    if (before.count > 1) context.held("list-unpaged");
  },
};

/** The probes after which an order of the list before is missing from theirs. */
async function suspicious(context: Context, before: OrderList, probes: readonly Probe[]): Promise<Probe[]> {
  const suspects: Probe[] = [];
  const atOnce = (before.exchange.response?.body.length ?? 0) > LONG_BYTES ? 1 : AT_ONCE;
  for (let from = 0; from < probes.length; from += atOnce)
    await Promise.all(
      probes.slice(from, from + atOnce).map(async (probe) => {
        const list = await context.list(probe.call);
        // A group that is refused for one of its parameters hides what the others do.
        if (list === undefined && probe.parts !== undefined)
          suspects.push(...(await suspicious(context, before, probe.parts)));
        if (list !== undefined && absentFrom(list, before.keys).length > 0) suspects.push(probe);
      }),
    );
  return suspects.slice(0, 4);
}

function absentFrom(list: OrderList, keys: Iterable<OrderKey>): OrderKey[] {
  const absent: OrderKey[] = [];
  // Lists of the same bytes share their keys, and a long list is not copied to be looked through.
  if (list.keys !== keys) for (const key of keys) if (!list.keys.has(key)) absent.push(key);
  return absent;
}

/**
 * Looks again before it accuses: orders that stand in the lists before, between and after two calls with the parameter, and
 * in neither of those two, are left out by it. A live system does not do that.
 */
async function convict(context: Context, first: OrderList, suspect: Probe): Promise<void> {
  const { clause, call } = await culprit(context, first, suspect);
  const before = await context.list();
  // Twice in a row: a list that alternates by itself shows both its forms.
  const once = await context.list(call);
  const twice = await context.list(call);
  const between = await context.list();
  const after = await context.list();
  if (!before || !once || !between || !twice || !after) return;
  const steady = [...first.keys].filter((key) => [before, between, after].every(({ keys }) => keys.has(key)));
  const left = absentFrom(once, steady).filter((key) => !twice.keys.has(key));
  if (left.length === 0) return;
  const what =
    call.query === undefined
      ? `the header ${call.headers?.map(([name, value]) => `${name}: ${value}`).join(", ")}`
      : `?${call.query}`;
  context.violated(
    clause,
    `With ${what} the list leaves out ${left.length} of ${before.count} orders, ${shown(left[0])} among them; without it they are listed.`,
    [after.exchange, twice.exchange],
    { expected: `${before.count} orders`, received: `${twice.count} orders` },
  );
}

/** The one parameter of a group that leaves orders out by itself, or the group when it takes several. */
async function culprit(context: Context, first: OrderList, suspect: Probe): Promise<Probe> {
  for (const part of suspect.parts ?? []) {
    const list = await context.list(part.call);
    if (list !== undefined && absentFrom(list, first.keys).length > 0) return part;
  }
  return suspect;
}

/** What a list call may ask for besides: other media types are answered by JSON, a range by the whole list. */
async function negotiate(context: Context): Promise<void> {
  await context.list({ headers: [["Accept", "application/xml"]] });
  await context.list({ headers: [["Range", "bytes=0-9"]] });
}
