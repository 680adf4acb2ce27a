/** What Prism does wrong, each with an exchange that shows it. First the bugs because of which it is not asked. */
import { isUtf8 } from "node:buffer";
import { judgeDateTime } from "../../spec/date-time.ts";
import { type Json, parseJson } from "../../spec/json.ts";
import type { Answerable, Bug } from "./artefacts.ts";
import { cancelling, listing } from "./probe.ts";
import type { PrismAnswer } from "./referee.ts";

const says = (answer: PrismAnswer, code: string): boolean =>
  answer.kind === "answered" && answer.sayings.some((saying) => saying.code === code);
const silent = (answer: PrismAnswer): boolean => answer.kind === "answered" && answer.sayings.length === 0;
const died = (answer: PrismAnswer): boolean => answer.kind === "died";

/** Type, subtype and parameters as Prism's parser takes them (RFC 9110, section 8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?: *; *[\w!#$%&'*+.^`|~-]+ *= *(?:"[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$%&'*+.^`|~-]+))* *$/;

/** The Content-Type as Prism is given it, several joined to one; undefined when there is none. */
function mediaType({ headers }: Answerable["response"]): string | undefined {
  const values = headers.filter(([name]) => name.toLowerCase() === "content-type").map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(",");
}

/** Whether the body says that it is JSON, in Prism's eyes. */
function isJson(response: Answerable["response"]): boolean {
  return /^application\/(?:[^;]+\+)?json *(?:;|$)/i.test(mediaType(response) ?? "");
}

export const BUGS = [
  {
    id: "dies-of-escape",
    why: "A percent sign in the path without two hexadecimal digits of UTF-8 behind it ends the Prism process.",
    unaskable: ({ call }) => !isDecodable(call.path),
    probe: { exchange: cancelling("%zz", 404), shows: died },
  },
  {
    id: "dies-of-media-type",
    why: "A Content-Type that is no media type, or two of them, ends the Prism process.",
    unaskable: ({ response }) => {
      const type = response && mediaType(response);
      return type !== undefined && !MEDIA_TYPE.test(type);
    },
    probe: { exchange: listing(200, "[]", { type: "nonsense" }), shows: died },
  },
  {
    id: "takes-path-for-host",
    why: "A path that starts with two slashes is taken for the name of a host, and another path is judged.",
    unaskable: ({ call }) => !/^\/(?!\/)/.test(call.path),
    probe: {
      exchange: { ...listing(200, "{}"), call: { method: "GET", path: "//store/store/orders", credential: "good" } },
      shows: (answer) => says(answer, "type"),
    },
  },
  {
    id: "no-answer-of-its-own",
    why: "A body that Prism's JSON reader refuses, be it the empty one of a 409 or of HEAD, gets a 500 of Prism's own in place of a finding.",
    voids: ({ status, contentType, body }) =>
      status === 500 && contentType === "application/problem+json" && body.includes('"type":"FetchError"'),
    probe: {
      exchange: cancelling("4", 409, ""),
      shows: (answer) => answer.kind === "answered" && answer.body.includes("FetchError"),
    },
  },
  {
    id: "silent-500-to-head",
    why: "Asked with HEAD, it gives its own 500 for a response whose body it expects.",
    voids: (_, { call }) => call.method === "HEAD",
    probe: {
      exchange: { ...listing(200, ""), call: { method: "HEAD", path: "/store/orders", credential: "good" } },
      shows: (answer) => answer.kind === "answered" && answer.status === 500,
    },
  },
  {
    id: "invents-for-501",
    why: "To a 501 of the deployment Prism makes up an answer from the description, and finds it good.",
    voids: (_, { response }) => response.status === 501,
    probe: {
      exchange: listing(501, "{}"),
      shows: (answer) => answer.kind === "answered" && answer.status === 200,
    },
  },
  {
    id: "int64-as-double",
    why: "Prism reads numbers as doubles and bounds int64 at 2^53 - 1; what is wrong with digits beyond that, or with an exponent, it does not see.",
    filters: ({ code, message }) =>
      (code === "maximum" || code === "minimum") &&
      message.endsWith(" -9007199254740991".slice(code === "maximum" ? 2 : 1)),
    silentOn: { clauses: ["order-id", "order-pet-id"] },
    probe: {
      exchange: listing(200, '[{"id":9007199254740993}]'),
      shows: (answer) => says(answer, "maximum"),
    },
  },
  {
    id: "leap-second-in-utc-only",
    why: "A leap second is refused unless it is written as 23:59:60, whatever the offset; elsewhere in the world it has another hour.",
    filters: ({ code, location }, exchange) => {
      if (code !== "format" || location.at(-1) !== "shipDate") return false;
      const value = valueAt(exchange, location.slice(2));
      return typeof value === "string" && judgeDateTime(value).kind !== "wrong";
    },
    probe: {
      exchange: listing(200, '[{"shipDate":"2016-12-31T15:59:60-08:00"}]'),
      shows: (answer) => says(answer, "format"),
    },
  },
  {
    id: "hour-24-in-offset",
    why: "An offset of 24 hours passes as a date-time.",
    silentOn: { clauses: ["order-ship-date"], when: ({ response }) => /[+-]24:?\d\d"/.test(textOf(response)) },
    probe: { exchange: listing(200, '[{"shipDate":"2024-01-01T00:00:00+24:00"}]'), shows: silent },
  },
  {
    id: "last-of-two-names",
    why: "Of a member name that stands twice in an object Prism sees the last value alone.",
    silentOn: { clauses: ["order-object", "error-code", "error-message", "error-status"] },
    probe: { exchange: listing(200, '[{"id":1,"id":2}]'), shows: silent },
  },
  {
    id: "json-suffix",
    why: "A media type such as application/hal+json passes where the description says application/json.",
    silentOn: {
      clauses: ["body-media-type"],
      when: ({ response }) => /\+json/i.test(mediaType(response) ?? ""),
    },
    probe: { exchange: listing(200, "[]", { type: "application/hal+json" }), shows: silent },
  },
  {
    id: "broken-utf-8",
    why: "Bytes that are not UTF-8 are replaced before the body is judged.",
    silentOn: {
      clauses: ["body-json", "auth-error-body", "not-found-error-body"],
      when: ({ response }) => !isUtf8(response.body),
    },
    probe: {
      exchange: listing(200, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])),
      shows: (answer) => !says(answer, "utf-8"),
    },
  },
  {
    id: "text-when-not-json",
    why: "A body that does not say that it is JSON is judged as a text, even when it is sound JSON; the media type is complained of as well.",
    filters: ({ code, location }, { response }) =>
      code === "type" && location.join() === "response,body" && !isJson(response),
    silentOn: {
      clauses: ["list-array", "auth-error-body", "not-found-error-body", "body-json"],
      when: ({ response }) => !isJson(response),
    },
    probe: { exchange: listing(200, "[]", { type: "text/plain" }), shows: (answer) => says(answer, "type") },
  },
  {
    id: "scheme-in-lower-case",
    why: "Only the spelling `Bearer` is accepted, while HTTP compares schemes without regard to case (silence scheme-case).",
    filters: ({ code, location }, { requestHeaders }) =>
      code === 401 &&
      location.join() === "request" &&
      requestHeaders.some(([name, value]) => name.toLowerCase() === "authorization" && /^bearer\s+\S/i.test(value)),
    probe: {
      exchange: { ...listing(200, "[]"), requestHeaders: [["Authorization", "bearer key"]] },
      shows: (answer) => answer.kind === "answered" && answer.sayings.some(({ code }) => code === 401),
    },
  },
  {
    id: "number-by-another-notation",
    why: "Prism turns the text of a path parameter into a number as JavaScript does: 0x10, 1e3 and a line feed before the digits pass as integers.",
    probe: { exchange: cancelling("0x10", 409, "", { type: undefined }), shows: silent },
  },
  {
    id: "deprecation-added",
    why: "To an answer of the deprecated operation Prism adds `Deprecation: true`; the app is spared it, for its answer does not come through Prism.",
    probe: {
      exchange: { ...listing(200, "{}"), call: { method: "GET", path: "/pets/1", credential: "good" } },
      shows: (answer) => answer.kind === "answered" && answer.deprecation === "true",
    },
  },
  {
    id: "digits-changed",
    why: "Prism writes bodies anew, and rounds what a double does not hold; the app is spared it, for its answer does not come through Prism.",
    probe: {
      exchange: listing(200, '[{"id":9007199254740993}]'),
      shows: (answer) => answer.kind === "answered" && answer.body.includes("9007199254740992"),
    },
  },
  {
    id: "cut-after-8-kb",
    why: "What is wrong beyond some 40 places is cut off.",
    silentOn: {
      clauses: ["order-object", "order-id", "order-pet-id", "order-quantity", "order-ship-date", "order-complete"],
      // Forty faults need at least as many elements.
      when: ({ response }) => response.body.length > 40 * 3,
    },
    probe: {
      exchange: listing(200, JSON.stringify(Array.from({ length: 200 }, () => ({ id: "x" })))),
      shows: (answer) => answer.kind === "answered" && answer.sayings.length < 200,
    },
  },
] as const satisfies readonly Bug[];

function textOf({ body }: Answerable["response"]): string {
  return Buffer.from(body).toString();
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** What stands in a JSON body at a path of member names and indices. */
function valueAt({ response }: Answerable, path: readonly string[]): Json | undefined {
  try {
    return path.reduce<Json | undefined>(
      (value, step) => (value as Record<string, Json> | null | undefined)?.[step],
      parseJson(textOf(response)),
    );
  } catch {
    return undefined;
  }
}
