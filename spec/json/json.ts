/**
 * Reads and writes JSON (RFC 8259) without losing a digit.
 *
 * An integer becomes a `number` if a double holds it exactly, else a `bigint`; a number with a fraction or an exponent
 * becomes a {@link Decimal}, which keeps its text. Duplicate member names are reported.
 */

/** A number with a fraction or an exponent, as it was written. */
export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  valueOf(): number {
    return Number(this.text);
  }
  toJSON(): number {
    return Number(this.text);
  }
}

type JsonNumber = number | bigint | Decimal;
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

/** Member names and element indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** Text that is not JSON, or exceeds a bound of the reader. */
export class JsonError extends SyntaxError {
  override readonly name = "JsonError";
  readonly code = "not-json";
  /** Completes the sentence "It is not JSON: …". */
  readonly problem: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  /** `bound`: whatever follows, the text is not read. `size`: it may be valid. */
  readonly kind: "syntax" | "bound" | "size";
  constructor(problem: string, offset: number, kind: JsonError["kind"] = "syntax", advice = "") {
    super(`Not JSON: ${problem}.${advice}`);
    this.problem = problem;
    this.offset = offset;
    this.kind = kind;
  }
}

/** A member name that one object has twice; `same` when both values have the same text. */
export interface Duplicate {
  readonly name: string;
  readonly offset: number;
  readonly same: boolean;
}

/** The value of a text and its duplicate member names. Throws {@link JsonError}. */
export function readJson(text: string): { value: Json; duplicates: readonly Duplicate[] } {
  const reader = new JsonReader(text);
  const value = reader.value();
  reader.end();
  return { value, duplicates: reader.duplicates };
}

/** The value of a text. Throws {@link JsonError}. */
export function parseJson(text: string): Json {
  return readJson(text).value;
}

/** Megabytes of a list that is read: an app cannot show a longer one. */
const MAX_LIST_MB = 64;
const NONE: readonly Duplicate[] = [];

/**
 * Reads an array from UTF-8 without a byte order mark, element by element: none is kept. Returns false, without a call of
 * `element`, when the root is not an array. Throws {@link JsonError}, possibly after some elements.
 */
export function readElements(
  bytes: Uint8Array,
  element: (value: Json, index: number, duplicates: readonly Duplicate[]) => void,
): boolean {
  const megabytes = Math.ceil(bytes.length / 2 ** 20);
  if (megabytes > MAX_LIST_MB)
    throw new JsonError(`${megabytes} MB, more than the ${MAX_LIST_MB} that are judged`, 0, "size");
  const reader = new JsonReader(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (reader.peek() !== OPEN_BRACKET) return false;
  reader.elements((index) => {
    const value = reader.value();
    element(value, index, reader.duplicates.length === 0 ? NONE : reader.duplicates.splice(0));
  });
  reader.end();
  return true;
}

/** The place of the value at a path in a valid text; undefined when there is none. */
export function locateJson(
  text: string,
  path: JsonPath,
): { start: number; end: number } | undefined {
  const reader = new JsonReader(text);
  let found: { start: number; end: number } | undefined;
  const descend = (depth: number): void => {
    const code = reader.peek();
    const start = reader.position;
    const step = path[depth];
    const visit = (key: string | number): void => {
      if (key === step) descend(depth + 1);
      else reader.value();
    };
    if (depth < path.length && code === OPEN_BRACKET) reader.elements(visit);
    else if (depth < path.length && code === OPEN_BRACE) reader.members(visit);
    else {
      reader.value();
      if (depth === path.length) found = { start, end: reader.position };
    }
  };
  descend(0);
  return found;
}

/** More than any number of the interface; reading many digits takes more than proportional time. */
const MAX_DIGITS = 1000;
/** Deeper than any response of the interface, and safe for the stack. */
const MAX_DEPTH = 1000;
/** Members of one object: some millions of them would take gigabytes. */
const MAX_MEMBERS = 10_000;
const [QUOTE, BACKSLASH, COMMA, COLON, CLOSE_BRACE, CLOSE_BRACKET] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x7d, 0x5d,
];
const [OPEN_BRACE, OPEN_BRACKET] = [0x7b, 0x5b];
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

/** A cursor over one text. Its fast paths matter: the gate reads lists of 100,000 orders with it. */
class JsonReader {
  text: string;
  position = 0;
  depth = 0;
  readonly duplicates: Duplicate[] = [];
  /** A cache of member names by length and first letter: every order has the same ones, so that few are sliced. */
  private readonly names: string[] = new Array(256).fill("");

  constructor(text: string) {
    this.text = text;
  }

  fail(problem: string, offset = this.position, kind: JsonError["kind"] = "syntax"): never {
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
        return this.literal("true", true);
      case 0x66:
        return this.literal("false", false);
      case 0x6e:
        return this.literal("null", null);
      default:
        if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number();
        if (Number.isNaN(code)) this.fail("the text ends where a value was expected");
        if (code === 0x3c && this.depth === 0) this.failAtTag();
        return this.unexpected("a value");
    }
  }

  /** For HTML in place of JSON. */
  private failAtTag(): never {
    const [tag] = /<[^>]{0,39}>?/.exec(this.text.slice(this.position)) ?? [];
    const advice = " Is the address or the proxy right?";
    throw new JsonError(`it begins with \`${tag}\``, this.position, "syntax", advice);
  }

  unexpected(expected: string): never {
    const found =
      this.position < this.text.length
        ? JSON.stringify(this.text[this.position])
        : "the end of the text";
    return this.fail(`${found} where ${expected} was expected`);
  }

  literal<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.position)) this.unexpected("a value");
    this.position += word.length;
    return value;
  }

  number(): JsonNumber {
    const { text } = this;
    const start = this.position;
    let position = start;
    let code = text.charCodeAt(position);
    const negative = code === 0x2d;
    if (negative) code = text.charCodeAt(++position);
    const first = position;
    let value = 0;
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30);
      code = text.charCodeAt(++position);
    }
    const digits = position - first;
    if (digits > MAX_DIGITS)
      this.fail(`a number of more than ${MAX_DIGITS} digits`, start, "bound");
    if (digits === 0) this.fail("a minus sign without a digit", position);
    if (digits > 1 && text.charCodeAt(first) === 0x30)
      this.fail("a number that starts with 0", start);
    if (code !== 0x2e && code !== 0x65 && code !== 0x45) {
      this.position = position;
      if (digits <= 15) return negative ? -value : value;
      const exact = BigInt(text.slice(start, position));
      return exact >= Number.MIN_SAFE_INTEGER && exact <= Number.MAX_SAFE_INTEGER
        ? Number(exact)
        : exact;
    }
    const tail = /(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
    tail.lastIndex = position;
    const length = tail.exec(text)?.[0].length ?? 0;
    const after = text.charCodeAt(position + length);
    if (length === 0 || after === 0x2e || after === 0x65 || after === 0x45)
      this.fail("an incomplete number", position);
    if (length > MAX_DIGITS)
      this.fail(`a number of more than ${MAX_DIGITS} digits`, start, "bound");
    this.position = position + length;
    return new Decimal(text.slice(start, this.position));
  }

  string(): string {
    const { text } = this;
    const start = ++this.position;
    let position = start;
    /** What is read up to `from`, where it differs from the text: the escapes. */
    let [read, from] = ["", start];
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === QUOTE) {
        this.position = position + 1;
        return read + text.slice(from, position);
      }
      if (code < 0x20) this.fail("a control character in a string", position);
      if (Number.isNaN(code)) this.fail("a string without its closing quote", start - 1);
      if (code !== BACKSLASH) {
        position++;
        continue;
      }
      read += text.slice(from, position);
      const letter = text[position + 1] ?? "";
      if (letter === "u") {
        const hex = text.slice(position + 2, position + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex))
          this.fail("an escape \\u without four hexadecimal digits", position);
        read += String.fromCharCode(Number.parseInt(hex, 16));
        position += 6;
      } else {
        read += ESCAPES[letter] ?? this.fail(`an unknown escape \\${letter}`, position);
        position += 2;
      }
      from = position;
    }
  }

  /** A member name, from the cache where it is the same. */
  private name(): string {
    const { text, names } = this;
    const start = this.position + 1;
    const end = text.indexOf('"', start);
    if (end < 0) this.fail("a string without its closing quote", start - 1);
    const slot = ((end - start) * 31 + text.charCodeAt(start)) & 255;
    const known = names[slot] as string;
    if (known.length === end - start && known !== "" && text.startsWith(known, start)) {
      this.position = end + 1;
      return known;
    }
    const name = this.string();
    if (this.position === end + 1 && name.length === end - start && name.length < 64)
      names[slot] = name;
    return name;
  }

  object(): JsonObject {
    const object: JsonObject = {};
    let count = 0;
    this.members((name, offset) => {
      if (++count > MAX_MEMBERS)
        this.fail(`an object of more than ${MAX_MEMBERS} members`, offset, "size");
      const value = this.value();
      if (Object.hasOwn(object, name)) {
        const same = stringifyJson(object[name] as Json) === stringifyJson(value);
        this.duplicates.push({ name, offset, same });
      }
      // A plain assignment of __proto__ would set the prototype instead of a member.
      if (name === "__proto__")
        Object.defineProperty(object, name, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      else object[name] = value;
    });
    return object;
  }

  private enter(): void {
    this.position++;
    if (++this.depth > MAX_DEPTH)
      this.fail(`values nested deeper than ${MAX_DEPTH}`, this.position - 1, "bound");
  }

  /** Reads members from the opening brace to the closing one; `member` must read one value. */
  members(member: (name: string, offset: number) => void): void {
    this.enter();
    if (this.peek() === CLOSE_BRACE) this.position++;
    else
      for (;;) {
        if (this.peek() !== QUOTE) this.unexpected("a member name");
        const offset = this.position;
        const name = this.name();
        if (this.peek() !== COLON) this.unexpected('":"');
        this.position++;
        member(name, offset);
        const code = this.peek();
        if (code !== COMMA && code !== CLOSE_BRACE) this.unexpected('"," or "}"');
        this.position++;
        if (code === CLOSE_BRACE) break;
      }
    this.depth--;
  }

  /** Reads elements from the opening bracket to the closing one; `element` must read one value. */
  elements(element: (index: number) => void): void {
    this.enter();
    if (this.peek() === CLOSE_BRACKET) this.position++;
    else
      for (let index = 0; ; index++) {
        element(index);
        const code = this.peek();
        if (code !== COMMA && code !== CLOSE_BRACKET) this.unexpected('"," or "]"');
        this.position++;
        if (code === CLOSE_BRACKET) break;
      }
    this.depth--;
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.unexpected("the end of the text");
  }
}

/** JSON text without white space: a `bigint` as its digits, a {@link Decimal} as it was written, all else as JSON.stringify writes it. */
export function stringifyJson(value: unknown): string {
  return textOf(value, "") ?? "null";
}

/** Undefined for what JSON has no text for, such as a function. */
function textOf(value: unknown, key: string): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Decimal) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((element, at) => textOf(element, `${at}`) ?? "null").join(",")}]`;
  if ("toJSON" in value && typeof value.toJSON === "function")
    return textOf(value.toJSON(key), key);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = textOf(member, name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** `orders[4711].shipDate` for `["orders", 4711, "shipDate"]`. */
export function formatPath(path: JsonPath): string {
  return path
    .map((step, depth) =>
      typeof step === "number" ? `[${step}]` : depth === 0 ? step : `.${step}`,
    )
    .join("");
}
