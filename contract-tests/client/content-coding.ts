/** Decodes and encodes the content codings that Node supports (RFC 9110, section 8.4.1). */
import zlib from "node:zlib";
import { header, type Response } from "./exchange.ts";

interface Coding {
  decode(bytes: Uint8Array, limits: { maxOutputLength: number }): Buffer;
  encode(bytes: Uint8Array): Buffer;
}

const GZIP: Coding = { decode: zlib.gunzipSync, encode: zlib.gzipSync };
const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  deflate: { decode: zlib.inflateSync, encode: zlib.deflateSync },
  br: { decode: zlib.brotliDecompressSync, encode: zlib.brotliCompressSync },
};

/** Bytes of a decoded body; below them, any compression is possible, and beyond, 64 times the bytes that were received. */
const MAX_BYTES = 256 * 1024 * 1024;
const MIN_LIMIT = 8 * 1024 * 1024;
const MAX_RATIO = 64;

/** The codings in the order in which they were applied, without `identity`. */
function codingsOf(response: Coded): string[] {
  const names = (header(response, "content-encoding") ?? "").split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

type Coded = Pick<Response, "headers" | "body">;

/**
 * `too-large`: a list of orders compresses to a tenth, or a thirtieth; a body that is larger by far is made to fill the memory.
 * `invalid`: the coding is unknown, or the bytes are not in it.
 */
export function decodeBody(response: Coded): Uint8Array | "too-large" | "invalid" {
  const maxOutputLength = Math.min(MAX_BYTES, Math.max(MIN_LIMIT, MAX_RATIO * response.body.length));
  try {
    return codingsOf(response).reduceRight<Uint8Array>((bytes, name) => {
      const coding = CODINGS[name];
      if (coding === undefined) throw new Error(`unknown: ${name}`);
      return coding.decode(bytes, { maxOutputLength });
    }, response.body);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "invalid";
  }
}

/** The content; undefined when it cannot be decoded. */
export function decodedBody(response: Coded): Uint8Array | undefined {
  const decoded = decodeBody(response);
  return typeof decoded === "string" ? undefined : decoded;
}

/** The inverse, in the codings of the response. */
export function encodeBody(content: Buffer, response: Coded): Buffer {
  return codingsOf(response).reduce((bytes, name) => CODINGS[name]?.encode(bytes) ?? bytes, content);
}
