import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../spec/schema/fields.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import type { Check, CheckContext } from "../check.ts";
import { pendingIdsNeeded, shippedIdNeeded } from "../order-ids.ts";
import { expectHandedOverListed, idsToBeListed } from "./expect-listed.ts";

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
    // Once it is known to be long, calls are sent one at a time.
    const plain = await context.listOrders();
    const others = await Promise.all(HEADERS.map((header) => context.listOrders({ headers: [header] })));
    const lists = [plain, ...others].filter((list) => list !== undefined);
    const [first] = lists;
    if (first === undefined) return context.unproven("list-whole", "No list could be read.");
    context.observe("list-order", first.sorted);
    context.observe("order-fields", first.fields);
    const form = dateForm(first.sample);
    if (form !== undefined) context.observe("ship-date-form", form);
    assertHandedOverListed(context, lists);
    recordUnseenFields(context, first);
  },
};

/** The answer to ship-date-form; undefined when no order has a date. */
function dateForm(sample: OrderList["sample"]): string | undefined {
  const dates = sample.flatMap(({ shipDate }) => (typeof shipDate === "string" ? [shipDate] : []));
  const forms = new Set(
    dates.map((date) => {
      if (/\dZ$/.test(date)) return /\.\d{3}Z$/.test(date) ? "milliseconds" : date.includes(".") ? "other" : "seconds";
      return /\d[+-]\d\d:\d\d$/.test(date) && !date.includes(".") ? "offset" : "other";
    }),
  );
  const [form] = forms;
  return forms.size > 1 ? "mixed" : form === "other" ? "in another way" : form;
}

/** That an order is missing was recorded when its list arrived. */
function assertHandedOverListed(context: CheckContext, lists: readonly OrderList[]): void {
  if (idsToBeListed(context).length === 0) {
    const { readOnly, shipped } = context;
    const needed = readOnly || shipped.length > 0 ? pendingIdsNeeded(context) : shippedIdNeeded(context);
    return context.withheld(
      "list-whole",
      `Only orders that are known to exist can be found missing from the list. ${needed}`,
    );
  }
  if (lists.some(({ withoutId }) => withoutId > 0) && !lists.every((list) => expectHandedOverListed(context, list)))
    return context.unproven(
      "list-whole",
      "The list contains orders without an id, so it is unknown which orders are missing.",
    );
  context.held("list-whole");
}

/** Clauses of Order that no listed order can prove. */
function recordUnseenFields(context: CheckContext, { count, withoutId, sample }: OrderList): void {
  const why = count === 0 ? "The list is empty." : "No listed order has the field.";
  if (count === 0) context.unproven("order-object", why);
  if (count === withoutId) context.unproven("order-id-unique", why);
  for (const field of ORDER_FIELD_NAMES.filter((name) => ORDER_FIELDS[name].optional !== true))
    if (sample.every((order) => order[field] === undefined) && count <= sample.length)
      context.unproven(ORDER_FIELDS[field].clause, why);
}
