/**
 * What an exchange shows of behaviour that the contract does not specify, in the form of a profile. It holds no data of an
 * order: private texts are left out, and values are reduced to their kinds.
 */
import { isUtf8 } from "node:buffer";
import { routePath } from "../../spec/interface/match.ts";
import { replyHeaderNames, type Situation, type SituationId } from "../../spec/interface/situations.ts";
import { type Json, type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { ProfileReply } from "../../spec/profile/shape.ts";
import { type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import { isJsonObject } from "../assertions/json-object.ts";
import { decodeContent } from "../client/content-coding.ts";
import { type Exchange, header, type OutgoingCall, type Response } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";
import { mayBePrivate, withPlaceholder } from "./private-text.ts";
import { situationOf } from "./reply-situation.ts";

export interface ObservedReply {
  readonly situation: SituationId;
  /** Has a status and a body. Private texts are left out. */
  readonly reply: ProfileReply;
  /** The request, with a placeholder for its id: `DELETE /store/orders/{orderId}`. */
  readonly how: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The members of the reply that are left out because they are private. */
  readonly hidden: readonly string[];
}

/** The fields of the listed orders, and when the first list was received, in milliseconds since the epoch. */
export interface ObservedFields {
  readonly fields: Fields;
  readonly at: number;
}

/** Longer texts are pages for people. */
const MAX_TEXT = 1000;
const MAX_BYTES = 1 << 20;

/** The text with placeholders; undefined, and the member hidden, when it is private. */
type KeepText = (member: string, text: string) => string | undefined;

/** Undefined when the catalogue of situations does not have the situation of the call with this status. `epoch`: of the clock of the run. */
export function observeReply(
  exchange: Exchange,
  provided: Pick<Rules, "pending" | "shipped">,
  sample: readonly JsonObject[],
  epoch: number,
): ObservedReply | undefined {
  const { call, response, failure } = exchange;
  if (response === undefined || failure !== undefined) return undefined;
  const situation = situationOf(call, response.status, provided);
  if (situation === undefined) return undefined;
  const hidden: string[] = [];
  const keepText: KeepText = (member, text) => {
    const general = withPlaceholder(text, situation, call);
    if (!mayBePrivate(general, situation, exchange, sample)) return general;
    hidden.push(member);
    return undefined;
  };
  return {
    situation: situation.id,
    reply: {
      status: response.status,
      ...observedBody(situation, response, keepText),
      headers: observedHeaders(situation, response, call, keepText),
    },
    how: `${call.method} ${routePath(call.path)?.operation.path ?? call.path}`,
    at: epoch + exchange.sentAt,
    hidden,
  };
}

function observedBody({ id }: Situation, response: Response, keepText: KeepText): ProfileReply {
  const type = header(response, "content-type");
  const typed = type === undefined || keepText("type", type) === undefined ? {} : { type };
  // The orders of a list are observed in all lists together.
  if (id === "list") return { body: "json", ...typed };
  const content = decodeContent(response.body, header(response, "content-encoding") ?? "");
  if (content === undefined || content.length > MAX_BYTES) return { body: "text", ...typed };
  if (content.length === 0) return { body: "none" };
  const text = isUtf8(content) ? Buffer.from(content).toString("utf8") : undefined;
  const value = text === undefined ? undefined : tryParse(text);
  if (Array.isArray(value)) return { body: "json", ...typed };
  if (isJsonObject(value)) return { ...observedObject(value, response.status, keepText), ...typed };
  const isKept = response.status >= 300 && text !== undefined && text.length <= MAX_TEXT;
  const kept = isKept ? keepText("text", text) : undefined;
  return { body: "text", ...typed, ...(kept !== undefined && { text: kept }) };
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function observedObject(value: JsonObject, status: number, keepText: KeepText): ProfileReply {
  const { code, message } = value;
  const isError = typeof code === "string" && typeof message === "string" && value.status === status;
  const fields = fieldsOf([value], isError ? ["code", "message", "status"] : []);
  const other = Object.keys(fields).length > 0 ? { fields } : {};
  if (!isError) return { body: "json", ...other };
  const [keptCode, keptMessage] = [keepText("code", code), keepText("message", message)];
  return {
    body: "error",
    ...(keptCode !== undefined && { code: keptCode }),
    ...(keptMessage !== undefined && { message: keptMessage }),
    ...other,
  };
}

function observedHeaders(
  { id }: Situation,
  { headers }: Response,
  call: OutgoingCall,
  keepText: KeepText,
): Record<string, string> {
  const found: Record<string, string> = {};
  const requested = (name: string): string | undefined => call.headers?.find(([given]) => given === name)?.[1];
  const echoes = [
    [requested("Origin"), "{origin}"],
    [requested("Access-Control-Request-Method"), "{method}"],
    [requested("Access-Control-Request-Headers"), "{headers}"],
  ] as const;
  for (const name of replyHeaderNames(id)) {
    const values = headers.filter(([given]) => given.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
    if (values.length === 0) continue;
    const value = keepText(`headers.${name}`, values.join(", "));
    if (value === undefined || value.length > MAX_TEXT || !/^[\x20-\x7e]*$/.test(value)) continue;
    // A header of the preflight that is repeated as a whole is repeated whatever its value.
    found[name] = echoes.find(([text]) => text === value)?.[1] ?? value;
  }
  return found;
}
