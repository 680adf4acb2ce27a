/** Tells whether a response shows orders of a list, in whatever form: to a call without a key, under another address. */
import type { Json, JsonObject } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES } from "../../../spec/schema/fields.ts";
import { contentOf } from "../../client/content.ts";
import type { Exchange } from "../../client/exchange.ts";
import { isJsonObject, jsonContent, jsonIn } from "./body.ts";
import type { OrderKey, OrderList } from "./order-list.ts";

/** The ids that a text in another form than JSON must have, if the list has that many. */
const IDS_IN_TEXT = 5;
/** Characters of an id that is in no text by chance. */
const LONG_ID = 8;

/** A page of a documentation may have examples: so two orders are asked for, or the only one. */
export function holdsOrders({ response }: Exchange, list: OrderList): boolean {
  if (response === undefined || list.count === 0) return false;
  // A response to HEAD has no other place for them.
  if (isTextOfOrders(response.headers.map(([, value]) => value).join("\n"), list)) return true;
  const content = contentOf(response);
  if (typeof content === "string") return false;
  const text = Buffer.from(content).toString("utf8");
  const root = jsonIn(text);
  if (root === undefined) return isTextOfOrders(text, list);
  return new Set(ordersIn(root, list)).size >= Math.min(2, list.count);
}

/** True if a response is the order with this id, in JSON, possibly in one wrapper. */
export function holdsOrder({ response }: Exchange, key: OrderKey): boolean {
  const root = response && jsonContent(response);
  return (
    isJsonObject(root) &&
    [root, ...Object.values(root)].some((value) => isOrder(value) && value.id === key)
  );
}

/** The ids of objects that have the id of a listed order and another field of Order. */
function ordersIn(value: Json, list: OrderList): OrderKey[] {
  const own = isOrder(value) && list.keys.has(value.id) ? [value.id] : [];
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return [...own, ...members.flatMap((member) => ordersIn(member, list))];
}

function isOrder(value: Json | undefined): value is JsonObject & { readonly id: number | bigint } {
  if (!isJsonObject(value) || (typeof value.id !== "number" && typeof value.id !== "bigint"))
    return false;
  return ORDER_FIELD_NAMES.some((field) => field !== "id" && value[field] !== undefined);
}

/** XML, CSV, a table: the first ids of orders, and two orders whose id is long or whose date is shown, too. */
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
