/** What every list shows of the orders: those that were provided and not cancelled must be in it (spec/rulings.md: the list is whole). */
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../spec/schema/fields.ts";
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { isBefore, mayPrecede } from "../../ledger/moments.ts";
import type { Check, CheckConfig, CheckContext } from "../check.ts";
import { reservedOrders } from "../provided-orders.ts";

const HEADERS = [
  ["Accept", "application/json"],
  ["Cache-Control", "no-cache"],
] as const;

export const listWhole: Check = {
  id: "list-whole",
  area: "list",
  title: "every list is an array of all orders",
  clauses: [
    "list-ok",
    "list-array",
    "list-whole",
    "list-unpaged",
    "order-object",
    "order-id",
    "order-id-unique",
  ],
  async run(context) {
    const { report } = context;
    // Once it is known to be long, calls are sent one at a time.
    const plain = await context.list();
    const others = await Promise.all(HEADERS.map((header) => context.list({ headers: [header] })));
    const lists = [plain, ...others].filter((list) => list !== undefined);
    const [first] = lists;
    if (first === undefined) return report.unproven("list-whole", "No list could be read.");
    report.observe("list-order", first.sorted);
    report.observe("order-fields", first.fields);
    const form = dateForm(first.sample);
    if (form !== undefined) report.observe("ship-date-form", form);
    recordUnseenFields(context, first);
    // Whether they are in the list was recorded when it arrived.
    const { config, ledger, orders } = context;
    if (lists.some((list) => untouchedIn(list, ledger, config).length > 0)) return;
    const needed =
      config.readOnly || config.shipped.length > 0 ? orders.pendingNeeded : orders.shippedNeeded;
    const why = `Only orders that are known to exist can be found missing from the list. ${needed}`;
    report.withheld("list-whole", why);
  },
};

/** The answers to ship-date-form. */
const DATE_FORMS = {
  milliseconds: /\.\d{3}Z$/,
  seconds: /^[^.]*\dZ$/,
  offset: /^[^.]*\d[+-]\d\d:\d\d$/,
};

/** Undefined when no order has a date. */
function dateForm(sample: OrderList["sample"]): string | undefined {
  const dates = sample.flatMap(({ shipDate }) => (typeof shipDate === "string" ? [shipDate] : []));
  const formOf = (date: string) =>
    Object.entries(DATE_FORMS).find(([, pattern]) => pattern.test(date))?.[0];
  const forms = new Set(dates.map((date) => formOf(date) ?? "in another way"));
  return forms.size > 1 ? "mixed" : [...forms][0];
}

/** Clauses of Order that no listed order can prove. */
function recordUnseenFields(
  { report }: CheckContext,
  { count, withoutId, sample }: OrderList,
): void {
  const why = count === 0 ? "The list is empty." : "No listed order has the field.";
  if (count === 0) report.unproven("order-object", why);
  if (count === withoutId) report.unproven("order-id-unique", why);
  for (const field of ORDER_FIELD_NAMES.filter((name) => ORDER_FIELDS[name].optional !== true))
    if (sample.every((order) => order[field] === undefined) && count <= sample.length)
      report.unproven(ORDER_FIELDS[field].clause, why);
}

/** The provided orders that no call may have cancelled before the list had arrived. */
function untouchedIn(
  { exchange }: Pick<OrderList, "exchange">,
  ledger: Ledger,
  config: CheckConfig,
): bigint[] {
  return reservedOrders(config).filter((id) =>
    ledger.attemptsOn(id).every((entry) => isBefore(exchange, entry)),
  );
}

/**
 * Every order that was provided, and that no call may have cancelled, must be in the list. Missing from one list is a violation, because
 * nobody else touches the orders; it may also be one without an id.
 */
export function expectProvidedListed(
  list: OrderList,
  { ledger, config, report }: Pick<CheckContext, "ledger" | "config" | "report">,
): void {
  const untouched = untouchedIn(list, ledger, config);
  if (untouched.length === 0) return;
  const missing = untouched.find((id) => !isListed(list, id));
  if (missing === undefined) return report.held("list-whole");
  const unknown =
    "The list contains orders without an id, so it is unknown which orders are missing.";
  if (list.withoutId > 0) return report.unproven("list-whole", unknown);
  const notListed = notCancelledIn(list, ledger, config).filter((id) => !isListed(list, id));
  const rounded = roundedId(list, missing, notListed);
  if (rounded !== undefined) {
    const why = `Order ${missing} is listed as ${rounded}: its id is rounded.`;
    report.violated("order-id", why, [list.exchange], {
      expected: String(missing),
      received: String(rounded),
    });
  }
  const why = `Order ${missing}, provided and not cancelled, is not in the list.`;
  const detail = {
    expected: `an order with id ${missing}`,
    received: `${list.count} orders without it`,
  };
  report.violated("list-whole", why, [list.exchange], detail);
}

/** The provided orders that the run had not asked to cancel before the list had arrived. */
function notCancelledIn(
  { exchange }: OrderList,
  ledger: Ledger,
  { pending, shipped }: CheckConfig,
): bigint[] {
  const isAsked = (id: bigint) =>
    ledger.cancellationsOf(id).some((entry) => mayPrecede(entry, exchange));
  return [...pending.filter((id) => !isAsked(id)), ...shipped];
}

/** How a service can lose the digits of an id, and how many orders must show it. */
const ROUNDINGS: readonly { readonly round: (id: bigint) => bigint; readonly min: number }[] = [
  { round: (id) => BigInt(Number(id)), min: 1 },
  // The lower 32 bits are a small number, which is likely to be the id of another order.
  { round: (id) => BigInt.asIntN(32, id), min: 2 },
  { round: (id) => BigInt.asUintN(32, id), min: 2 },
];

/**
 * The listed id that the missing one becomes as a double or in 32 bits. Where another provided order is missing and its rounded id is not
 * listed, orders are missing for another reason, and a similar id is a coincidence.
 */
function roundedId(list: OrderList, id: bigint, missing: readonly bigint[]): bigint | undefined {
  const rounding = ROUNDINGS.find(
    ({ round, min }) =>
      missing.length >= min &&
      missing.every((other) => round(other) !== other && isListed(list, round(other))),
  );
  return rounding?.round(id);
}
