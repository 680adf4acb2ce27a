/** Scenario dates that move with the day: "+3d" is in three days. */
import type { Order } from "../fixtures/orders.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../spec/schema/fields.ts";

const RELATIVE = /^[+-]\d{1,4}d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

export const isRelativeDate = (text: string): boolean => RELATIVE.test(text);

/** Converts milliseconds to days since 1970 in UTC. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/**
 * Noon of a day in UTC, in milliseconds, so that all worlds that start on the same day have the
 * same orders.
 */
export const noonOf = (day: number): number => (day + 0.5) * DAY_MS;

export const DATE_FIELDS = ORDER_FIELD_NAMES.filter(
  (name) => ORDER_FIELDS[name].kind === "date-time",
);

/** An order's dates as written, such as "+3d", by field. */
export type RelativeDates = { readonly [Name in OrderField]?: string };

type Fields = { readonly [Name in OrderField]?: unknown };

/**
 * Returns the relative dates among an order's fields, or undefined if there are none. `before` is
 * the order that these fields replace: its relative dates stay where the field is unchanged.
 */
export function relativeDatesIn(
  fields: Fields,
  before: { readonly fields?: Fields | undefined; readonly dates?: RelativeDates | undefined } = {},
): RelativeDates | undefined {
  const dates = DATE_FIELDS.flatMap((name) => {
    const value = fields[name];
    const isSame = value === before.fields?.[name];
    const written = isRelativeDate(String(value)) ? String(value) : isSame && before.dates?.[name];
    return written ? [[name, written] as const] : [];
  });
  return dates.length === 0 ? undefined : Object.fromEntries(dates);
}

/**
 * Replaces relative dates by RFC 3339 dates in UTC without fractions. `from` is in milliseconds.
 */
export function withDates<Fields extends Partial<Order>>(fields: Fields, from: number): Fields {
  const dates = Object.entries(relativeDatesIn(fields) ?? {}).map(
    ([name, days]) => [name, dateAfter(Number.parseInt(days, 10), from)] as const,
  );
  return dates.length === 0 ? fields : { ...fields, ...Object.fromEntries(dates) };
}

function dateAfter(days: number, from: number): string {
  return new Date(from + days * DAY_MS).toISOString().replace(/\.\d+/, "");
}
