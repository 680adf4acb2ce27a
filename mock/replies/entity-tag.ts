/** Entity tags, for profiles of services that send them (RFC 9110, section 8.8.3). */
import { type Call, lengthOf, type Reply } from "./messages.ts";

/** In the place of the opaque text of a tag. */
const PLACEHOLDER = "{etag}";

const hashes = new WeakMap<readonly Uint8Array[], string>();

/** The reply with a tag of its body, if it has ETag; 304 where the client has that body. */
export function withEntityTag({ ifNoneMatch }: Call, reply: Reply): Reply {
  const at = reply.headers.indexOf("ETag") + 1;
  if (at === 0) return reply;
  const tag = reply.headers[at]!.replace(PLACEHOLDER, () => hashOf(reply.body));
  const headers = reply.headers.with(at, tag);
  if (reply.status !== 200 || ifNoneMatch === undefined || !isMatch(ifNoneMatch, tag)) return { ...reply, headers };
  const kept = headers.filter((_, nth) => !/^content-(type|length)$/i.test(headers[nth - (nth % 2)]!));
  return { ...reply, status: 304, headers: kept, body: [] };
}

/** By the weak comparison, as GET and HEAD require it. */
function isMatch(ifNoneMatch: string, tag: string): boolean {
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === opaque);
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
