/**
 * The content of a response: its body with the content codings removed, as far as Node supports
 * them (RFC 9110, section 8.4.1). We judge the content.
 */
import zlib from "node:zlib";
import { header, type Response } from "./exchange.ts";

type Decode = (bytes: Uint8Array, limits: { maxOutputLength: number }) => Buffer;

/** Node has zstd since 22.15. */
const { zstdDecompressSync: zstd } = zlib as { zstdDecompressSync?: Decode };

const CODINGS: Readonly<Record<string, Decode>> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  ...(zstd !== undefined && { zstd }),
};

/**
 * Limits of a decoded body in bytes: any ratio is fine up to MIN_LIMIT; above that, at most
 * MAX_RATIO times the received bytes, and never more than MAX_CONTENT_BYTES.
 */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;
const MIN_LIMIT = 8 * 1024 * 1024;
const MAX_RATIO = 64;
/** How many codings one body may have: each costs a decompression of up to the whole limit. */
const MAX_CODINGS = 3;

/** Returns the codings in the order in which they were applied, without `identity`. */
function codingsOf(response: CodedBody): string[] {
  const names = (header(response, "content-encoding") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

type CodedBody = Pick<Response, "headers" | "body">;

/** The bytes, or why there are none; see {@link contentOf}. */
type Content = Uint8Array | "too-large" | "invalid" | "unknown";

/** Caches the content of each body in memory: several checks read it, and we decode it once. */
const contents = new WeakMap<Uint8Array, WeakRef<Uint8Array> | Exclude<Content, Uint8Array>>();

/**
 * `too-large`: lists of orders compress to a tenth or a thirtieth; a far larger ratio is meant to
 * fill the memory. `unknown`: we do not know a coding, there are more than three, or it is deflate
 * without the zlib frame that HTTP demands, which many clients read (RFC 9110, section 8.4.1.2).
 * `invalid`: the bytes are not in the coding.
 */
export function contentOf(response: CodedBody): Content {
  const before = contents.get(response.body);
  const kept = before instanceof WeakRef ? before.deref() : before;
  if (kept !== undefined) return kept;
  const decoded = decode(response);
  contents.set(response.body, typeof decoded === "string" ? decoded : new WeakRef(decoded));
  return decoded;
}

function decode(response: CodedBody): Content {
  const codings = codingsOf(response);
  const isKnown = codings.every((name) => Object.hasOwn(CODINGS, name));
  if (codings.length > MAX_CODINGS || !isKnown) return "unknown";
  const maxOutputLength = Math.min(
    MAX_CONTENT_BYTES,
    Math.max(MIN_LIMIT, MAX_RATIO * response.body.length),
  );
  try {
    return codings.reduceRight<Uint8Array>(
      (bytes, name) => CODINGS[name]!(bytes, { maxOutputLength }),
      response.body,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") return "too-large";
    const isRaw = codings.join() === "deflate" && isRawDeflate(response.body, maxOutputLength);
    return isRaw ? "unknown" : "invalid";
  }
}

function isRawDeflate(bytes: Uint8Array, maxOutputLength: number): boolean {
  try {
    return zlib.inflateRawSync(bytes, { maxOutputLength }).length > 0;
  } catch {
    return false;
  }
}

/** Returns the content to show and search; the body as received if decoding fails. */
export function readableContent(response: CodedBody): Uint8Array {
  const content = contentOf(response);
  return typeof content === "string" ? response.body : content;
}
