/** The project's own contract suite, written as users write theirs. */
import { contractTests } from "./contract.ts";

const ids = (text = ""): string[] => text.split(/[\s,]+/).filter(Boolean);
const { ORDERS_KIT_TARGET, ORDERS_KIT_PENDING, ORDERS_KIT_SHIPPED } = process.env;

contractTests({
  target: ORDERS_KIT_TARGET ?? "mock",
  pending: ids(ORDERS_KIT_PENDING),
  shipped: ids(ORDERS_KIT_SHIPPED),
});
