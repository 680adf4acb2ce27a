/** An entry of an HTTP Archive (HAR 1.2), as written by browsers, Playwright and our own proxy. */
import * as v from "valibot";
import { shorten } from "../../../spec/shorten.ts";
import { CREDENTIALS, type Credential } from "../../client/credentials.ts";
import { header, type Response } from "../../client/exchange.ts";

const text = v.string();
/** A member that is missing, or has another type than in HAR, is unknown. */
const knownFields = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(schema), undefined);
const harFields = v.array(
  v.object({
    name: text,
    value: knownFields(v.pipe(v.union([text, v.number()]), v.transform(String))),
  }),
);

/**
 * The parts of an entry that we read. Names with an underscore are extensions of browsers and of
 * our proxy (`_presented`, `_trailingBytes`).
 */
export const HAR_ENTRY = v.looseObject({
  startedDateTime: v.pipe(
    text,
    v.check((time) => !Number.isNaN(Date.parse(time))),
  ),
  time: knownFields(v.number()),
  request: v.object({
    method: text,
    url: text,
    headers: v.nullish(harFields, []),
    cookies: v.fallback(v.nullish(harFields, []), []),
    bodySize: knownFields(v.number()),
  }),
  response: v.nullish(
    v.looseObject({
      status: knownFields(v.pipe(v.union([v.number(), text]), v.transform(Number))),
      statusText: knownFields(text),
      headers: v.nullish(harFields),
      content: knownFields(
        v.object({
          size: knownFields(v.number()),
          text: knownFields(text),
          encoding: knownFields(text),
          mimeType: knownFields(text),
          comment: knownFields(text),
        }),
      ),
      _transferSize: knownFields(v.number()),
      _trailingBytes: knownFields(v.number()),
    }),
  ),
  cache: knownFields(v.object({ afterRequest: v.optional(v.unknown()) })),
  _presented: v.optional(
    v.object({
      credential: v.picklist(Object.keys(CREDENTIALS) as Credential[]),
      isKeyKnown: v.boolean(),
      user: v.exactOptional(text),
    }),
  ),
});

export type HarEntry = v.InferOutput<typeof HAR_ENTRY>;
type HarFields = HarEntry["request"]["headers"];

/** How many characters of a header value we read: no server takes a longer one. */
const MAX_VALUE = 1 << 16;

/** Leaves out the pseudo-headers of HTTP/2 (RFC 9113, section 8.3). */
export function fieldsOfHar(headers: HarFields): Response["headers"] {
  return headers
    .filter(({ name }) => !name.startsWith(":"))
    .map(({ name, value = "" }) => [shorten(name.trim()), shorten(value, MAX_VALUE)]);
}

export function fieldOf(headers: HarFields, name: string): string | undefined {
  return header({ headers: fieldsOfHar(headers) }, name);
}
