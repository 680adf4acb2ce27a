/** Reads one JSON text (RFC 8259) from its first character to its last. */
import {
  Decimal,
  type Duplicate,
  type Json,
  JsonError,
  type JsonNumber,
  type JsonObject,
  stringifyJson,
} from "./json-value.ts";

/** Deeper than any answer of the interface, shallow enough for the stack. */
const MAX_DEPTH = 1000;
const [QUOTE, BACKSLASH, COMMA, COLON, CLOSE_BRACE, CLOSE_BRACKET] = [0x22, 0x5c, 0x2c, 0x3a, 0x7d, 0x5d];
export const [OPEN_BRACE, OPEN_BRACKET] = [0x7b, 0x5b];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** A cursor over one text. The fast paths matter: a gate reads lists of a million orders with it. */
export class Reader {
  text: string;
  at = 0;
  depth = 0;
  readonly duplicates: Duplicate[] = [];
  /** Member names seen last, by length and first letter: the next order has the same ones, and a slice is spared. */
  private readonly names: string[] = new Array(256).fill("");

  constructor(text: string) {
    this.text = text;
  }

  fail(problem: string, offset = this.at): never {
    throw new JsonError(problem, offset);
  }

  /** Skips white space and returns the code of the next character, NaN at the end. */
  peek(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++this.at);
    return code;
  }

  value(): Json {
    const code = this.peek();
    switch (code) {
      case OPEN_BRACE:
        return this.object();
      case OPEN_BRACKET: {
        const elements: Json[] = [];
        this.elements(() => elements.push(this.value()));
        return elements;
      }
      case QUOTE:
        return this.string();
      case 0x74:
        return this.word("true", true);
      case 0x66:
        return this.word("false", false);
      case 0x6e:
        return this.word("null", null);
      default:
        if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number();
        return Number.isNaN(code) ? this.fail("the text ends where a value should stand") : this.unexpected("a value");
    }
  }

  unexpected(wanted: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text[this.at]) : "the end of the text";
    return this.fail(`${found} where ${wanted} should stand`);
  }

  word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.unexpected("a value");
    this.at += word.length;
    return value;
  }

  number(): JsonNumber {
    const { text } = this;
    const start = this.at;
    let at = start;
    let code = text.charCodeAt(at);
    const negative = code === 0x2d;
    if (negative) code = text.charCodeAt(++at);
    const first = at;
    let value = 0;
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30);
      code = text.charCodeAt(++at);
    }
    const digits = at - first;
    if (digits === 0) this.fail("a minus sign without a digit", at);
    if (digits > 1 && text.charCodeAt(first) === 0x30) this.fail("a number that starts with 0", start);
    if (code !== 0x2e && code !== 0x65 && code !== 0x45) {
      this.at = at;
      if (digits <= 15) return negative ? -value : value;
      const exact = BigInt(text.slice(start, at));
      return exact >= Number.MIN_SAFE_INTEGER && exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact;
    }
    const tail = /(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
    tail.lastIndex = at;
    const length = tail.exec(text)?.[0].length ?? 0;
    const after = text.charCodeAt(at + length);
    if (length === 0 || after === 0x2e || after === 0x65 || after === 0x45) this.fail("a number that breaks off", at);
    this.at = at + length;
    return new Decimal(text.slice(start, this.at));
  }

  string(): string {
    const { text } = this;
    const start = ++this.at;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH) return this.escaped(start, at);
      if (code < 0x20) this.fail("a control character in a string", at);
      if (Number.isNaN(code)) this.fail("a string without its closing quote", start - 1);
      at++;
    }
  }

  /** The rest of a string in which a backslash was met at `at`. */
  private escaped(start: number, at: number): string {
    const { text } = this;
    let out = text.slice(start, at);
    for (let from = at; ; ) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return out + text.slice(from, at);
      }
      if (Number.isNaN(code)) this.fail("a string without its closing quote", start - 1);
      if (code < 0x20) this.fail("a control character in a string", at);
      if (code !== BACKSLASH) {
        at++;
        continue;
      }
      out += text.slice(from, at);
      const letter = text[at + 1] ?? "";
      if (letter === "u") {
        const hex = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.fail("an escape \\u without four hexadecimal digits", at);
        out += String.fromCharCode(Number.parseInt(hex, 16));
        at += 6;
      } else {
        out += ESCAPES[letter] ?? this.fail(`an unknown escape \\${letter}`, at);
        at += 2;
      }
      from = at;
    }
  }

  /** A member name; one that was met before is not cut out of the text again. */
  private name(): string {
    const { text, names } = this;
    const start = this.at + 1;
    const end = text.indexOf('"', start);
    if (end < 0) this.fail("a string without its closing quote", start - 1);
    const slot = ((end - start) * 31 + text.charCodeAt(start)) & 255;
    const known = names[slot] as string;
    if (known.length === end - start && known !== "" && text.startsWith(known, start)) {
      this.at = end + 1;
      return known;
    }
    const name = this.string();
    if (this.at === end + 1 && name.length === end - start && name.length < 64) names[slot] = name;
    return name;
  }

  object(): JsonObject {
    this.enter();
    const object: JsonObject = {};
    this.members((name, offset) => {
      const value = this.value();
      if (Object.hasOwn(object, name)) {
        const same = stringifyJson(object[name] as Json) === stringifyJson(value);
        this.duplicates.push({ name, offset, same });
      }
      // A plain assignment of __proto__ would set the prototype instead of a member.
      if (name === "__proto__")
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
      else object[name] = value;
    });
    this.depth--;
    return object;
  }

  private enter(): void {
    this.at++;
    if (++this.depth > MAX_DEPTH) this.fail(`values nested deeper than ${MAX_DEPTH}`);
  }

  /** The members up to the closing brace; the cursor stands before each value when `member` is called. */
  members(member: (name: string, offset: number) => void): void {
    if (this.peek() === CLOSE_BRACE) {
      this.at++;
      return;
    }
    for (;;) {
      if (this.peek() !== QUOTE) this.unexpected("a member name");
      const offset = this.at;
      const name = this.name();
      if (this.peek() !== COLON) this.unexpected('":"');
      this.at++;
      member(name, offset);
      const code = this.peek();
      this.at++;
      if (code === CLOSE_BRACE) return;
      if (code !== COMMA) {
        this.at--;
        this.unexpected('"," or "}"');
      }
    }
  }

  /** The elements from the opening bracket to the closing one; `element` must read one value. */
  elements(element: (index: number) => void): void {
    this.enter();
    if (this.peek() === CLOSE_BRACKET) this.at++;
    else
      for (let index = 0; ; index++) {
        element(index);
        const code = this.peek();
        this.at++;
        if (code === CLOSE_BRACKET) break;
        if (code !== COMMA) {
          this.at--;
          this.unexpected('"," or "]"');
        }
      }
    this.depth--;
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.unexpected("the end of the text");
  }
}
