/** The schema of `known` in orders-kit.yaml: the violations of a target that are accepted for a while. */
import * as v from "valibot";
import { field, list, mapping, oneOf, string } from "../../scenarios/source/schemas.ts";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { ADVICE_IDS } from "../assertions/advice-ids.ts";
import { badKnownError } from "../errors/targets.ts";

const PLACE = new RegExp(`^(?:${Object.keys(OPERATIONS).join("|")})(?: [1-5]\\d\\d)?$`);

const place = v.pipe(
  string,
  v.regex(PLACE, 'Expected an operation and a status, such as "cancelOrder 404".'),
);

const pointer = v.pipe(
  string,
  v.regex(/^\//, 'Expected a JSON pointer, such as "/status" or "/*/quantity".'),
  v.check(
    (text) => !/\/\d+(?:\/|$)/.test(text),
    'Expected * in place of an index, as in "/*/quantity".',
  ),
);

/** True if a text is a day of the calendar: `2027-03-31`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
}

const date = v.pipe(string, v.check(isDate, "Expected a date, such as 2027-03-31."));

export const adviceId = oneOf(ADVICE_IDS);

const entry = v.pipe(
  mapping(
    {
      clause: field(
        "The clause that is violated, or unproven.",
        oneOf(CLAUSES.map(({ id }) => id)),
      ),
      at: field("Where: the operation, and the status of the answer. Default: anywhere.", place),
      pointer: field("A JSON pointer into the body, with `*` in place of an index.", pointer),
      unproven: field(
        "The clause may be unproven; it is not excused if it is violated.",
        v.literal(true, "Expected true."),
      ),
      advice: field("In place of a clause: an advice that fails no strict run.", adviceId),
      reason: v.pipe(
        v.pipe(string, v.nonEmpty("Say why it is accepted.")),
        v.description("Why it is accepted."),
      ),
      expires: field("The last day on which it is accepted, in UTC. Default: no end.", date),
    },
    "This entry has no reason. Say why it is accepted.",
  ),
  v.check(
    ({ clause, advice }) => (clause === undefined) !== (advice === undefined),
    "This entry needs a clause or an advice, and not both.",
  ),
  v.check(
    ({ clause, at, pointer: inBody, unproven }) =>
      (at === undefined && inBody === undefined) ||
      (clause !== undefined && unproven === undefined),
    "at and pointer are for a clause that is violated. Leave them out.",
  ),
);

export const knownEntries = list(entry);

/** Throws a UserError for what is no list of entries, which programs may give. */
export function checkKnown(known: unknown): void {
  const { issues } = v.safeParse(knownEntries, known);
  const [issue] = issues ?? [];
  if (issue === undefined) return;
  const path = issue.path?.map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${key}`));
  throw badKnownError({ place: `known${path?.join("") ?? ""}`, problem: issue.message });
}
