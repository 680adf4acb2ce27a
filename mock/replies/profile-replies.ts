/** Overrides the mock's replies with those of a profile. */
import { setSample } from "../../fixtures/shape.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import type { BodyForm } from "../../spec/interface/situations.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { ProfileReply } from "../../spec/profile/shape.ts";
import { concat, type Reply } from "./messages.ts";

/** A constant reply, or one with placeholders for the parameter of the path. */
export interface PreparedReply extends Reply {
  /** Builds the reply for a parameter; undefined for a constant reply. */
  readonly fill?: (parameter: string) => Reply;
}

/** The code and message of an Error, unless the profile has others. */
export interface Wording {
  readonly code: string;
  readonly message: string;
}

const encoder = new TextEncoder();
/** Headers that depend on the body. A profile has the type in a field of its own. */
const FRAMING = /^content-(type|length)$/i;
const PARAMETERS = Object.values<Operation>(OPERATIONS).flatMap(({ parameter }) => parameter?.name ?? []);
const PLACEHOLDERS = new RegExp(`\\{(?:${PARAMETERS.join("|")})\\}`, "g");

/** The mock's reply with the profile's overrides. */
export function applyProfile(base: Reply, override: ProfileReply | undefined, wording: Wording): PreparedReply {
  if (override === undefined) return base;
  const status = override.status ?? base.status;
  const form = override.body ?? formOf(base);
  const type = override.type ?? TYPES[form];
  const headers =
    override.headers === undefined ? withoutHeaders(base.headers, FRAMING) : Object.entries(override.headers).flat();
  const text = contentOf(form, status, override, wordingOf(base) ?? wording);
  const reply = (content: string): Reply => {
    const body = encoder.encode(content);
    const length = status === 204 ? [] : ["Content-Length", String(body.length)];
    const fields = [...(body.length > 0 && type !== undefined ? ["Content-Type", type] : []), ...length, ...headers];
    return { status, headers: fields, body: body.length === 0 ? [] : [body] };
  };
  if (text.search(PLACEHOLDERS) < 0 && !("id" in (override.fields ?? {}))) return reply(text);
  return { ...reply(text), fill: (parameter) => reply(fillPlaceholders(text, parameter, form, type ?? "", override)) };
}

/** The reply to a request with this parameter in its path. */
export function withParameter(reply: PreparedReply, parameter: string): Reply {
  return reply.fill === undefined ? reply : reply.fill(parameter);
}

/** The reply to HEAD with the profile's status and headers. */
export function applyProfileToHead(base: Reply, { status = base.status, type, headers }: ProfileReply): Reply {
  const framing = base.headers.filter((_, at) => FRAMING.test(base.headers[at - (at % 2)]!));
  const typed =
    type === undefined ? framing : framing.map((text, at) => (framing[at - 1] === "Content-Type" ? type : text));
  const others = headers === undefined ? withoutHeaders(base.headers, FRAMING) : Object.entries(headers).flat();
  return { status, headers: [...(status === 204 ? [] : typed), ...others], body: [] };
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

function contentOf(
  form: BodyForm,
  status: number,
  { fields = {}, ...override }: ProfileReply,
  wording: Wording,
): string {
  if (form === "none" || status === 204 || status === 304) return "";
  if (form === "text") return override.text ?? wording.message;
  const object: JsonObject = {};
  if (form === "error")
    Object.assign(object, {
      code: override.code ?? wording.code,
      message: override.message ?? wording.message,
      status,
    });
  for (const [field, kinds] of Object.entries(fields))
    if (form === "json" && field === "status" && kinds[0] === "integer") object.status = status;
    else setSample(object, field, kinds, 0);
  return stringifyJson(object);
}

/** Replaces the placeholders by the parameter, escaped for the media type. */
function fillPlaceholders(
  text: string,
  parameter: string,
  form: BodyForm,
  type: string,
  { fields }: ProfileReply,
): string {
  const quoted = JSON.stringify(parameter).slice(1, -1);
  const escaped = /html|xml/i.test(type)
    ? parameter.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    : form === "text" && !/json/i.test(type)
      ? parameter
      : quoted;
  const written = text.replace(PLACEHOLDERS, () => escaped);
  // An object with an id repeats the requested one.
  if (form !== "json" || fields?.id === undefined) return written;
  const object = parseJson(written) as JsonObject;
  const id = fields.id.includes("integer") && /^-?\d+$/.test(parameter) ? BigInt(parameter) : undefined;
  if (id !== undefined || fields.id.includes("string")) object.id = (id ?? parameter) as Json;
  return stringifyJson(object);
}

/** The code and message of the mock's reply, if it is an Error. */
function wordingOf(base: Reply): Wording | undefined {
  if (formOf(base) !== "error") return undefined;
  return parseJson(new TextDecoder().decode(concat(base.body))) as unknown as Wording;
}

function withoutHeaders(headers: readonly string[], names: RegExp): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!names.test(headers[at]!)) kept.push(headers[at]!, headers[at + 1]!);
  return kept;
}
