/** Reads the reply to one situation. It can only be one that the contract allows, so that a mock with a profile conforms. */
import { suggest } from "../errors/user-errors.ts";
import { type BodyForm, replyHeaderNames, type Situation } from "../interface/situations.ts";
import {
  described,
  dictionary,
  integer,
  mapping,
  name,
  oneOf,
  type Reader,
  referenced,
  scalar,
  string,
  withSchema,
} from "../yaml/readers.ts";
import { valueNode } from "../yaml/source.ts";
import { anyFields } from "./field-kinds.ts";
import type { ProfileReply } from "./shape.ts";

const headerValue = scalar(
  "a string of printable ASCII characters",
  (value) => (typeof value === "string" && /^[\x20-\x7e]*$/.test(value) ? value : undefined),
  { type: "string" },
);

function headersAmong(valid: readonly string[]): Reader<Record<string, string>> {
  const headerName: Reader<string> = (node, source) => {
    const given = name(node, source);
    const found = valid.find((header) => header.toLowerCase() === given.toLowerCase());
    if (found === undefined)
      throw source.errorAt(node, `${given} is not a header of a profile. ${suggest(given, valid)}`);
    return found;
  };
  const { schema } = mapping(Object.fromEntries(valid.map((header) => [header, headerValue])));
  return described(
    "Headers that are not given are not sent.",
    withSchema(schema ?? {}, dictionary(headerName, headerValue)),
  );
}

/** The headers of every situation except a preflight. */
export const replyHeaders = headersAmong(replyHeaderNames("list"));

/** The members that a form of body cannot have. */
const WITHOUT: Readonly<Record<BodyForm, readonly (keyof ProfileReply)[]>> = {
  none: ["type", "code", "message", "fields", "text"],
  error: ["text"],
  json: ["code", "message", "text"],
  text: ["code", "message", "fields"],
};

export function replyTo(situation: Situation): Reader<ProfileReply> {
  const { id, request, status, range = [200, 599], bodies } = situation;
  const members = mapping<Required<ProfileReply>>({
    status: status === "open" ? integer(...range) : integer(status, status),
    body: oneOf(bodies),
    type: described("The exact Content-Type.", headerValue),
    code: described("The code of an Error.", string),
    message: described("The message of an Error. {orderId} and {petId} are replaced by the id of the request.", string),
    fields: anyFields,
    text: described("The whole text body.", string),
    headers: id === "preflight" ? headersAmong(replyHeaderNames(id)) : referenced("headers", replyHeaders),
  });
  const checked = withSchema<ProfileReply>(members.schema ?? {}, (node, source) => {
    const reply = members(node, source);
    const body = reply.body ?? (bodies.length === 1 ? bodies[0] : undefined);
    const excess = body === undefined ? undefined : WITHOUT[body].find((member) => reply[member] !== undefined);
    if (excess !== undefined)
      throw source.errorAt(
        valueNode(node, excess) ?? node,
        `${id} has the body "${body}", which has no ${excess}. Remove it.`,
      );
    return reply;
  });
  return described(`The reply to ${request}.`, checked);
}
