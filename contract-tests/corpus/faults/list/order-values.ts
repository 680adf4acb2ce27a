/**
 * Wrong values of the members of an order.
 *
 * Sources: extended JSON of MongoDB, dates as arrays as Jackson writes them, epochs, dates of SQL
 * and HTTP, text columns, 0 and 1 for booleans, unsigned columns, money objects.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../../spec/schema/fields.ts";
import { POSITIONS, setMembers, type Where } from "../../changes/lists.ts";
import { fault } from "../../variant.ts";

/** Wrong values as JSON text, by member. Each value goes to another place in the list. */
const WRONG: readonly (readonly [member: string, clause: ClauseId, values: readonly string[]])[] = [
  [
    "id",
    "order-id",
    [
      ...["null", "17.5", "true", "[17]", '{"$numberLong":"17"}', '""'],
      ...["9223372036854775808", "-9223372036854775809", "1e3", "18446744073709551615"],
    ],
  ],
  [
    "petId",
    "order-pet-id",
    ["null", '"105"', "105.5", "false", "[]", '{"id":105}', "9223372036854775808"],
  ],
  [
    "quantity",
    "order-quantity",
    ["null", '"3"', "2.5", "true", "[3]", '{"value":3,"unit":"pcs"}', "1e-7"],
  ],
  ["complete", "order-complete", ["null", '"true"', "1", "0", "[]", "{}"]],
  [
    "shipDate",
    "order-ship-date",
    [
      "null",
      '"2026-03-01"',
      "1772323200",
      '"1772323200"',
      '"2026-02-30T10:00:00Z"',
      '"2026-13-01T10:00:00Z"',
      '"2026-03-01 10:00:00"',
      '"2026-03-01T10:00:00+0100"',
      '"2026-03-01T25:00:00Z"',
      '"2026-03-01T10:00:00+25:00"',
      '"Sun, 01 Mar 2026 10:00:00 GMT"',
      '"Invalid Date"',
      "true",
      '{"$date":"2026-03-01T10:00:00Z"}',
      "[2026,3,1,10,0,0]",
      '"0000-00-00T00:00:00Z"',
      '" 2026-03-01T10:00:00Z "',
    ],
  ],
];

/** For a field that came later, null: no kind of value allows it. */
const LATER = ORDER_FIELD_NAMES.filter((name) => !WRONG.some(([member]) => member === name)).map(
  (name) => [name, ORDER_FIELDS[name].clause, ["null"]] as const,
);

const PLACES: readonly (readonly [words: string, where: Where])[] = [
  ["every order", POSITIONS.every],
  ["the first order", POSITIONS.first],
  ["the last order", POSITIONS.last],
  ["the middle order", POSITIONS.middle],
  ["all lists but the first", POSITIONS.laterLists],
];

export const ORDER_VALUE_FAULTS = [...WRONG, ...LATER].flatMap(([member, clause, values]) =>
  values.map((value, nth) => {
    // The same id in every order would also violate the uniqueness of ids.
    const places =
      member === "id" ? PLACES.with(0, ["the middle order", POSITIONS.middle]) : PLACES;
    const [words, where] = places[nth % places.length] ?? ["every order", POSITIONS.every];
    return fault(`${member} is ${value} in ${words}.`, [clause], (base) =>
      setMembers(base, where, { [member]: value }),
    );
  }),
);
