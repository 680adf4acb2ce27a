/**
 * A cursor over one JSON text. Its fast paths matter: the gate reads lists of 100,000 orders with
 * it.
 */
import { Decimal, type Duplicate, type Json, JsonError, type JsonNumber } from "./values.ts";
import { stringifyJson } from "./write.ts";

/**
 * More digits than any number of the interface has; the time to read a number grows faster than its
 * length.
 */
const MAX_DIGITS = 1000;
/** Deeper than any response of the interface, and safe for the stack. */
const MAX_DEPTH = 1000;
/** Most members of one object: millions of them would take gigabytes. */
const MAX_MEMBERS = 10_000;

const MEMBER = { writable: true, enumerable: true, configurable: true };

/** A double holds any number with this many digits. */
const SAFE_DIGITS = 15;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const NUMBER = /-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;

export class JsonReader {
  position = 0;
  readonly duplicates: Duplicate[] = [];
  private readonly text: string;
  private depth = 0;
  /**
   * Caches member names by length and first letter. All orders have the same names, so we slice
   * few.
   */
  private readonly names: string[] = new Array(256).fill("");

  constructor(text: string) {
    this.text = text;
  }

  private fail(problem: string, offset = this.position, kind: JsonError["kind"] = "syntax"): never {
    throw new JsonError(problem, offset, kind);
  }

  /** Skips white space and returns the code of the next character; NaN at the end. */
  peek(): number {
    const { text } = this;
    let code = text.charCodeAt(this.position);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++this.position);
    return code;
  }

  value(): Json {
    const code = this.peek();
    if (code === QUOTE) return this.string();
    if (code === OPEN_BRACE) return this.object();
    if (code === OPEN_BRACKET) return this.array();
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number();
    if (code === 0x74) return this.literal("true", true);
    if (code === 0x66) return this.literal("false", false);
    if (code === 0x6e) return this.literal("null", null);
    if (Number.isNaN(code)) return this.fail("the text ends where a value was expected");
    if (code === 0x3c && this.depth === 0) return this.failAtTag();
    return this.unexpected("a value");
  }

  /** Explains HTML received instead of JSON. */
  private failAtTag(): never {
    const [tag] = /<[!/]?\w{0,20}/.exec(this.text.slice(this.position)) ?? [];
    const problem = `it begins with \`${tag}\``;
    throw new JsonError(problem, this.position, "syntax", " Is the address or the proxy right?");
  }

  private unexpected(expected: string): never {
    const found =
      this.position < this.text.length
        ? JSON.stringify(this.text[this.position])
        : "the end of the text";
    return this.fail(`${found} where ${expected} was expected`);
  }

  private literal<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.position)) this.unexpected("a value");
    this.position += word.length;
    return value;
  }

  private number(): JsonNumber {
    const { text, position: start } = this;
    NUMBER.lastIndex = start;
    const match = NUMBER.exec(text);
    if (match === null) return this.fail("a minus sign without a digit", start + 1);

    // The character that must not follow says what is wrong.
    const [digits, tail] = match as unknown as [string, string];
    const end = start + digits.length;
    const next = text.charCodeAt(end);
    if (next >= 0x30 && next <= 0x39) this.fail("a number that starts with 0", start);
    if (next === 0x2e || next === 0x65 || next === 0x45) this.fail("an incomplete number", end);

    this.position = end;
    if (tail !== "" || digits.length > MAX_DIGITS) return new Decimal(digits);
    if (digits.length <= SAFE_DIGITS) return Number(digits);
    const exact = BigInt(digits);
    const rounded = Number(exact);
    return Number.isSafeInteger(rounded) ? rounded : exact;
  }

  private string(): string {
    const { text, position: start } = this;
    let position = start + 1;
    let hasEscapes = false;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === QUOTE) break;
      if (code < 0x20) this.fail("a control character in a string", position);
      if (Number.isNaN(code)) this.fail("a string without its closing quote", start);
      if (code === BACKSLASH) {
        hasEscapes = true;
        position++;
      }
      position++;
    }
    this.position = position + 1;
    if (!hasEscapes) return text.slice(start + 1, position);
    return this.unescape(text.slice(start, position + 1), start);
  }

  /** Decodes a quoted string. */
  private unescape(quoted: string, start: number): string {
    const escapes = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]|(u)|(.?))/g;
    for (const { 1: unicode, 2: letter, index } of quoted.matchAll(escapes)) {
      const offset = start + index;
      if (unicode !== undefined) this.fail("an escape \\u without four hexadecimal digits", offset);
      if (letter !== undefined) this.fail(`an unknown escape \\${letter}`, offset);
    }
    return JSON.parse(quoted) as string;
  }

  /** Reads a member name, from the cache if possible. */
  private name(): string {
    const { text, names } = this;
    const start = this.position + 1;
    const end = text.indexOf('"', start);
    const slot = ((end - start) * 31 + text.charCodeAt(start)) & 255;
    const known = names[slot] as string;
    if (known !== "" && known.length === end - start && text.startsWith(known, start)) {
      this.position = end + 1;
      return known;
    }
    const name = this.string();
    if (name.length === end - start && name.length < 64) names[slot] = name;
    return name;
  }

  private object(): Json {
    const object: Record<string, Json> = {};
    let count = 0;
    this.members((name, offset) => {
      if (++count > MAX_MEMBERS)
        this.fail(`an object of more than ${MAX_MEMBERS} members`, offset, "bound");
      const value = this.value();
      if (Object.hasOwn(object, name)) {
        const same = stringifyJson(object[name]) === stringifyJson(value);
        this.duplicates.push({ name, offset, same });
      }
      // Plain assignment to this name would set the prototype.
      if (name === "__proto__") Object.defineProperty(object, name, { ...MEMBER, value });
      else object[name] = value;
    });
    return object;
  }

  private array(): Json[] {
    const elements: Json[] = [];
    this.elements(() => elements.push(this.value()));
    return elements;
  }

  /** Reads members from the opening to the closing brace; `member` must read one value. */
  members(member: (name: string, offset: number) => void): void {
    this.sequence(CLOSE_BRACE, '"," or "}"', () => {
      if (this.peek() !== QUOTE) this.unexpected("a member name");
      const offset = this.position;
      const name = this.name();
      if (this.peek() !== COLON) this.unexpected('":"');
      this.position++;
      member(name, offset);
    });
  }

  /** Reads elements from the opening to the closing bracket; `element` must read one value. */
  elements(element: (index: number) => void): void {
    this.sequence(CLOSE_BRACKET, '"," or "]"', element);
  }

  /** Reads comma-separated items from the opening to the closing character. */
  private sequence(close: number, expected: string, item: (index: number) => void): void {
    this.position++;
    if (++this.depth > MAX_DEPTH)
      this.fail(`values nested deeper than ${MAX_DEPTH}`, this.position - 1, "bound");
    let code = this.peek();
    for (let index = 0; code !== close; index++) {
      if (index > 0) this.position++;
      item(index);
      code = this.peek();
      if (code !== COMMA && code !== close) this.unexpected(expected);
    }
    this.position++;
    this.depth--;
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.unexpected("the end of the text");
  }
}
