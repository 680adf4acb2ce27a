/** The pets of orders: a service may look for a pet in place of an order. */
import { integerValue, isInt64 } from "../../../../spec/schema/integers.ts";
import type { OrderList } from "../../assertions/order-list.ts";

/** Returns the ids of the pets that only these orders are for. */
export function ownPetIds(ids: readonly bigint[], list: OrderList | undefined): readonly bigint[] {
  // We only know the first orders of a longer list.
  if (list === undefined || list.sample.length < list.count) return [];
  const isOwn = (order: OrderList["sample"][number]) =>
    ids.some((id) => id === integerValue(order.id));
  const petsOf = (orders: OrderList["sample"]) =>
    orders.flatMap(({ petId }) => integerValue(petId) ?? []);
  const ofOthers = petsOf(list.sample.filter((order) => !isOwn(order)));
  return petsOf(list.sample.filter(isOwn)).filter((pet) => isInt64(pet) && !ofOthers.includes(pet));
}
