/** Takes the body of an entry if the recorder kept it whole and decoded. */
import { fieldOf, type HarEntry } from "./har-entry.ts";

/**
 * The first bytes of gzip, zlib and Zstandard, as characters. U+FFFD replaces a byte that a
 * recorder could not read.
 */
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
/** The same bytes in base64, and JSON in base64. No JSON starts like that. */
const IN_BASE64 = ["H4sI", "eAE", "eF4", "eJ", "eN", "KLUv", "W3s", "W10", "eyJ"];
/** Characters that occur in coded bytes read as text, but never in JSON. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\ufffd]/u;

/** Text that a recorder writes in place of a body or of its end. */
const LEFT_OUT_BY_RECORDER =
  /^\W*(?:redacted|masked|hidden|removed|filtered|sanitized|binary|truncated|omitted)[\w\s]*\W*$|^"?\*{3,}"?$|truncated\W*$/i;
/** Text that a recorder writes in place of a value in a body. */
const MASKED_VALUE = /"(?:\*{3,}|\W{0,3}(?:redacted|masked|filtered|sanitized)\W{0,3})"/i;

/** True for a JSON array or object whose end is missing. */
function isWithoutEnd(text: string): boolean {
  const json = text.trim();
  return /^[[{]/.test(json) && !/[\]}]$/.test(json.slice(-1));
}

/**
 * Returns undefined if the recorder left out the body or a part of it, or did not decode it.
 * `isOurs` is true for our own proxy, which keeps everything.
 */
export function bodyOf(
  method: string,
  { status, headers, content }: NonNullable<HarEntry["response"]>,
  isOurs: boolean,
): Uint8Array | undefined {
  const { text, encoding, size = 0, comment } = content ?? {};
  if (isOurs) return text === undefined && status !== 204 ? undefined : Buffer.from(text ?? "");
  if (!headers?.length) return undefined;
  // Only raw bytes can show what follows a 204.
  if (status === 204 || method === "HEAD") return new Uint8Array();
  const isBase64 = /^base64$/i.test(encoding ?? "");
  if (text === undefined || comment || (encoding && !isBase64)) return undefined;

  const body = Buffer.from(text, isBase64 ? "base64" : "utf8");
  const hasCoding = fieldOf(headers, "content-encoding") !== undefined;
  const beginning = isBase64 ? body.toString("latin1", 0, 4) : text;
  const isCoded = [...CODED, ...IN_BASE64].some((start) => beginning.startsWith(start));
  if (isCoded || (hasCoding && (encoding || NOT_TEXT.test(text)))) return undefined;

  const length = Number(fieldOf(headers, "content-length") ?? Number.NaN);
  if (body.length === 0) return length === 0 ? body : undefined;
  if (!hasCoding && body.length === length) return body;
  const isLeftOut =
    LEFT_OUT_BY_RECORDER.test(text.slice(0, 100)) || LEFT_OUT_BY_RECORDER.test(text.slice(-100));
  if (isLeftOut || MASKED_VALUE.test(text)) return undefined;
  // `size` counts bytes of the decoded content (HAR 1.2), Content-Length those of the coded body.
  const isCut = body.length < Math.max(size, hasCoding || Number.isNaN(length) ? 0 : length);
  const isRewritten = !hasCoding && size > 0 && body.length > size;
  return isCut || isRewritten || isWithoutEnd(text) ? undefined : body;
}
