/** Dates of a scenario that move with the day: "+3d" is in three days. */
import type { Order } from "../fixtures/orders.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../spec/schema/fields.ts";

const RELATIVE = /^[+-]\d{1,4}d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

export const isRelativeDate = (text: string): boolean => RELATIVE.test(text);

/** The day of a time in milliseconds: days since 1970 in UTC. */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Noon of a day in UTC, so that all worlds that start on the same day have the same orders. In milliseconds. */
export const noonOf = (day: number): number => (day + 0.5) * DAY_MS;

/** The fields with their relative dates as dates of RFC 3339, in UTC and without fractions. `from`: in milliseconds. */
export function withDates<Fields extends Partial<Order>>(fields: Fields, from: number): Fields {
  const dates = ORDER_FIELD_NAMES.flatMap((name) => {
    const value = fields[name];
    const isRelative = ORDER_FIELDS[name].kind === "date-time" && isRelativeDate(String(value));
    return isRelative ? [[name, dateAfter(Number.parseInt(String(value), 10), from)] as const] : [];
  });
  return dates.length === 0 ? fields : { ...fields, ...Object.fromEntries(dates) };
}

function dateAfter(days: number, from: number): string {
  return new Date(from + days * DAY_MS).toISOString().replace(/\.\d+/, "");
}
