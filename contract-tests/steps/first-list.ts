/** The first lists show which orders exist: until then, the run sends nothing that names another id than those provided. */
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { type Exchange, LIST_WITH_KEY } from "../client/exchange.ts";
import type { Session } from "../session/session.ts";
import { describeAnswer, statusOf } from "./answers.ts";
import type { Step } from "./step.ts";

const JSON_ONLY = ["Accept", "application/json"] as const;
const FRESH = ["Cache-Control", "no-cache"] as const;

export const firstList: Step = {
  id: "first-list",
  title: "every list is an array of all orders, at an address that ends in the version",
  clauses: [
    "list-ok",
    "list-array",
    "list-whole",
    "list-unpaged",
    "order-object",
    "order-id",
    "order-id-unique",
    "version-in-path",
  ],
  async run(s) {
    const exchange = await s.send(LIST_WITH_KEY);
    const plain = s.read(exchange);
    expectVersion(s, exchange);
    const [json, fresh] = [
      await s.list({ headers: [JSON_ONLY] }),
      await s.list({ headers: [FRESH] }),
    ];
    const first = plain ?? json ?? fresh;
    if (first === undefined) return s.report.unproven("list-whole", "No list could be read.");

    s.report.observe("list-order", first.sorted);
    s.report.observe("order-fields", first.fields);
    const form = dateForm(first.sample);
    if (form !== undefined) s.report.observe("ship-date-form", form);
    recordUnseenFields(s, first);

    // Whether the provided orders are in a list was recorded when it arrived.
    if (s.provided.length > 0) return;
    const { readOnly } = s.config;
    const needed = readOnly ? s.orders.pendingNeeded : s.orders.shippedNeeded;
    const why = `Only orders that are known to exist can be found missing from the list. ${needed}`;
    s.report.withheld("list-whole", why);
  },
};

function expectVersion(s: Session, exchange: Exchange): void {
  const last = new URL(s.config.baseUrl).pathname.split("/").filter(Boolean).at(-1);
  if (last !== VERSION_SEGMENT) {
    const address =
      last === undefined ? "The base address has no path" : `The base address ends in "${last}"`;
    s.report.unproven("version-in-path", `${address}.`);
    return s.report.advise("base-address", `${address}, not in ${VERSION_SEGMENT}.`, [exchange]);
  }
  if ([200, 203].includes(statusOf(exchange) ?? 0)) return s.report.held("version-in-path");
  const why = `Listing the orders at this address gets ${describeAnswer(exchange)}.`;
  s.report.unproven("version-in-path", why);
}

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
function recordUnseenFields({ report }: Session, { count, withoutId, sample }: OrderList): void {
  const why = count === 0 ? "The list is empty." : "No listed order has the field.";
  if (count === 0) report.unproven("order-object", why);
  if (count === withoutId) report.unproven("order-id-unique", why);
  for (const field of ORDER_FIELD_NAMES.filter((name) => ORDER_FIELDS[name].optional !== true))
    if (sample.every((order) => order[field] === undefined) && count <= sample.length)
      report.unproven(ORDER_FIELDS[field].clause, why);
}
