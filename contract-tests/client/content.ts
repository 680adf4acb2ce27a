/** The content of a response: its body without the codings, as far as Node supports them (RFC 9110, section 8.4.1). Judged is the content. */
import zlib from "node:zlib";
import { header, type Response } from "./exchange.ts";

type Decode = (bytes: Uint8Array, limits: { maxOutputLength: number }) => Buffer;

/** Node has it from 22.15. */
const { zstdDecompressSync: zstd } = zlib as { zstdDecompressSync?: Decode };

const CODINGS: Readonly<Record<string, Decode>> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  ...(zstd !== undefined && { zstd }),
};

/** Bytes of a decoded body; below them, any compression is possible, and beyond, 64 times the bytes that were received. */
const MAX_BYTES = 64 * 1024 * 1024;
const MIN_LIMIT = 8 * 1024 * 1024;
const MAX_RATIO = 64;
/** Codings of one body: each costs a decompression of up to the whole limit. */
const MAX_CODINGS = 3;

/** The codings in the order in which they were applied, without `identity`. */
function codingsOf(response: Coded): string[] {
  const names = (header(response, "content-encoding") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

type Coded = Pick<Response, "headers" | "body">;

/** Bytes, or why there are none. */
type Content = Uint8Array | "too-large" | "invalid" | "unknown";

/** The content of each body that is in memory: many ask for it, and it is decoded once. */
const known = new WeakMap<Uint8Array, WeakRef<Uint8Array> | Exclude<Content, Uint8Array>>();

/**
 * `too-large`: a list of orders compresses to a tenth, or a thirtieth; a body that is larger by far is made to fill the memory.
 * `unknown`: a coding is not known here, or there are more than three, or it is deflate without the frame that HTTP demands, which many
 * clients read (RFC 9110, section 8.4.1.2). `invalid`: the bytes are not in the coding.
 */
export function contentOf(response: Coded): Content {
  const before = known.get(response.body);
  const kept = before instanceof WeakRef ? before.deref() : before;
  if (kept !== undefined) return kept;
  const decoded = decode(response);
  known.set(response.body, typeof decoded === "string" ? decoded : new WeakRef(decoded));
  return decoded;
}

function decode(response: Coded): Content {
  const codings = codingsOf(response);
  const isKnown = codings.every((name) => Object.hasOwn(CODINGS, name));
  if (codings.length > MAX_CODINGS || !isKnown) return "unknown";
  const maxOutputLength = Math.min(
    MAX_BYTES,
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

/** The content, to be shown and searched; where it cannot be decoded, the body as it came. */
export function readableContent(response: Coded): Uint8Array {
  const content = contentOf(response);
  return typeof content === "string" ? response.body : content;
}
