/** The body of an entry, where the recorder has kept it whole and decoded. */
import { fieldOf, type HarEntry } from "./har-entry.ts";

/** The first bytes of gzip, zlib and Zstandard, as characters. Where a recorder could not read a byte, U+FFFD stands for it. */
const CODED = [
  "\u001f\u008b",
  "\u001f\ufffd",
  "x\u0001",
  "x^",
  "x\u009c",
  "x\u00da",
  "x\ufffd",
  "(\u00b5/\u00fd",
  "(\ufffd/\ufffd",
];
/** The same in base64. No JSON begins so. */
const CODED_IN_BASE64 = ["H4sI", "eAE", "eF4", "eJ", "eN", "KLUv"];
/** Characters that no JSON has, and that coded bytes have when they are read as characters. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\ufffd]/u;

/** Undefined where the recorder has left the body out, or a part of it, or has not decoded it. `isOurs`: our proxy keeps all of it. */
export function bodyOf(
  method: string,
  { status, headers, content }: NonNullable<HarEntry["response"]>,
  isOurs: boolean,
): Uint8Array | undefined {
  const { text, encoding, size = 0, comment } = content ?? {};
  if (!headers || (headers.length === 0 && !isOurs)) return undefined;
  if (status === 204 || method === "HEAD") return Buffer.from((size !== 0 && text) || "");
  if (text === undefined || comment) return undefined;

  const isBase64 = /^base64$/i.test(encoding ?? "");
  const body = Buffer.from(text, isBase64 ? "base64" : "utf8");
  if (isOurs) return body;
  const hasCoding = fieldOf(headers, "content-encoding") !== undefined;
  const beginning = isBase64 ? body.toString("latin1", 0, 4) : text;
  const isCoded = [...CODED, ...CODED_IN_BASE64].some((start) => beginning.startsWith(start));
  if (isCoded) return undefined;
  if (hasCoding && (encoding || NOT_TEXT.test(text))) return undefined;

  const length = fieldOf(headers, "content-length");
  if (body.length === 0) return length === "0" ? body : undefined;
  // `size` counts bytes of the decoded content (HAR 1.2), Content-Length those of the coded one.
  const whole = Math.max(size, hasCoding ? 0 : Number(length ?? 0));
  return body.length < whole ? undefined : body;
}
