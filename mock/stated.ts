/** Replies as a profile states them, over the mock's own. */
import { setSample } from "../fixtures/shape.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../spec/json.ts";
import type { ProfileReply } from "../spec/profile-shape.ts";
import type { BodyForm } from "../spec/situations.ts";
import type { Reply } from "./replies.ts";
import { concat } from "./seed.ts";

/** A constant reply, or one whose texts repeat what the request named. */
export interface Prepared extends Reply {
  /** The reply for a parameter of the path, where that makes a difference. */
  readonly fill?: (parameter: string) => Reply;
}

/** Code and message of an Error that nobody stated. */
export interface Wording {
  readonly code: string;
  readonly message: string;
}

const encoder = new TextEncoder();
/** Headers that go with the body; a profile says the type apart. */
const FRAMING = /^content-(type|length)$/i;
const PLACE = /\{(?:orderId|petId)\}/;
const PLACES = /\{(?:orderId|petId)\}/g;

/** The mock's own reply with what a profile states of it. */
export function state(own: Reply, stated: ProfileReply | undefined, wording: Wording): Prepared {
  if (stated === undefined) return own;
  const status = stated.status ?? own.status;
  const form = stated.body ?? formOf(own);
  const type = stated.type ?? TYPES[form];
  const headers = stated.headers === undefined ? without(own.headers, FRAMING) : Object.entries(stated.headers).flat();
  const text = contentOf(form, status, stated, spoken(own) ?? wording);
  const reply = (content: string): Reply => {
    const body = encoder.encode(content);
    const length = status === 204 ? [] : ["Content-Length", String(body.length)];
    const fields = [...(body.length > 0 && type !== undefined ? ["Content-Type", type] : []), ...length, ...headers];
    return { status, headers: fields, body: body.length === 0 ? [] : [body] };
  };
  if (!PLACE.test(text) && !("id" in (stated.fields ?? {}))) return reply(text);
  return { ...reply(text), fill: (parameter) => reply(insert(text, parameter, form, type ?? "", stated)) };
}

/** The reply to a request that named `parameter`. */
export function filled(reply: Prepared, parameter: string): Reply {
  return reply.fill === undefined ? reply : reply.fill(parameter);
}

/** The reply to HEAD: status and headers as stated. */
export function stateHead(own: Reply, { status = own.status, type, headers }: ProfileReply): Reply {
  const framing = own.headers.filter((_, at) => FRAMING.test(own.headers[at - (at % 2)]!));
  const typed =
    type === undefined ? framing : framing.map((text, at) => (framing[at - 1] === "Content-Type" ? type : text));
  const others = headers === undefined ? without(own.headers, FRAMING) : Object.entries(headers).flat();
  return { status, headers: [...(status === 204 ? [] : typed), ...others], body: [] };
}

/** The answer to a preflight, in which `{origin}`, `{method}` and `{headers}` stand for what it asked. */
export function statedPermit(stated: ProfileReply, asked: { origin: string; method: string; headers: string }): Reply {
  const echoes: Readonly<Record<string, string>> = {
    "{origin}": asked.origin,
    "{method}": asked.method,
    "{headers}": asked.headers,
  };
  const headers = Object.fromEntries(
    Object.entries(stated.headers ?? {}).map(([name, value]) => [name, echoes[value] ?? value]),
  );
  const none: Reply = { status: 204, headers: [], body: [] };
  return state(none, { ...stated, headers }, { code: "path_not_found", message: "Nothing is served at this path." });
}

const TYPES: Readonly<Record<BodyForm, string | undefined>> = {
  none: undefined,
  error: "application/json",
  json: "application/json",
  text: "text/plain; charset=utf-8",
};

function formOf({ body, headers }: Reply): BodyForm {
  if (body.length === 0) return "none";
  return headers[headers.indexOf("Content-Type") + 1] === "application/json" ? "error" : "text";
}

function contentOf(form: BodyForm, status: number, { fields = {}, ...stated }: ProfileReply, wording: Wording): string {
  if (form === "none" || status === 204 || status === 304) return "";
  if (form === "text") return stated.text ?? wording.message;
  const object: JsonObject = {};
  if (form === "error")
    Object.assign(object, {
      code: stated.code ?? wording.code,
      message: stated.message ?? wording.message,
      status,
    });
  for (const [field, kinds] of Object.entries(fields))
    if (form === "json" && field === "status" && kinds[0] === "integer") object.status = status;
    else setSample(object, field, kinds, 0);
  return stringifyJson(object);
}

/** Writes the parameter where the text has a place for it, escaped as the media type asks. */
function insert(text: string, parameter: string, form: BodyForm, type: string, { fields }: ProfileReply): string {
  const quoted = JSON.stringify(parameter).slice(1, -1);
  const escaped = /html|xml/i.test(type)
    ? parameter.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    : form === "text" && !/json/i.test(type)
      ? parameter
      : quoted;
  const written = text.replace(PLACES, () => escaped);
  // An object that has an id tells what was asked for.
  if (form !== "json" || fields?.id === undefined) return written;
  const object = parseJson(written) as JsonObject;
  const id = fields.id.includes("integer") && /^-?\d+$/.test(parameter) ? BigInt(parameter) : undefined;
  if (id !== undefined || fields.id.includes("string")) object.id = (id ?? parameter) as Json;
  return stringifyJson(object);
}

/** The wording of the mock's own Error, when it has one. */
function spoken(own: Reply): Wording | undefined {
  if (formOf(own) !== "error") return undefined;
  return parseJson(new TextDecoder().decode(concat(own.body))) as unknown as Wording;
}

function without(headers: readonly string[], names: RegExp): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!names.test(headers[at]!)) kept.push(headers[at]!, headers[at + 1]!);
  return kept;
}
