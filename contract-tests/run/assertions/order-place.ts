/** Where the response to a list shows a field of an order, for the evidence of its change. */
import { formatPath, isJsonObject, jsonIn, locateJson } from "../../../spec/json/json.ts";
import type { OrderField } from "../../../spec/schema/fields.ts";
import { integerValue } from "../../../spec/schema/integers.ts";
import type { Exchange } from "../../client/exchange.ts";
import { utf8Content } from "./body.ts";
import type { ViolationDetail } from "./finding.ts";

/** Empty where the body was not kept, or does not have the order with the field. */
export function orderPlace(
  { response }: Exchange,
  id: bigint,
  field: OrderField,
): Pick<ViolationDetail, "at" | "label"> {
  const text = response && utf8Content(response)?.toString();
  const list = text === undefined ? undefined : jsonIn(text);
  if (text === undefined || !Array.isArray(list)) return {};

  const index = list.findIndex((order) => isJsonObject(order) && integerValue(order.id) === id);
  const at = locateJson(text, [index, field]);
  return at === undefined ? {} : { at, label: formatPath(["orders", index, field]) };
}
