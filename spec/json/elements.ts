/**
 * Reads a long list element by element and decodes it in parts, so that neither a million orders nor their text is in memory
 * at once.
 */
import { JsonReader } from "./reader.ts";
import { type Duplicate, type Json, JsonError } from "./value.ts";

/** Bytes that are decoded at a time. */
const PART_BYTES = 1 << 20;
/** Elements, and bytes of one: a list of such orders would not be one that an app can show. */
const MAX_ELEMENTS = 4_000_000;
const MAX_ELEMENT_BYTES = 4 << 20;
const [COMMA, OPEN_BRACKET, CLOSE_BRACKET] = [0x2c, 0x5b, 0x5d];

/**
 * Reads an array from UTF-8 without a byte order mark. Returns false, without a call of `element`, when the root is not an
 * array. Throws {@link JsonError}, possibly after some elements; its offset counts UTF-16 units from the start.
 */
export function readElements(
  bytes: Uint8Array,
  element: (value: Json, index: number, duplicates: readonly Duplicate[]) => void,
  partBytes = PART_BYTES,
): boolean {
  const parts = new PartReader(bytes, partBytes);
  try {
    const { reader } = parts;
    if (parts.peek() !== OPEN_BRACKET) return false;
    reader.position++;
    reader.depth++;
    if (parts.peek() === CLOSE_BRACKET) reader.position++;
    else
      for (let index = 0; ; index++) {
        if (index === MAX_ELEMENTS) reader.fail(`more than ${MAX_ELEMENTS} elements`, reader.position, "size");
        const value = parts.value();
        element(value, index, parts.takeDuplicates());
        const code = parts.peek();
        if (code !== COMMA && code !== CLOSE_BRACKET) reader.unexpected('"," or "]"');
        reader.position++;
        if (code === CLOSE_BRACKET) break;
      }
    parts.peek();
    reader.end();
    return true;
  } catch (error) {
    throw error instanceof JsonError ? new JsonError(error.message, parts.offset + error.offset, error.kind) : error;
  }
}

/** A JSON reader of the part of the text that is decoded. */
class PartReader {
  readonly reader = new JsonReader("");
  /** UTF-16 units before the reader's text. */
  offset = 0;
  private readonly bytes: Uint8Array;
  private readonly partBytes: number;
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  private readonly encoder = new TextEncoder();
  /** How many bytes are decoded. */
  private decoded = 0;

  constructor(bytes: Uint8Array, partBytes: number) {
    this.bytes = bytes;
    this.partBytes = partBytes;
  }

  peek(): number {
    let code = this.reader.peek();
    while (Number.isNaN(code) && this.extend(this.partBytes)) code = this.reader.peek();
    return code;
  }

  /** The next value. One that ends, or fails, at the end of the part is read again in a larger part. */
  value(): Json {
    const { reader } = this;
    const { depth } = reader;
    this.peek();
    for (let more = this.partBytes; ; more *= 2) {
      const start = reader.position;
      try {
        const value = reader.value();
        if (reader.position < reader.text.length || this.decoded === this.bytes.length) return value;
      } catch (error) {
        const isFinal = !(error instanceof JsonError) || error.kind !== "syntax" || this.decoded === this.bytes.length;
        if (isFinal) throw error;
      }
      if (more > MAX_ELEMENT_BYTES) reader.fail(`an element of more than ${MAX_ELEMENT_BYTES} bytes`, start, "size");
      reader.position = start;
      reader.depth = depth;
      reader.duplicates.length = 0;
      this.extend(more);
    }
  }

  /** The duplicates of the last value. */
  takeDuplicates(): readonly Duplicate[] {
    const { duplicates } = this.reader;
    return duplicates.length === 0
      ? duplicates
      : duplicates.splice(0).map((one) => ({ ...one, offset: this.offset + one.offset }));
  }

  /** Drops what was read and decodes more bytes; false when there are none. */
  private extend(more: number): boolean {
    const { bytes, reader } = this;
    if (this.decoded === bytes.length) return false;
    let end = Math.min(this.decoded + more, bytes.length);
    // Continuation bytes of UTF-8 begin with the bits 10: a character is never split.
    while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end++;
    this.offset += reader.position;
    // The rest is decoded again: a concatenated string is slow to read.
    const left = this.encoder.encode(reader.text.slice(reader.position)).length;
    reader.text = this.decoder.decode(bytes.subarray(this.decoded - left, end));
    reader.position = 0;
    this.decoded = end;
    return true;
  }
}
