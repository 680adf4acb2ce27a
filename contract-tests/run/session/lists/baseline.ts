/** The list with which the next one is compared: the list after one act is the one before the next (compare.ts). */
import type { OrderList } from "../../assertions/order-list.ts";

export class Baseline {
  /** Fields that were seen to change with nothing sent in between: they prove nothing. */
  readonly moving = new Set<string>();
  /** Undefined when the last list could not be read. */
  list: OrderList | undefined;

  set(list: OrderList | undefined): OrderList | undefined {
    this.list = list;
    return list;
  }
}
