/** Decodes and encodes the content codings that Node supports (RFC 9110, section 8.4.1). */
import zlib from "node:zlib";

interface Coding {
  decode(bytes: Uint8Array, limits: { maxOutputLength: number }): Buffer;
  encode(bytes: Uint8Array): Buffer;
}

const GZIP: Coding = { decode: zlib.gunzipSync, encode: (bytes) => zlib.gzipSync(bytes) };
const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  deflate: { decode: zlib.inflateSync, encode: (bytes) => zlib.deflateSync(bytes) },
  br: { decode: zlib.brotliDecompressSync, encode: (bytes) => zlib.brotliCompressSync(bytes) },
};

/** Bytes of a decoded body; below them, any compression is possible, and beyond, 64 times the bytes that were received. */
const MAX_BYTES = 256 * 1024 * 1024;
const MIN_LIMIT = 8 * 1024 * 1024;
const MAX_RATIO = 64;

export type Decoded =
  | { readonly kind: "content"; readonly content: Uint8Array }
  /** A list of orders compresses to a tenth, or a thirtieth: a body that is larger by far is made to fill the memory. */
  | { readonly kind: "too-large" }
  /** The coding is unknown, or the bytes are not in it. */
  | { readonly kind: "invalid" };

/** The codings of a Content-Encoding value, in the order in which they were applied, without `identity`. */
function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
}

/** Bodies that were decoded, as long as they are in memory: every reader of a response asks again. A body has one coding. */
const decodedBodies = new WeakMap<Uint8Array, WeakRef<Decoded>>();

export function decodeBody(bytes: Uint8Array, contentEncoding: string): Decoded {
  const codings = codingsOf(contentEncoding);
  if (codings.length === 0) return { kind: "content", content: bytes };
  const decoded = decodedBodies.get(bytes)?.deref() ?? decode(bytes, codings);
  decodedBodies.set(bytes, new WeakRef(decoded));
  return decoded;
}

function decode(bytes: Uint8Array, codings: readonly string[]): Decoded {
  const maxOutputLength = Math.min(MAX_BYTES, Math.max(MIN_LIMIT, MAX_RATIO * bytes.length));
  let content = bytes;
  for (const name of codings.toReversed()) {
    const coding = CODINGS[name];
    if (coding === undefined) return { kind: "invalid" };
    try {
      content = coding.decode(content, { maxOutputLength });
    } catch (error) {
      return { kind: (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "invalid" };
    }
  }
  return { kind: "content", content };
}

/** The content; undefined when it cannot be decoded. */
export function decodeContent(bytes: Uint8Array, contentEncoding: string): Uint8Array | undefined {
  const decoded = decodeBody(bytes, contentEncoding);
  return decoded.kind === "content" ? decoded.content : undefined;
}

/** The inverse of {@link decodeContent}. */
export function encodeContent(content: Buffer, contentEncoding: string): Buffer {
  return codingsOf(contentEncoding).reduce((bytes, name) => CODINGS[name]?.encode(bytes) ?? bytes, content);
}
