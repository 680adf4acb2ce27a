/**
 * An entry of orders-kit.known.yaml: a violation, or an unproven clause, that a team accepts for a
 * while.
 */
import * as v from "valibot";
import type { ReadonlyDeep } from "../../../scenarios/scenario.ts";
import { oneOf, string } from "../../../scenarios/source/schemas.ts";
import { CLAUSES, type ClauseId } from "../../../spec/clauses/index.ts";
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { isDate } from "../../../spec/schema/date-time.ts";

/** Hides the checks of a schema, because the type declarations of the package would repeat them. */
type Text = v.GenericSchema<string>;

const PLACE = new RegExp(`^(?:${Object.keys(OPERATIONS).join("|")})(?: [1-5]\\d\\d)?$`);

const place: Text = v.pipe(
  string,
  v.regex(PLACE, 'Expected an operation and a status, such as "cancelOrder 404".'),
);

const pointer: Text = v.pipe(
  string,
  v.regex(/^\//, 'Expected a JSON pointer, such as "/status" or "/*/quantity".'),
  v.check(
    (text) => !/\/\d+(?:\/|$)/.test(text),
    'Expected * in place of an index, as in "/*/quantity".',
  ),
);

const date: Text = v.pipe(string, v.check(isDate, "Expected a date, such as 2027-03-31."));

const reason: Text = v.pipe(string, v.nonEmpty("Say why it is accepted."));

export const KNOWN_ENTRY = {
  /** The clause that is violated, or unproven. */
  clause: oneOf(CLAUSES.map(({ id }) => id)) as v.GenericSchema<ClauseId>,
  /**
   * Where the clause is violated, as the operation and the status of the answer: `cancelOrder 404`.
   * Default: anywhere.
   */
  at: v.exactOptional(place),
  /** A JSON pointer into the body, with `*` in place of an index. Default: anywhere in the body. */
  pointer: v.exactOptional(pointer),
  /** True if the clause may be unproven; the entry does not excuse a violation. */
  unproven: v.exactOptional(v.literal(true, "Expected true.")),
  /** Why the team accepts it. */
  reason,
  /** The last day on which the entry holds, in UTC: `2027-03-31`. Default: no end. */
  until: v.exactOptional(date),
};

export interface KnownEntry
  extends ReadonlyDeep<v.InferOutput<v.ObjectSchema<typeof KNOWN_ENTRY, undefined>>> {}
