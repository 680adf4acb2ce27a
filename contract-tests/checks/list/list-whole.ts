import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../spec/schema/fields.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import type { Check, CheckContext } from "../check.ts";
import { untouchedIn } from "./expect-listed.ts";

const HEADERS = [
  ["Accept", "application/json"],
  ["Cache-Control", "no-cache"],
] as const;

export const listWhole: Check = {
  id: "list-whole",
  area: "list",
  title: "every list is an array of all orders",
  clauses: ["list-ok", "list-array", "list-whole", "list-unpaged", "order-object", "order-id", "order-id-unique"],
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
    const needed = config.readOnly || config.shipped.length > 0 ? orders.pendingNeeded : orders.shippedNeeded;
    const why = `Only orders that are known to exist can be found missing from the list. ${needed}`;
    report.withheld("list-whole", why);
  },
};

/** The answers to ship-date-form. */
const DATE_FORMS = { milliseconds: /\.\d{3}Z$/, seconds: /^[^.]*\dZ$/, offset: /^[^.]*\d[+-]\d\d:\d\d$/ };

/** Undefined when no order has a date. */
function dateForm(sample: OrderList["sample"]): string | undefined {
  const dates = sample.flatMap(({ shipDate }) => (typeof shipDate === "string" ? [shipDate] : []));
  const formOf = (date: string) => Object.entries(DATE_FORMS).find(([, pattern]) => pattern.test(date))?.[0];
  const forms = new Set(dates.map((date) => formOf(date) ?? "in another way"));
  return forms.size > 1 ? "mixed" : [...forms][0];
}

/** Clauses of Order that no listed order can prove. */
function recordUnseenFields({ report }: CheckContext, { count, withoutId, sample }: OrderList): void {
  const why = count === 0 ? "The list is empty." : "No listed order has the field.";
  if (count === 0) report.unproven("order-object", why);
  if (count === withoutId) report.unproven("order-id-unique", why);
  for (const field of ORDER_FIELD_NAMES.filter((name) => ORDER_FIELDS[name].optional !== true))
    if (sample.every((order) => order[field] === undefined) && count <= sample.length)
      report.unproven(ORDER_FIELDS[field].clause, why);
}
