/**
 * A long list read element by element and decoded piece by piece: neither a million orders nor the text that has them ever
 * stands in memory at once.
 */
import { Reader } from "./json-reader.ts";
import { type Duplicate, type Json, JsonError } from "./json-value.ts";

/** Bytes that are decoded at once. */
const WINDOW = 1 << 20;
const [COMMA, OPEN_BRACKET, CLOSE_BRACKET] = [0x2c, 0x5b, 0x5d];

/**
 * Reads an array from UTF-8 without a byte order mark. Returns false, having called nothing, when the root is no array.
 * Throws {@link JsonError}, also after some elements; its offset counts UTF-16 units from the start.
 */
export function readElements(
  bytes: Uint8Array,
  element: (value: Json, index: number, duplicates: readonly Duplicate[]) => void,
  window = WINDOW,
): boolean {
  const view = new View(bytes, window);
  try {
    const { reader } = view;
    if (view.peek() !== OPEN_BRACKET) return false;
    reader.at++;
    reader.depth++;
    if (view.peek() === CLOSE_BRACKET) reader.at++;
    else
      for (let index = 0; ; index++) {
        const value = view.value();
        element(value, index, view.takeDuplicates());
        const code = view.peek();
        if (code !== COMMA && code !== CLOSE_BRACKET) reader.unexpected('"," or "]"');
        reader.at++;
        if (code === CLOSE_BRACKET) break;
      }
    view.peek();
    reader.end();
    return true;
  } catch (error) {
    throw error instanceof JsonError ? new JsonError(error.message, view.before + error.offset) : error;
  }
}

/** A reader of the part of the text that is decoded just now. */
class View {
  readonly reader = new Reader("");
  /** UTF-16 units before the reader's text. */
  before = 0;
  private readonly bytes: Uint8Array;
  private readonly window: number;
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  private readonly encoder = new TextEncoder();
  /** Bytes that are decoded. */
  private decoded = 0;

  constructor(bytes: Uint8Array, window: number) {
    this.bytes = bytes;
    this.window = window;
  }

  /** As the reader's own. */
  peek(): number {
    let code = this.reader.peek();
    while (Number.isNaN(code) && this.extend(this.window)) code = this.reader.peek();
    return code;
  }

  /** The next value. One that the view cuts off, or could cut off, is read again in a larger one. */
  value(): Json {
    const { reader } = this;
    const { depth } = reader;
    this.peek();
    for (let more = this.window; ; more *= 2) {
      const start = reader.at;
      try {
        const value = reader.value();
        if (reader.at < reader.text.length || this.decoded === this.bytes.length) return value;
      } catch (error) {
        if (!(error instanceof JsonError) || this.decoded === this.bytes.length) throw error;
      }
      reader.at = start;
      reader.depth = depth;
      reader.duplicates.length = 0;
      this.extend(more);
    }
  }

  /** Those of the last value. */
  takeDuplicates(): readonly Duplicate[] {
    const { duplicates } = this.reader;
    return duplicates.length === 0
      ? duplicates
      : duplicates.splice(0).map((one) => ({ ...one, offset: this.before + one.offset }));
  }

  /** Drops what was read and decodes so many bytes more; false when there are none. */
  private extend(more: number): boolean {
    const { bytes, reader } = this;
    if (this.decoded === bytes.length) return false;
    let end = Math.min(this.decoded + more, bytes.length);
    // No character is cut in two: its further bytes begin with the bits 10.
    while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end++;
    this.before += reader.at;
    // What is left is decoded again with the rest: a text put together from two is slow to read.
    const left = this.encoder.encode(reader.text.slice(reader.at)).length;
    reader.text = this.decoder.decode(bytes.subarray(this.decoded - left, end));
    reader.at = 0;
    this.decoded = end;
    return true;
  }
}
