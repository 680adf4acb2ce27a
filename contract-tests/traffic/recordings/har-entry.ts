/** An entry of an HTTP Archive (HAR 1.2), as browsers, Playwright and our own proxy write it. */
import * as v from "valibot";
import { shorten } from "../../../spec/shorten.ts";
import { CREDENTIALS, type Credential } from "../../client/credentials.ts";
import { header, type Response } from "../../client/exchange.ts";

const text = v.string();
/** What is missing, or of another type than HAR gives it, is not known. */
const known = <T>(schema: v.GenericSchema<unknown, T>) => v.fallback(v.optional(schema), undefined);
const fields = v.array(
  v.object({ name: text, value: known(v.pipe(v.union([text, v.number()]), v.transform(String))) }),
);

/** The parts of an entry that are read. Names with an underscore are extensions: of browsers, and of our proxy (`_presented`, `_trailingBytes`). */
export const HAR_ENTRY = v.looseObject({
  startedDateTime: v.pipe(
    text,
    v.check((time) => !Number.isNaN(Date.parse(time))),
  ),
  time: known(v.number()),
  request: v.object({
    method: text,
    url: text,
    headers: v.nullish(fields, []),
    cookies: v.fallback(v.nullish(fields, []), []),
    bodySize: known(v.number()),
  }),
  response: v.nullish(
    v.looseObject({
      status: known(v.pipe(v.union([v.number(), text]), v.transform(Number))),
      statusText: known(text),
      headers: v.nullish(fields),
      content: known(
        v.object({
          size: known(v.number()),
          text: known(text),
          encoding: known(text),
          mimeType: known(text),
          comment: known(text),
        }),
      ),
      _transferSize: known(v.number()),
      _trailingBytes: known(v.number()),
    }),
  ),
  cache: known(v.object({ afterRequest: v.optional(v.unknown()) })),
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

/** Characters of a header value that are read: a server takes no longer ones. */
const MAX_VALUE = 1 << 16;

/** Without the pseudo-header fields of HTTP/2 (RFC 9113, section 8.3). */
export function headersOf(headers: HarFields): Response["headers"] {
  return headers
    .filter(({ name }) => !name.startsWith(":"))
    .map(({ name, value = "" }) => [shorten(name.trim()), shorten(value, MAX_VALUE)]);
}

export function fieldOf(headers: HarFields, name: string): string | undefined {
  return header({ headers: headersOf(headers) }, name);
}
