/** Effects of other clients, a gateway, a permission or a cut list on a run. Source: trials. */
import { afterEach } from "../changes/effects.ts";
import { answersCancellations } from "../changes/replies.ts";
import { isProvided, roomy } from "../orders.ts";
import { error, html } from "../replies.ts";
import { advice } from "../variant.ts";

export const CIRCUMSTANCE_ADVICE = [
  advice(
    "After 25 wrong keys every wrong key gets 403.",
    "bad-keys-blocked",
    "a firewall in front blocks who guesses keys",
    { leavesOpen: { why: "bad keys are blocked" } },
    (base) => {
      let left = 25;
      return { unauthorized: (request) => (left-- > 0 ? base.unauthorized(request) : html(403)) };
    },
  ),
  advice(
    "The key may only list: every cancellation with it gets 403.",
    "may-only-list",
    "the contract does not define permissions",
    { leavesOpen: { why: "the key may only list" } },
    (base) => answersCancellations(base, error(403, "forbidden", "The key may only list.")),
  ),
  advice(
    "Every list has twelve orders: when one is cancelled, another appears.",
    "list-of-one-length",
    "somebody else may have placed them",
    { orders: roomy, withoutIds: "undetected", leavesOpen: { unproven: ["list-whole"] } },
    (base) => ({ visibleOrders: (request) => base.visibleOrders(request).slice(0, 12) }),
  ),
  advice(
    "The first cancellation, and no other, changes the quantity of a customer's order.",
    "changed-with-cancelled",
    "one such change may be a coincidence",
    { withoutIds: "undetected", leavesOpen: { unproven: ["cancel-only-that-order"] } },
    (base) => {
      let isFirst = true;
      return afterEach(base, () => {
        const other = base.store.orders.find(({ id }) => !isProvided(base.store.initial, id));
        if (isFirst && other) other.quantity += 1;
        isFirst = false;
      });
    },
  ),
];
