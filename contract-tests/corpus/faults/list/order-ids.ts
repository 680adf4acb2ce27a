/**
 * Ids that lost digits, are not numbers or not unique, and numbers that are not JSON.
 *
 * Sources: JSON.parse (Twitter's id_str), PHP's floats for large integers, int columns, ids as
 * strings as in protobuf's JSON, joins that list an order twice, NaN and Infinity of Python's
 * json.dumps, templates that write JSON.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { mapMembers, POSITIONS, setMembers } from "../../changes/lists.ts";
import { isolatedBeyondDouble } from "../../orders.ts";
import { type Fault, fault, type Options } from "../../variant.ts";

const written = (
  title: string,
  clauses: readonly ClauseId[],
  write: (id: bigint) => string | bigint,
  options: Options<Fault> = {},
): Fault =>
  fault(title, clauses, options, (base) =>
    mapMembers(base, (members, { order }) => ({ ...members, id: `${write(order.id)}` })),
  );
const LOST: readonly ClauseId[] = ["order-id", "order-id-unique", "list-whole"];

export const ORDER_ID_FAULTS = [
  written("Ids are strings.", ["order-id"], (id) => `"${id}"`),
  written("Ids are rounded to doubles: two orders get one id.", LOST, (id) => BigInt(Number(id))),
  written(
    "Ids are rounded to doubles, and stay unique.",
    ["order-id", "list-whole"],
    (id) => BigInt(Number(id)),
    { orders: isolatedBeyondDouble, withoutIds: "undetected" },
  ),
  written("Ids beyond 2^53 are written with an exponent.", ["order-id"], (id) =>
    id > 2n ** 53n ? Number(id).toExponential() : id,
  ),
  written("Ids are written with the exponent e0.", ["order-id"], (id) => `${id}e0`),
  written("Ids are cut to 32 bits.", LOST, (id) => BigInt.asIntN(32, id)),
  fault("An order that is provided is listed twice.", ["order-id-unique"], (base) => ({
    visibleOrders: (request) =>
      base
        .visibleOrders(request)
        .flatMap((order) =>
          order.id === base.store.initial.pending[3] ? [order, order] : [order],
        ),
  })),
  fault("Every id is 1.", ["order-id-unique", "list-whole"], (base) =>
    setMembers(base, POSITIONS.every, { id: "1" }),
  ),
  written("Ids are padded with zeros, which is not JSON.", ["body-json"], (id) =>
    `${id}`.padStart(12, "0"),
  ),
  fault("The last id has a plus sign, which is not JSON.", ["body-json"], (base) =>
    mapMembers(base, (members, { index, count }) =>
      index === count - 1 ? { ...members, id: `+${members.id}` } : members,
    ),
  ),
  ...[{ quantity: "NaN" }, { quantity: "Infinity" }, { shipDate: "undefined" }].map((members) =>
    fault(
      `One ${Object.entries(members).flat().join(" is ")}, which is not JSON.`,
      ["body-json"],
      (base) => setMembers(base, POSITIONS.middle, members),
    ),
  ),
  fault("The first petId is 9007199254740992.5.", ["order-pet-id"], (base) =>
    setMembers(base, POSITIONS.first, { petId: "9007199254740992.5" }),
  ),
];
