/** The provided orders by purpose, and what to provide if there are too few. */
import type { Rules } from "../../../safety/rules.ts";

/**
 * The purposes of pending orders, in the order in which we use them if there are too few. We try
 * each order in one way only, so that any change has one cause: `cancel` is cancelled by itself,
 * `exact` is first tried with similar ids, `parallel` with texts, `refused` with bad keys.
 */
export const PURPOSES = ["cancel", "exact", "parallel", "refused"] as const;
/** With this many pending orders, every clause can be proven. */
export const PENDING_NEEDED = PURPOSES.length;
const READ_ONLY =
  "The run is read-only: it cancels nothing. A run that may cancel orders, such as one of staging, proves this.";
type Purpose = (typeof PURPOSES)[number];

export interface ProvidedOrders extends Readonly<Partial<Record<Purpose, bigint>>> {
  /** All pending and shipped orders, used or not. Empty in a read-only run. */
  readonly ids: readonly bigint[];
  /** Empty in a read-only run. */
  readonly shipped: readonly bigint[];
  /** Provided orders that turned out not to be there. */
  readonly notThere: readonly bigint[];
  /** A sentence that says that listed orders belong to others. */
  readonly others: string | undefined;
  /** Why a clause that needs a pending order is unproven, and what would prove it. */
  readonly pendingNeeded: string;
  /** Why a clause that needs a shipped order is unproven, and what would prove it. */
  readonly shippedNeeded: string;
}

/** `unused`: the pending orders that the run has not asked to cancel. */
export function providedOrders(
  { readOnly, pending, shipped }: Pick<Rules, "readOnly" | "pending" | "shipped">,
  unused: readonly bigint[] = pending,
  { notThere = [], others }: Partial<Pick<ProvidedOrders, "notThere" | "others">> = {},
): ProvidedOrders {
  const missing = `Not there: ${notThere.join(", ")}. Used up by an earlier run? setup places fresh ones. `;
  const usedUp = `${notThere.length === 0 ? "" : missing}${others === undefined ? "" : `${others} `}`;
  const purposes = readOnly ? [] : PURPOSES.slice(0, unused.length);
  const byLength = unused.toSorted((a, b) => Number(absolute(b) - absolute(a)));
  // Rounding shows only in long ids.
  const longestFirst = purposes.toSorted((a, b) => Number(b === "exact") - Number(a === "exact"));
  const chosen = longestFirst.map((purpose, nth) => [purpose, byLength[nth]!] as const);
  const orders = unused.length === 1 ? "order" : "orders";
  const needed = (what: string) => (readOnly ? READ_ONLY : `${usedUp}${what}`);
  return {
    ...(Object.fromEntries(chosen) as Partial<Record<Purpose, bigint>>),
    ids: readOnly ? [] : [...pending, ...shipped],
    shipped: readOnly ? [] : shipped,
    notThere,
    others,
    pendingNeeded: needed(
      `Provided: ${unused.length} pending ${orders}. ${PENDING_NEEDED} prove every clause: --pending ID.`,
    ),
    shippedNeeded: needed("No shipped order was provided. Provide one: --shipped ID."),
  };
}

export function absolute(id: bigint): bigint {
  return id < 0n ? -id : id;
}
