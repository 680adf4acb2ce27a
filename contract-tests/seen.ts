/**
 * What an exchange shows of the things that the contract leaves open, in the form in which a profile states them. Kept as
 * data, and only what says nothing of anybody's order: texts that could are left out, values are reduced to their kinds.
 */
import { isUtf8 } from "node:buffer";
import { parseInteger } from "../spec/int64.ts";
import { Decimal, type Json, type JsonObject, parseJson } from "../spec/json.ts";
import { type Fields, fieldsOf } from "../spec/kinds.ts";
import { routePath } from "../spec/operations.ts";
import type { ProfileReply } from "../spec/profile-shape.ts";
import {
  PREFLIGHT_HEADERS,
  REPLY_HEADERS,
  SITUATIONS,
  type Situation,
  type SituationId,
  UNSHOWN_PATH,
} from "../spec/situations.ts";
import { undoCoding } from "./content-coding.ts";
import { type Call, type Exchange, header, type Response } from "./exchange.ts";
import { KEY_MARK } from "./secrets.ts";

export interface Seen {
  readonly situation: SituationId;
  /** Status and body are always there. A text that varies, or could hold data, is not. */
  readonly reply: ProfileReply;
  /** The request, its id named and not shown: `DELETE /store/orders/{orderId}`. */
  readonly how: string;
  /** Milliseconds since the epoch, of the first such answer. */
  readonly at: number;
  /** Members of the reply that are left out, because they could hold somebody's data or the key. */
  readonly hidden: readonly string[];
}

/** The fields of listed orders. */
export interface SeenOrders {
  readonly fields: Fields;
  readonly at: number;
}

/** Orders that the gate may tell apart by what was handed over. */
export interface HandedOver {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

/** Longer texts are pages for people, and no part of an interface. */
const MOST_TEXT = 1000;
const MOST_BYTES = 1 << 20;

/** What an exchange shows; undefined when its situation is none of the catalogue's, or its status not one of it. */
export function seenIn(exchange: Exchange, handedOver: HandedOver, sample: readonly JsonObject[]): Seen | undefined {
  const { call, response, failure } = exchange;
  if (response === undefined || failure !== undefined) return undefined;
  const id = situationOf(call, response, handedOver);
  const situation: Situation | undefined = SITUATIONS.find((entry) => entry.id === id);
  if (id === undefined || situation === undefined || !fits(situation, response.status)) return undefined;
  const hidden: string[] = [];
  const told: Told = (member, text) => {
    const general = inGeneral(text, situation, call);
    if (!mayBeData(general, situation, { ...exchange, response }, sample)) return general;
    hidden.push(member);
    return undefined;
  };
  return {
    situation: id,
    reply: {
      status: response.status,
      ...bodyOf(situation, response, told),
      headers: headersOf(situation, response, call, told),
    },
    how: `${call.method} ${routePath(call.path)?.operation.path ?? call.path}`,
    at: exchange.startedAt,
    hidden,
  };
}

function situationOf(call: Call, { status }: Response, { pending, shipped }: HandedOver): SituationId | undefined {
  if (status === 429) return "rate-limited";
  const { method, path, credential, headers = [], query, body } = call;
  if (body !== undefined) return status === 404 ? undefined : "body-refused";
  if (method === "OPTIONS") return headers.some(([name]) => name === "Origin") ? "preflight" : undefined;
  if (headers.length > 0 || query !== undefined) return undefined;
  const route = routePath(path);
  if (credential === "none" || credential === "wrong")
    return route?.operation.method === method ? (credential === "none" ? "key-missing" : "key-wrong") : undefined;
  if (credential !== "good") return undefined;
  if (route === undefined) return method === "GET" && path === UNSHOWN_PATH ? "other-path" : undefined;
  if (method === "HEAD") return route.operation.id === "listOrders" ? "head" : undefined;
  if (method !== route.operation.method) return route.operation.id === "cancelOrder" ? "other-method" : undefined;
  if (route.operation.id === "listOrders") return "list";
  if (route.operation.id === "getPet") return "pets";
  if (status === 204) return "cancelled";
  const { orderId, parameter } = route;
  if (orderId === undefined) return parseInteger(parameter) !== undefined ? "id-beyond-int64" : MALFORMED[parameter];
  if (shipped.includes(orderId)) return "order-shipped";
  return pending.includes(orderId) ? "order-cancelled" : "order-unknown";
}

/** Of the malformed ids that are tried, one of each kind that services tell apart. */
const MALFORMED: Readonly<Record<string, SituationId>> = { abc: "id-malformed", "%zz": "id-bad-escape" };

function fits({ status, range: [least, greatest] = [200, 599] }: Situation, seen: number): boolean {
  return status === "open" ? seen >= least && seen <= greatest : seen === status;
}

/** A text as a profile may have it; undefined where it may not. */
type Told = (member: string, text: string) => string | undefined;

function bodyOf({ id }: Situation, response: Response, told: Told): ProfileReply {
  const type = header(response, "content-type");
  const typed = type === undefined || told("type", type) === undefined ? {} : { type };
  // A list is long, and its orders are seen elsewhere.
  if (id === "list") return { body: "json", ...typed };
  const content = undoCoding(response.body, header(response, "content-encoding") ?? "", MOST_BYTES);
  if (content === undefined) return { body: "text", ...typed };
  if (content.length === 0) return { body: "none" };
  const text = isUtf8(content) ? Buffer.from(content).toString("utf8") : undefined;
  const value = text === undefined ? undefined : parsed(text);
  if (Array.isArray(value)) return { body: "json", ...typed };
  if (isObject(value)) return { ...objectOf(value, response.status, told), ...typed };
  const words = response.status < 300 || text === undefined || text.length > MOST_TEXT ? undefined : told("text", text);
  return { body: "text", ...typed, ...(words !== undefined && { text: words }) };
}

function objectOf(value: JsonObject, status: number, told: Told): ProfileReply {
  const { code, message } = value;
  const isError = typeof code === "string" && typeof message === "string" && value.status === status;
  const fields = fieldsOf([value], isError ? ["code", "message", "status"] : []);
  const stated = Object.keys(fields).length > 0 ? { fields } : {};
  if (!isError) return { body: "json", ...stated };
  const [codeTold, messageTold] = [told("code", code), told("message", message)];
  return {
    body: "error",
    ...(codeTold !== undefined && { code: codeTold }),
    ...(messageTold !== undefined && { message: messageTold }),
    ...stated,
  };
}

function headersOf(situation: Situation, { headers }: Response, call: Call, told: Told): Record<string, string> {
  const found: Record<string, string> = {};
  const asked = (name: string): string | undefined => call.headers?.find(([given]) => given === name)?.[1];
  const echoes = [
    [asked("Origin"), "{origin}"],
    [asked("Access-Control-Request-Method"), "{method}"],
    [asked("Access-Control-Request-Headers"), "{headers}"],
  ] as const;
  for (const name of learnedHeaders(situation)) {
    const values = headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    if (values.length === 0) continue;
    const value = told(`headers.${name}`, values.join(", "));
    if (value === undefined || value.length > MOST_TEXT || !/^[\x20-\x7e]*$/.test(value)) continue;
    // What repeats the whole of what a preflight asked for repeats whatever is asked for.
    found[name] = echoes.find(([text]) => text === value)?.[1] ?? value;
  }
  return found;
}

function learnedHeaders({ id }: Situation): readonly string[] {
  return id === "preflight" ? [...REPLY_HEADERS, ...PREFLIGHT_HEADERS] : REPLY_HEADERS;
}

/** The text with what the request named replaced by its place. */
function inGeneral(text: string, { parameter: name }: Situation, { path }: Call): string {
  const parameter = routePath(path)?.parameter ?? "";
  return name === undefined || parameter === "" ? text : withPlace(text, parameter, `{${name}}`);
}

function withPlace(text: string, parameter: string, place: string): string {
  const escaped = parameter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const edge = /^-?\d+$/.test(parameter) ? "\\d" : "\\w";
  return text.replace(new RegExp(`(?<!${edge})${escaped}(?!${edge})`, "g"), () => place);
}

/** Situations in which somebody's order was looked at. */
const WITH_ORDER: readonly string[] = ["order-shipped", "order-cancelled", "cancelled", "list"];

/**
 * Whether a text could hold more than the service's own words: the key, or, where an order was looked at, any digit besides the
 * status, or a value that one listed order alone has.
 */
function mayBeData(
  text: string,
  { id }: Situation,
  { requestHeaders, response: { status } }: Exchange & { readonly response: Response },
  sample: readonly JsonObject[],
): boolean {
  if (text.includes(KEY_MARK)) return true;
  // A token that was made up is like the key in its form.
  const token =
    requestHeaders
      .find(([name]) => name === "Authorization")?.[1]
      .split(" ")
      .at(-1) ?? "";
  if (token.length > 3 && text.includes(token)) return true;
  if (!WITH_ORDER.includes(id)) return false;
  const plain = text.replaceAll(String(status), "").replace(/utf-?8|max-age=\d+|s-maxage=\d+/gi, "");
  if (/\d/.test(plain)) return true;
  return [...uniqueTexts(sample)].some((value) => text.toLowerCase().includes(value));
}

/** Texts that stand in one order alone: a state is shared by many, a name or a reference is not. */
function uniqueTexts(sample: readonly JsonObject[]): Set<string> {
  const times = new Map<string, number>();
  for (const order of sample)
    for (const text of new Set(textsIn(order, 0))) times.set(text, (times.get(text) ?? 0) + 1);
  return new Set([...times].flatMap(([text, count]) => (count === 1 ? [text] : [])));
}

function textsIn(value: Json, depth: number): string[] {
  if (typeof value === "string") return value.length >= 3 ? [value.toLowerCase()] : [];
  if (value === null || typeof value !== "object" || value instanceof Decimal || depth > 4) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth + 1));
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}
