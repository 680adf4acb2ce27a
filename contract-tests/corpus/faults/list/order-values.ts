/** Wrong values of the members of an order. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { POSITIONS, setMembers, type Where } from "../../changes/lists.ts";
import { fault } from "../../variant.ts";

/** Wrong values as JSON text, by member. They take turns in the places where one can be. */
const WRONG: Readonly<Record<string, readonly [clause: ClauseId, Readonly<Record<string, string>>]>> = {
  id: [
    "order-id",
    {
      null: "null",
      fraction: "17.5",
      boolean: "true",
      array: "[17]",
      object: '{"$numberLong":"17"}',
      "empty-string": '""',
      uuid: '"3f0c2f5e-8a51-4d1e-9a3e-0d5c8c1f7a11"',
      "2-63": "9223372036854775808",
      "minus-2-63-1": "-9223372036854775809",
      exponent: "1e3",
      "2-64": "18446744073709551615",
    },
  ],
  petId: [
    "order-pet-id",
    {
      null: "null",
      string: '"105"',
      fraction: "105.5",
      boolean: "false",
      array: "[]",
      object: '{"id":105}',
      "2-63": "9223372036854775808",
      name: '"Rex"',
    },
  ],
  quantity: [
    "order-quantity",
    {
      null: "null",
      string: '"3"',
      fraction: "2.5",
      boolean: "true",
      array: "[3]",
      object: '{"value":3,"unit":"pcs"}',
      "empty-string": '""',
      tiny: "1e-7",
    },
  ],
  complete: [
    "order-complete",
    {
      null: "null",
      string: '"true"',
      one: "1",
      zero: "0",
      yes: '"yes"',
      array: "[]",
      object: "{}",
      "empty-string": '""',
    },
  ],
  shipDate: [
    "order-ship-date",
    {
      null: "null",
      "date-only": '"2026-03-01"',
      epoch: "1772323200",
      "epoch-ms": "1772323200000",
      "epoch-string": '"1772323200"',
      "empty-string": '""',
      tomorrow: '"tomorrow"',
      "february-30": '"2026-02-30T10:00:00Z"',
      "february-29": '"2026-02-29T10:00:00Z"',
      "month-13": '"2026-13-01T10:00:00Z"',
      "day-0": '"2026-03-00T10:00:00Z"',
      "hour-25": '"2026-03-01T25:00:00Z"',
      "minute-60": '"2026-03-01T10:60:00Z"',
      "second-61": '"2026-03-01T10:00:61Z"',
      "offset-25": '"2026-03-01T10:00:00+25:00"',
      "http-date": '"Sun, 01 Mar 2026 10:00:00 GMT"',
      "us-date": '"03/01/2026 10:00"',
      "dot-net": '"/Date(1772323200000)/"',
      "invalid-date": '"Invalid Date"',
      boolean: "true",
      object: '{"$date":"2026-03-01T10:00:00Z"}',
      array: "[2026,3,1,10,0,0]",
      "time-only": '"10:00:00Z"',
      "two-zones": '"2026-03-01T10:00:00ZZ"',
      "java-zone": '"2026-03-01T10:00:00Z[UTC]"',
      "zero-date": '"0000-00-00T00:00:00Z"',
      "two-digit-year": '"26-03-01T10:00:00Z"',
      "no-date": '"T10:00:00Z"',
      "surrounded-by-spaces": '" 2026-03-01T10:00:00Z "',
      "year-1900-leap": '"1900-02-29T00:00:00Z"',
      "named-zone": '"2026-03-01T10:00:00 GMT"',
      slashes: '"2026/03/01T10:00:00Z"',
    },
  ],
};

const PLACES: readonly (readonly [words: string, where: Where])[] = [
  ["every order", POSITIONS.every],
  ["the first order", POSITIONS.first],
  ["the last order", POSITIONS.last],
  ["the middle order", POSITIONS.middle],
  ["all lists but the first", POSITIONS.laterLists],
];

export const ORDER_VALUE_FAULTS = Object.entries(WRONG).flatMap(([member, [clause, values]]) =>
  Object.entries(values).map(([word, value], nth) => {
    // The same id in every order would also break the clause that ids are unique.
    const places = member === "id" ? PLACES.with(0, ["the middle order", POSITIONS.middle]) : PLACES;
    const [words, where] = places[nth % places.length] ?? ["every order", POSITIONS.every];
    return fault(
      `${member.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}-${word}`,
      `${member} is ${value} in ${words}.`,
      [clause],
      (base) => setMembers(base, where, { [member]: value }),
    );
  }),
);
