/**
 * Tells whether a response shows orders of a list in any form, to a call that should not get them:
 * without a key, or at another address.
 */

import type { Json, JsonObject } from "../../../spec/json/json.ts";
import { isJsonObject, jsonIn } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES } from "../../../spec/schema/fields.ts";
import { contentOf } from "../../client/content.ts";
import type { Exchange } from "../../client/exchange.ts";
import { jsonContent } from "./body.ts";
import type { OrderKey, OrderList } from "./order-list.ts";

/** A text that is not JSON must have the ids of the list's first orders, this many or all. */
const IDS_IN_TEXT = 5;
/** An id of this many characters is in no text by chance. */
const LONG_ID = 8;

/**
 * True if the response shows two orders of the list, or the only one. A single order may be an
 * example on a documentation page.
 */
export function holdsOrders({ response }: Exchange, list: OrderList): boolean {
  if (response === undefined || list.count === 0) return false;
  // A response to HEAD can show orders only in its headers.
  if (isTextOfOrders(response.headers.map(([, value]) => value).join("\n"), list)) return true;
  const content = contentOf(response);
  if (typeof content === "string") return false;
  const text = Buffer.from(content).toString("utf8");
  const root = jsonIn(text);
  if (root === undefined) return isTextOfOrders(text, list);
  return new Set(ordersIn(root, list)).size >= Math.min(2, list.count);
}

/** True if the response is the order with this id as JSON, possibly inside one wrapper. */
export function holdsOrder({ response }: Exchange, key: OrderKey): boolean {
  const root = response && jsonContent(response);
  return (
    isJsonObject(root) &&
    [root, ...Object.values(root)].some((value) => looksLikeOrder(value) && value.id === key)
  );
}

/** Returns the ids of all objects that have the id of a listed order and another field of Order. */
function ordersIn(value: Json, list: OrderList): OrderKey[] {
  const own = looksLikeOrder(value) && list.keys.has(value.id) ? [value.id] : [];
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return [...own, ...members.flatMap((member) => ordersIn(member, list))];
}

function looksLikeOrder(
  value: Json | undefined,
): value is JsonObject & { readonly id: number | bigint } {
  if (!isJsonObject(value) || (typeof value.id !== "number" && typeof value.id !== "bigint"))
    return false;
  return ORDER_FIELD_NAMES.some((field) => field !== "id" && value[field] !== undefined);
}

/**
 * True if a text such as XML, CSV or a table shows the first ids, and two orders by a long id or by
 * their date.
 */
function isTextOfOrders(text: string, { sample }: OrderList): boolean {
  const shows = ({ id }: JsonObject) => new RegExp(`(?<![0-9])${id}(?![0-9])`).test(text);
  const orders = sample.filter(({ id }) => id !== undefined);
  if (orders.length === 0 || !orders.slice(0, IDS_IN_TEXT).every(shows)) return false;
  const recognised = orders.filter(
    (order) =>
      (String(order.id).length >= LONG_ID && shows(order)) ||
      (typeof order.shipDate === "string" && text.includes(order.shipDate.slice(0, 16))),
  );
  return recognised.length >= Math.min(2, orders.length);
}
