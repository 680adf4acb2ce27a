/**
 * What exchanges show of behaviour that the contract does not specify, in the form of a profile. It holds no data of an order and
 * nothing of the key: texts that could are left out, and values are reduced to their kinds.
 */
import { isUtf8 } from "node:buffer";
import type { OperationId } from "../../spec/clauses/index.ts";
import { type Match, match, type Place, placeOf } from "../../spec/interface/match.ts";
import {
  DOUBLE_SLASH_PATH,
  FOREIGN_ORIGIN,
  replyHeaderNames,
  SITUATIONS,
  type Situation,
  type SituationId,
  situationOf,
  UNDOCUMENTED_PATH,
} from "../../spec/interface/situations.ts";
import { type Json, type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import type { ProfileReply } from "../../spec/profile/shape.ts";
import type { Observation } from "../../spec/profile/writer.ts";
import { parseInteger } from "../../spec/schema/integers.ts";
import { type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import { isJsonObject, jsonIn } from "../assertions/body.ts";
import { WORD } from "../checks/cancel/similar-ids.ts";
import { decodedBody } from "../client/content-coding.ts";
import {
  type Exchange,
  header,
  joinedHeader,
  LIST_CALL,
  type OutgoingCall,
  orderPath,
  type Response,
} from "../client/exchange.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";
import type { Rules } from "../safety/policy.ts";
import { withPlaceholders } from "./placeholders.ts";

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
 * Observes exchanges one by one: one reply shows every situation of the catalogue that the call is in, if its status fits. No value that
 * only one order of `sample` has is kept. `epoch`: of the clock of the run.
 */
export function replyObserver(provided: Provided, sample: readonly JsonObject[], epoch: number) {
  const ofOneOrder = textsOfOneOrder(sample);
  const numbers = new Set(stringifyJson(sample as Json).match(/\d+/g));
  return (exchange: Exchange): ObservedReply[] => {
    const { call, response, failure } = exchange;
    if (response === undefined || failure !== undefined) return [];
    return situationsOfCall(call, response.status, provided).map((situation) => {
      const { fields, body = "none", ...texts } = observedBody(situation, response);
      const hidden: string[] = [];
      const members = new Map<string, string | number>(
        Object.entries({ status: response.status, body }),
      );
      for (const [name, text] of [
        ...Object.entries(texts),
        ...observedHeaders(situation, response),
      ]) {
        const where = name === "message" || name === "text" ? "body" : "header";
        const general = withPlaceholders(text, exchange, situation.parameter, where);
        if (mayBePrivate(name, general, situation, exchange, { ofOneOrder, numbers }))
          hidden.push(name);
        else if (!name.startsWith("headers.")) members.set(name, name === "type" ? text : general);
        else if (general.length <= MAX_TEXT && /^[\x20-\x7e]*$/.test(general))
          members.set(name, echoed(text, general, call));
      }
      const how = `${call.method} ${match("", call.path).path ?? call.path}`;
      return { situation: situation.id, members, fields, how, at: epoch + exchange.sentAt, hidden };
    });
  };
}

/** Those that the catalogue has, and that allow the status. */
export function situationsOfCall(
  call: OutgoingCall,
  status: number,
  provided: Provided,
): Situation[] {
  return situationIds(call, status, provided)
    .map(situationOf)
    .filter((situation) => {
      const [min, max] = situation.range ?? [200, 599];
      return situation.status === "open"
        ? status >= min && status <= max
        : status === situation.status;
    });
}

/** One malformed id of each kind that services distinguish. */
const MALFORMED: Readonly<Record<string, SituationId>> = {
  [WORD]: "id-malformed",
  "%zz": "id-bad-escape",
};
/** The one path that shows what a place answers. */
const PATH_OF: { readonly [Name in Place]?: string } = {
  other: UNDOCUMENTED_PATH,
  slash: orderPath(""),
  "double-slash": DOUBLE_SLASH_PATH,
};
const BY_CALL = new Map<string, SituationId>(
  SITUATIONS.flatMap(({ id, call }) => (call === undefined ? [] : [[call, id]])),
);

function situationIds(call: OutgoingCall, status: number, provided: Provided): SituationId[] {
  if (status === 429) return ["rate-limited"];
  const { method, path, credential, headers = [], query, body } = call;
  if (body !== undefined) return status === 404 ? [] : ["body-refused"];
  if (query !== undefined) return [];
  const matched = match(method, path);
  const isList = matched.operation?.id === "listOrders";
  const [first, ...others] = headers;
  if (first?.[0] === "Origin") {
    const isForeign = first[1] === FOREIGN_ORIGIN;
    if (method === "OPTIONS" && path === LIST_CALL.path)
      return [isForeign ? "preflight" : "preflight-app"];
    if (!isList || others.length > 0) return [];
    if (credential === "none") return ["origin-refused"];
    return credential === "good" ? [isForeign ? "origin-foreign" : "origin-app"] : [];
  }
  if (first !== undefined) return [];
  const place = placeOf(path);
  const isOfPlace =
    place === "order" ? isUsual(matched.orderId) : [path, undefined].includes(PATH_OF[place]);
  const constant = isOfPlace ? BY_CALL.get(`${method} ${place} ${credential}`) : undefined;
  if (constant !== undefined) return [constant];
  if (isList && credential === "none") return ["key-missing"];
  if (isList && credential === "wrong") return ["key-wrong"];
  if (credential !== "good") return [];
  if (matched.operation !== undefined)
    return SITUATIONS_OF[matched.operation.id](matched, status, provided);
  if (method === "OPTIONS" || method === "HEAD") return [];
  if (place === "other") return method === "GET" && isOfPlace ? ["other-path"] : [];
  return place === "order" && isOfPlace ? ["other-method"] : [];
}

/** Some routers match no negative id. */
function isUsual(orderId: bigint | undefined): boolean {
  return orderId !== undefined && orderId >= 0n;
}

type SituationsOf = (matched: Match, status: number, provided: Provided) => SituationId[];

/** The situations of a call of an operation with the good key. */
const SITUATIONS_OF: Readonly<Record<OperationId, SituationsOf>> = {
  listOrders: () => ["list", "origin-none"],
  cancelOrder({ orderId, parameter }, status, { pending, shipped }) {
    if (status === 204) return ["cancelled"];
    const malformed =
      parseInteger(parameter) !== undefined ? "id-beyond-int64" : MALFORMED[parameter];
    if (orderId === undefined) return malformed === undefined ? [] : [malformed];
    if (shipped.includes(orderId)) return ["order-shipped"];
    if (pending.includes(orderId)) return ["order-cancelled"];
    return isUsual(orderId) ? ["order-unknown"] : [];
  },
  getPet: () => ["pets"],
};

export function observedBody(
  { id, bodies, cors }: Situation,
  response: Response,
): Omit<ProfileReply, "status" | "headers"> {
  const [only] = bodies;
  if (cors === "only" && only !== undefined) return { body: only };
  const type = header(response, "content-type");
  const withType = type !== undefined && { type };
  // The orders of a list are observed in all lists together.
  if (id === "list") return { body: "json", ...withType };
  const content = decodedBody(response);
  if (content === undefined || content.length > MAX_BYTES) return { body: "text", ...withType };
  if (content.length === 0) return { body: "none" };
  const text = isUtf8(content) ? Buffer.from(content).toString("utf8") : undefined;
  const value = text === undefined ? undefined : jsonIn(text);
  if (Array.isArray(value)) return { body: "json", ...withType };
  if (isJsonObject(value)) return { ...withType, ...observedObject(value, response.status) };
  const isKept =
    (response.status >= 300 || cors === "kept") && text !== undefined && text.length <= MAX_TEXT;
  return { body: "text", ...withType, ...(isKept && { text }) };
}

function observedObject(value: JsonObject, status: number): ProfileReply {
  const { code, message } = value;
  const isError =
    typeof code === "string" && typeof message === "string" && value.status === status;
  const others = fieldsOf([value], isError ? ["code", "message", "status"] : []);
  const fields = Object.keys(others).length > 0 && { fields: others };
  return isError ? { body: "error", code, message, ...fields } : { body: "json", ...fields };
}

function observedHeaders(
  situation: Situation,
  response: Response,
): [name: string, value: string][] {
  return replyHeaderNames(situation).flatMap((name) => {
    const value = joinedHeader(response, name);
    // An entity tag is that of one body.
    const kept = name === "ETag" ? value?.replace(/"[^"]*"/, '"{etag}"') : value;
    return kept === undefined ? [] : [[`headers.${name}`, kept]];
  });
}

/** A header of the request that a reply repeats as a whole is repeated whatever its value. */
function echoed(value: string, general: string, { headers = [] }: OutgoingCall): string {
  const [name = ""] =
    headers.find(([given, sent]) => Object.hasOwn(ECHOES, given) && sent === value) ?? [];
  return ECHOES[name] ?? general;
}

const ECHOES: Readonly<Record<string, string>> = {
  Origin: "{origin}",
  "Access-Control-Request-Method": "{method}",
  "Access-Control-Request-Headers": "{headers}",
};

interface DataOfOrders {
  /** Texts that only one order has. */
  readonly ofOneOrder: readonly string[];
  /** All numbers in the orders, also those in dates. */
  readonly numbers: ReadonlySet<string>;
}

/**
 * Whether a text could hold the key, or, in a situation with an order, data of it: a digit outside the status, or a value that
 * only one order has. A code is for programs: its short numbers are private only where they are also in an order.
 */
function mayBePrivate(
  name: string,
  text: string,
  { order }: Situation,
  { call, requestHeaders, response }: Exchange,
  { ofOneOrder, numbers }: DataOfOrders,
): boolean {
  if (text.includes(KEY_PLACEHOLDER)) return true;
  const authorization = header({ headers: requestHeaders }, "authorization") ?? "";
  const token = authorization.slice(authorization.lastIndexOf(" ") + 1);
  // A random wrong key has the form of the key.
  if (token.length > 3 && text.includes(token)) return true;
  if (order === undefined || order === "none" || order === "unknown") return false;
  const rest = text
    .replaceAll(String(response?.status), "")
    .replace(/utf-?8|max-age=\d+|s-maxage=\d+/gi, "");
  const isOfOrder = (digits: string): boolean =>
    name !== "code" || digits.length > 5 || numbers.has(digits) || call.path.includes(digits);
  return (
    rest.match(/\d+/g)?.some(isOfOrder) === true ||
    ofOneOrder.some((value) => text.toLowerCase().includes(value))
  );
}

/** Texts that occur in one order only, such as a name; a text that several orders share, such as a state, is not private. */
function textsOfOneOrder(sample: readonly JsonObject[]): string[] {
  const times = new Map<string, number>();
  for (const order of sample) {
    // Without the names of members.
    const texts = stringifyJson(order)
      .toLowerCase()
      .match(/"(?:[^"\\]|\\.){3,}"(?!:)/g);
    for (const text of new Set(texts)) times.set(text, (times.get(text) ?? 0) + 1);
  }
  return [...times].flatMap(([text, count]) => (count === 1 ? [text.slice(1, -1)] : []));
}
