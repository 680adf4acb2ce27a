/**
 * Deployments that do not list all orders, which only someone who knows the orders can see; and
 * what a run then does not try. Source: a trial in which a list cut to 12 orders hid one that was
 * cancelled.
 */
import { filterList } from "../changes/lists.ts";
import { crowded, isProvided, roomy } from "../orders.ts";
import { error } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

const NEAR = "texts near an id that cancel nothing are sound, whatever they get";
const UNKNOWN = "an order that was not provided cannot be missed";

export const HIDDEN_ORDER_VARIANTS: readonly Sound[] = [
  // Sound counterparts of deployments that read such texts.
  ...[400, 404, 422].map((status) =>
    sound(
      `A text near an id gets ${status}.`,
      NEAR,
      { orders: roomy },
      { malformedId: () => error(status, "bad_id", "orderId is not an integer.") },
    ),
  ),
  sound(
    "The list shows only the orders that are provided; others have every id that the gate would like to try.",
    UNKNOWN,
    { orders: crowded(roomy) },
    (base) => filterList(base, ({ order, store }) => isProvided(store.initial, order.id)),
  ),
  sound("No id is provided as absent.", "absent ids are optional", { absent: [] }, {}),
  sound(
    "All ids are small, and no id is provided as absent.",
    "absent ids are optional",
    { orders: roomy, absent: [] },
    {},
  ),
];
