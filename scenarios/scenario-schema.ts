/**
 * The schema of a scenario. Its output has all defaults, and is valid input for the same schema.
 */
import * as v from "valibot";
import { answers } from "./answers-schema.ts";
import { errorTexts } from "./error-texts.ts";
import { eventFields } from "./event-schemas.ts";
import { MAX_ORDERS, MAX_SEED } from "./limits.ts";
import { ordersSchema } from "./order-schema.ts";
import { boolean, field, integer, mapping, number, string } from "./source/schemas.ts";

const orders = mapping({
  count: field(
    "The total number of orders: those of `list`, then generated ones. Default: the length of `list`, else 50. `--orders` and a reset replace it.",
    integer(0, MAX_ORDERS),
  ),
  pending: field("The share of generated orders that are pending. Default: 0.6.", number(0, 1)),
  list: field("Orders given in full.", ordersSchema),
  exact: field(
    "Keeps `list` in its order and as it is. Default: false: sorted by id, and changed as `list-order`, `order-fields` and `ship-date-form` of `answers` say.",
    boolean,
  ),
});

const fields = mapping({
  name: field("One word. Default: the name of the file.", string),
  description: field("One sentence, shown where scenarios are listed.", string),
  seed: field(
    "The seed of generated orders and of random faults. Default: 1.",
    integer(0, MAX_SEED),
  ),
  orders: field("The orders that a world starts with.", orders),
  answers: field("The answers to the contract's open questions.", answers),
  errors: field("`code` and `message` of Errors, by the situation of the call.", errorTexts),
  ...eventFields,
});

export const scenarioSchema = v.pipe(
  fields,
  v.transform(({ description = "", seed = 1, orders = {}, answers = {}, ...rest }) => {
    const { list = [], count = orders.list?.length ?? 50, pending = 0.6 } = orders;
    return { ...rest, description, seed, orders: { ...orders, count, pending, list }, answers };
  }),
  v.forward(
    v.check(
      ({ orders: { count, list } }) => count >= list.length,
      ({ input: { orders } }) =>
        `The list has ${orders.list.length} orders, more than this number. Raise it, or leave it out.`,
    ),
    ["orders", "count"],
  ),
);
