/** Parses the body of `PUT orders/{id}`: the fields of the order without its id, and its state. */
import type { OrderInState } from "../../fixtures/orders.ts";
import { readOrder } from "../../scenarios/read-order.ts";
import { YamlSource } from "../../spec/yaml/source.ts";

/** Throws a UserError. */
export function parseOrder(body: string, id: bigint): OrderInState {
  const source = new YamlSource(body, "body", "json");
  if (source.root === null) return { order: { id }, state: "pending" };
  const { order, state } = readOrder(source.root, source);
  const { id: _, ...fields } = order;
  return { order: { id, ...fields }, state };
}
