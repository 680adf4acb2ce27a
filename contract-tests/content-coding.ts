/** Content codings (RFC 9110, section 8.4.1) undone and applied again, as far as Node can. */
import zlib from "node:zlib";

interface Coding {
  undo(bytes: Uint8Array, limits: { maxOutputLength: number }): Buffer;
  apply(bytes: Uint8Array): Buffer;
}

const GZIP: Coding = { undo: zlib.gunzipSync, apply: (bytes) => zlib.gzipSync(bytes) };
const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  deflate: { undo: zlib.inflateSync, apply: (bytes) => zlib.deflateSync(bytes) },
  br: { undo: zlib.brotliDecompressSync, apply: (bytes) => zlib.brotliCompressSync(bytes) },
};

/** The codings of a Content-Encoding value, in the order in which they were applied; without `identity`. */
function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
}

/** The content, or undefined when a coding is unknown, the bytes are not in it, or the content is larger than `limit`. */
export function undoCoding(bytes: Uint8Array, contentEncoding: string, limit: number): Uint8Array | undefined {
  try {
    let content = bytes;
    for (const name of codingsOf(contentEncoding).reverse()) {
      const coding = CODINGS[name];
      if (coding === undefined) return undefined;
      content = coding.undo(content, { maxOutputLength: limit });
    }
    return content;
  } catch {
    return undefined;
  }
}

/** The way back, for codings that {@link undoCoding} undid. */
export function applyCoding(content: Buffer, contentEncoding: string): Buffer {
  return codingsOf(contentEncoding).reduce((bytes, name) => CODINGS[name]?.apply(bytes) ?? bytes, content);
}
