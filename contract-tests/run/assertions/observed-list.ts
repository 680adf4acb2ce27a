/**
 * Reads the answers to open questions from a list, and records the clauses of Order that it cannot
 * prove.
 */
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../spec/schema/fields.ts";
import type { Recorder } from "./finding.ts";
import type { OrderList } from "./order-list.ts";

export function observeList(list: OrderList, report: Recorder): void {
  report.observe("list-order", list.sorted);
  report.observe("order-fields", list.fields);
  const form = dateForm(list.sample);
  if (form !== undefined) report.observe("ship-date-form", form);
  recordUnseenFields(list, report);
}

/** The answers to the open question ship-date-form. */
const DATE_FORMS = {
  milliseconds: /\.\d{3}Z$/,
  seconds: /^[^.]*\dZ$/,
  offset: /^[^.]*\d[+-]\d\d:\d\d$/,
};

/** Returns undefined if no order has a date. */
function dateForm(sample: OrderList["sample"]): string | undefined {
  const dates = sample.flatMap(({ shipDate }) => (typeof shipDate === "string" ? [shipDate] : []));
  const formOf = (date: string) =>
    Object.entries(DATE_FORMS).find(([, pattern]) => pattern.test(date))?.[0];
  const forms = new Set(dates.map((date) => formOf(date) ?? "in another way"));
  return forms.size > 1 ? "mixed" : [...forms][0];
}

/** Records the clauses of Order that no listed order can prove. */
function recordUnseenFields({ count, withoutId, sample }: OrderList, report: Recorder): void {
  const why = count === 0 ? "The list is empty." : "No listed order has the field.";
  if (count === 0) report.unproven("order-object", why);
  if (count === withoutId) report.unproven("order-id-unique", why);
  for (const field of ORDER_FIELD_NAMES.filter((name) => ORDER_FIELDS[name].optional !== true))
    if (sample.every((order) => order[field] === undefined) && count <= sample.length)
      report.unproven(ORDER_FIELDS[field].clause, why);
}
