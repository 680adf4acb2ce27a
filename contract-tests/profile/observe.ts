/**
 * What exchanges show of behaviour that the contract does not specify, in the form of a profile. It holds no data of an order and
 * nothing of the key: texts that could are left out, and values are reduced to their kinds.
 */
import { isUtf8 } from "node:buffer";
import type { OperationId } from "../../spec/clauses/index.ts";
import { type Match, match } from "../../spec/interface/match.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import {
  replyHeaderNames,
  type Situation,
  type SituationId,
  situationOf,
  UNDOCUMENTED_PATH,
} from "../../spec/interface/situations.ts";
import { Decimal, type Json, type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { ProfileReply } from "../../spec/profile/shape.ts";
import type { Observation } from "../../spec/profile/writer.ts";
import { parseInteger } from "../../spec/schema/int64.ts";
import { type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import { isJsonObject } from "../assertions/body.ts";
import { WORD } from "../checks/cancel/similar-ids.ts";
import { decodedBody } from "../client/content-coding.ts";
import { type Exchange, header, type OutgoingCall, type Response } from "../client/exchange.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";

export interface ObservedReply extends Observation {
  readonly situation: SituationId;
  /** By their names, such as `status`, `body` and `headers.Allow`: those that are in the reply and not private. */
  readonly members: ReadonlyMap<string, string | number>;
  readonly fields?: Fields | undefined;
  /** The names of the members that are left out because they are private. */
  readonly hidden: readonly string[];
}

type Provided = Pick<Rules, "pending" | "shipped">;

/** Longer texts are pages for people. */
const MAX_TEXT = 1000;
const MAX_BYTES = 1 << 20;

/**
 * Observes exchanges one by one: undefined when the catalogue of situations does not have the situation of the call with this status.
 * No value that only one order of `sample` has is kept. `epoch`: of the clock of the run.
 */
export function replyObserver(provided: Provided, sample: readonly JsonObject[], epoch: number) {
  const ofOneOrder = textsOfOneOrder(sample);
  return (exchange: Exchange): ObservedReply | undefined => {
    const { call, response, failure } = exchange;
    if (response === undefined || failure !== undefined) return undefined;
    const situation = situationOfCall(call, response.status, provided);
    if (situation === undefined) return undefined;
    const { fields, body = "none", ...texts } = observedBody(situation.id, response);
    const hidden: string[] = [];
    const members = new Map<string, string | number>(Object.entries({ status: response.status, body }));
    for (const [name, text] of [...Object.entries(texts), ...observedHeaders(situation, response)]) {
      const general = withPlaceholder(text, situation, call);
      if (mayBePrivate(general, situation, exchange, ofOneOrder)) hidden.push(name);
      else if (!name.startsWith("headers.")) members.set(name, name === "type" ? text : general);
      else if (general.length <= MAX_TEXT && /^[\x20-\x7e]*$/.test(general)) members.set(name, echoed(general, call));
    }
    const how = `${call.method} ${match("", call.path).path ?? call.path}`;
    return { situation: situation.id, members, fields, how, at: epoch + exchange.sentAt, hidden };
  };
}

/** Undefined when the call is in no situation of the catalogue, or the situation does not allow the status. */
export function situationOfCall(call: OutgoingCall, status: number, provided: Provided): Situation | undefined {
  const id = situationId(call, status, provided);
  if (id === undefined) return undefined;
  const situation = situationOf(id);
  const [min, max] = situation.range ?? [200, 599];
  const isAllowed = situation.status === "open" ? status >= min && status <= max : status === situation.status;
  return isAllowed ? situation : undefined;
}

/** One malformed id of each kind that services distinguish. */
const MALFORMED: Readonly<Record<string, SituationId>> = { [WORD]: "id-malformed", "%zz": "id-bad-escape" };

function situationId(call: OutgoingCall, status: number, provided: Provided): SituationId | undefined {
  if (status === 429) return "rate-limited";
  const { method, path, credential, headers = [], query, body } = call;
  if (body !== undefined) return status === 404 ? undefined : "body-refused";
  if (method === "OPTIONS") return headers.some(([name]) => name === "Origin") ? "preflight" : undefined;
  if (headers.length > 0 || query !== undefined) return undefined;
  const matched = match(method, path);
  if (credential === "none" || credential === "wrong")
    return matched.operation && (credential === "none" ? "key-missing" : "key-wrong");
  if (credential !== "good") return undefined;
  if (matched.operation !== undefined) return SITUATION_OF[matched.operation.id](matched, status, provided);
  if (matched.path === undefined) return method === "GET" && path === UNDOCUMENTED_PATH ? "other-path" : undefined;
  if (method === "HEAD") return matched.path === OPERATIONS.listOrders.path ? "head" : undefined;
  return matched.path === OPERATIONS.cancelOrder.path ? "other-method" : undefined;
}

type SituationOf = (matched: Match, status: number, provided: Provided) => SituationId | undefined;

/** The situation of a call of an operation with the good key. */
const SITUATION_OF: Readonly<Record<OperationId, SituationOf>> = {
  listOrders: () => "list",
  cancelOrder({ orderId, parameter }, status, { pending, shipped }) {
    if (status === 204) return "cancelled";
    if (orderId === undefined) return parseInteger(parameter) !== undefined ? "id-beyond-int64" : MALFORMED[parameter];
    if (shipped.includes(orderId)) return "order-shipped";
    return pending.includes(orderId) ? "order-cancelled" : "order-unknown";
  },
  getPet: () => "pets",
};

export function observedBody(id: SituationId, response: Response): Omit<ProfileReply, "status" | "headers"> {
  const type = header(response, "content-type");
  const withType = type !== undefined && { type };
  // The orders of a list are observed in all lists together.
  if (id === "list") return { body: "json", ...withType };
  const content = decodedBody(response);
  if (content === undefined || content.length > MAX_BYTES) return { body: "text", ...withType };
  if (content.length === 0) return { body: "none" };
  const text = isUtf8(content) ? Buffer.from(content).toString("utf8") : undefined;
  const value = text === undefined ? undefined : tryParse(text);
  if (Array.isArray(value)) return { body: "json", ...withType };
  if (isJsonObject(value)) return { ...withType, ...observedObject(value, response.status) };
  const isKept = response.status >= 300 && text !== undefined && text.length <= MAX_TEXT;
  return { body: "text", ...withType, ...(isKept && { text }) };
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function observedObject(value: JsonObject, status: number): ProfileReply {
  const { code, message } = value;
  const isError = typeof code === "string" && typeof message === "string" && value.status === status;
  const others = fieldsOf([value], isError ? ["code", "message", "status"] : []);
  const fields = Object.keys(others).length > 0 && { fields: others };
  return isError ? { body: "error", code, message, ...fields } : { body: "json", ...fields };
}

/** The values of repeated fields are joined. */
function observedHeaders({ id }: Situation, { headers }: Response): [name: string, value: string][] {
  return replyHeaderNames(id).flatMap((name) => {
    const values = headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    return values.length === 0 ? [] : [[`headers.${name}`, values.join(", ")]];
  });
}

/** A header of the request that a reply to a preflight repeats as a whole is repeated whatever its value. */
function echoed(value: string, { headers = [] }: OutgoingCall): string {
  const [name = ""] = headers.find(([given, sent]) => Object.hasOwn(ECHOES, given) && sent === value) ?? [];
  return ECHOES[name] ?? value;
}

const ECHOES: Readonly<Record<string, string>> = {
  Origin: "{origin}",
  "Access-Control-Request-Method": "{method}",
  "Access-Control-Request-Headers": "{headers}",
};

/** The text with the parameter of the request replaced by a placeholder: `Order {orderId} does not exist`. */
function withPlaceholder(text: string, { parameter: name }: Situation, { path }: OutgoingCall): string {
  const parameter = match("", path).parameter;
  if (name === undefined || parameter === "") return text;
  const escaped = parameter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // The 1 of /v1/ is not the order 1.
  const edge = /^-?\d+$/.test(parameter) ? "[A-Za-z\\d]" : "\\w";
  return text.replace(new RegExp(`(?<!${edge})${escaped}(?!${edge})`, "g"), () => `{${name}}`);
}

/**
 * Whether a text could hold the key, or, in a situation with an order, data of it: a digit outside the status, or a value that
 * only one order has.
 */
function mayBePrivate(
  text: string,
  { order }: Situation,
  { requestHeaders, response }: Exchange,
  ofOneOrder: readonly string[],
): boolean {
  if (text.includes(KEY_PLACEHOLDER)) return true;
  const [, authorization = ""] = requestHeaders.find(([name]) => name === "Authorization") ?? [];
  const token = authorization.slice(authorization.lastIndexOf(" ") + 1);
  // A random wrong key has the form of the key.
  if (token.length > 3 && text.includes(token)) return true;
  if (order === undefined || order === "none" || order === "unknown") return false;
  const rest = text.replaceAll(String(response?.status), "").replace(/utf-?8|max-age=\d+|s-maxage=\d+/gi, "");
  return /\d/.test(rest) || ofOneOrder.some((value) => text.toLowerCase().includes(value));
}

/** Texts that occur in one order only, such as a name; a text that several orders share, such as a state, is not private. */
function textsOfOneOrder(sample: readonly JsonObject[]): string[] {
  const times = new Map<string, number>();
  for (const order of sample)
    for (const text of new Set(textsIn(order, 0))) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].flatMap(([text, count]) => (count === 1 ? [text] : []));
}

function textsIn(value: Json, depth: number): string[] {
  if (typeof value === "string") return value.length >= 3 ? [value.toLowerCase()] : [];
  if (value === null || typeof value !== "object" || value instanceof Decimal || depth > 4) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth + 1));
}
