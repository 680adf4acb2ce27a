/** Lists that a check needs and that another one may have asked for. */
import type { OrderList } from "../../assertions/order-list.ts";
import type { CheckContext } from "../check.ts";

/** The last list, if no call since then may have cancelled a provided order; else a new one. */
export async function currentList({ config, ledger, list }: CheckContext): Promise<OrderList | undefined> {
  return (config.sharded ? undefined : ledger.currentList()) ?? list();
}

/** The policy refuses cancellations of unknown ids until a list was read. */
export async function ensureList({ ledger, list }: CheckContext): Promise<void> {
  if (ledger.listed === undefined) await list();
}
