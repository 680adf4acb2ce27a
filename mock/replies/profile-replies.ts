/** Overrides the mock's replies with those of a profile, and fills what differs from call to call: placeholders and entity tags. */
import { setSample } from "../../fixtures/shape.ts";
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import type { BodyForm } from "../../spec/interface/situations.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import {
  PLACEHOLDERS,
  type Placeholder,
  type ProfileReply,
  withoutSlash,
} from "../../spec/profile/shape.ts";
import { type Call, concat, lengthOf, type Reply } from "./messages.ts";

/** A constant reply, or one with placeholders for parts of the request. */
export interface PreparedReply extends Reply {
  /** Builds the reply to a call, with the parameter of its path; undefined for a constant reply. */
  readonly fill?: (call: Call, parameter: string) => Reply;
}

/** The code and message of an Error, unless the profile has others. */
export interface Wording {
  readonly code: string;
  readonly message: string;
}

const encoder = new TextEncoder();
/** Headers that depend on the body. A profile has the type in a field of its own. */
const FRAMING = /^content-(type|length)$/i;
const PLACEHOLDER = new RegExp(`\\{(${Object.keys(PLACEHOLDERS).join("|")})\\}`, "g");

/** The mock's reply with the profile's overrides. */
export function applyProfile(
  base: Reply,
  override: ProfileReply | undefined,
  wording: Wording,
): PreparedReply {
  if (override === undefined) return base;
  const status = override.status ?? base.status;
  const form = override.body ?? formOf(base);
  const type = override.type ?? TYPES[form];
  const headers =
    override.headers === undefined
      ? withoutHeaders(base.headers, FRAMING)
      : Object.entries(override.headers).flat();
  const text = contentOf(form, status, override, wordingOf(base) ?? wording);
  const reply = (content: string, others: readonly string[]): Reply => {
    const body = encoder.encode(content);
    const length = status === 204 ? [] : ["Content-Length", String(body.length)];
    const fields = [
      ...(body.length > 0 && type !== undefined ? ["Content-Type", type] : []),
      ...length,
      ...others,
    ];
    return { status, headers: fields, body: body.length === 0 ? [] : [body] };
  };
  const isConstant = [text, ...headers].every((one) => one.search(PLACEHOLDER) < 0);
  if (isConstant && !("id" in (override.fields ?? {}))) return reply(text, headers);
  const fill = (call: Call, parameter: string): Reply => {
    const content = fillBody(text, valuesOf(call, parameter), form, type ?? "", override);
    return reply(content, fillHeaders(headers, call, parameter));
  };
  return { ...reply(text, headers), fill };
}

/** The reply to a call with this parameter in its path. */
export function filled(reply: PreparedReply, call: Call, parameter: string): Reply {
  return reply.fill === undefined ? reply : reply.fill(call, parameter);
}

type Values = Readonly<Record<Placeholder, string>>;

function valuesOf(call: Call, parameter: string): Values {
  const {
    method,
    server = "",
    path: relativePath = "",
    target: path = `/${VERSION_SEGMENT}${relativePath}`,
  } = call;
  const basePath =
    call.path === undefined
      ? `/${VERSION_SEGMENT}`
      : path.slice(0, path.length - relativePath.length);
  const pathWithoutSlash = withoutSlash(path);
  return {
    orderId: parameter,
    petId: parameter,
    method,
    path,
    pathWithoutSlash,
    relativePath,
    basePath,
    server,
  };
}

/** Replaces the placeholders. A parameter is decoded, so that it can have what a header cannot. */
export function fillHeaders(headers: readonly string[], call: Call, parameter: string): string[] {
  const values = valuesOf(call, encodeURIComponent(parameter));
  return headers.map((text) => text.replace(PLACEHOLDER, (_, name: Placeholder) => values[name]));
}

/** The reply to HEAD with the profile's status and headers. The body is that of GET, which its entity tag is of. */
export function applyProfileToHead(
  base: Reply,
  override: ProfileReply,
  call: Call,
  parameter: string,
): Reply {
  const { status = base.status, type, headers } = override;
  const framing = base.headers.filter((_, at) => FRAMING.test(base.headers[at - (at % 2)]!));
  const typed =
    type === undefined
      ? framing
      : framing.map((text, at) => (framing[at - 1] === "Content-Type" ? type : text));
  const others =
    headers === undefined
      ? withoutHeaders(base.headers, FRAMING)
      : fillHeaders(Object.entries(headers).flat(), call, parameter);
  return { status, headers: [...(status === 204 ? [] : typed), ...others], body: base.body };
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

/** Replaces the placeholders, escaped for the media type. */
function fillBody(
  text: string,
  values: Values,
  form: BodyForm,
  type: string,
  { fields }: ProfileReply,
): string {
  const escaped = (value: string): string => {
    if (/html|xml/i.test(type))
      return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return form === "text" && !/json/i.test(type) ? value : JSON.stringify(value).slice(1, -1);
  };
  const written = text.replace(PLACEHOLDER, (_, name: Placeholder) => escaped(values[name]));
  // An object with an id repeats the requested one.
  if (form !== "json" || fields?.id === undefined) return written;
  const object = parseJson(written) as JsonObject;
  const parameter = values.orderId;
  const id =
    fields.id.includes("integer") && /^-?\d+$/.test(parameter) ? BigInt(parameter) : undefined;
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

/** In the place of the opaque text of an entity tag. */
const TAG_PLACEHOLDER = "{etag}";

/** By body. */
const hashes = new WeakMap<readonly Uint8Array[], string>();

/** The reply with a tag of its body, if it has ETag; 304 where the client has that body (RFC 9110, section 8.8.3). */
export function withEntityTag({ ifNoneMatch }: Call, reply: Reply): Reply {
  const at = reply.headers.indexOf("ETag") + 1;
  if (at === 0) return reply;
  const tag = reply.headers[at]!.replace(TAG_PLACEHOLDER, () => hashOf(reply.body));
  const headers = reply.headers.with(at, tag);
  if (reply.status !== 200 || ifNoneMatch === undefined || !isMatch(ifNoneMatch, tag))
    return { ...reply, headers };
  const kept = headers.filter(
    (_, nth) => !/^content-(type|length)$/i.test(headers[nth - (nth % 2)]!),
  );
  return { ...reply, status: 304, headers: kept, body: [] };
}

/** By the weak comparison, as GET and HEAD require it. */
function isMatch(ifNoneMatch: string, tag: string): boolean {
  const opaque = tag.replace(/^W\//, "");
  return (
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === opaque)
  );
}

/** The length and the 32 bits of FNV-1a: without Node, for a browser, and at once. */
function hashOf(body: readonly Uint8Array[]): string {
  const known = hashes.get(body);
  if (known !== undefined) return known;
  let hash = 0x811c9dc5;
  for (const piece of body) for (const byte of piece) hash = Math.imul(hash ^ byte, 0x01000193);
  const text = `${lengthOf(body).toString(16)}-${(hash >>> 0).toString(16)}`;
  hashes.set(body, text);
  return text;
}
