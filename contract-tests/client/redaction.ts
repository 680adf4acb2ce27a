/**
 * Finds the API key in bytes and text, and replaces it: plain, in another letter case, in hexadecimal, in base64 at any alignment, once
 * or twice, and each of these behind escapes, once or twice. Secrets never become regular expressions.
 */
import { CLAUSES, SILENCES } from "../../spec/clauses/index.ts";

/** Replaces the key in everything that is shown; a shell expands it to the key. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
export const KEY_PLACEHOLDER = "${ORDERS_API_KEY}";

/** A text that must not be shown, and its replacement. */
export interface Secret {
  readonly text: string;
  readonly replacement: string;
}

const MIN_SEARCHABLE_LENGTH = 6;
/** From this length on, a secret in other letter cases is not an ordinary text either. */
const MIN_CASELESS_LENGTH = 8;

/**
 * A shorter secret, and one that is a word of reports, can be ordinary text: it is masked only after a word such as `key` or
 * `Bearer`, and files are not searched for it.
 */
export const isSearchable = (secret: string): boolean =>
  secret.length >= MIN_SEARCHABLE_LENGTH && !REPORT_WORDS.includes(secret);

/** Besides those of the catalogue: of HTTP, curl and the sentences of findings. */
const OTHER_WORDS = `Accept Access-Control-Allow-Origin Authorization Basic Bearer Cache-Control Connection Content-Encoding
  Content-Length Content-Range Content-Type Cookie DELETE DELETES Digest HTTP/1.1 Location Method OPTIONS ORDERS_API_KEY Retry-After
  Set-Cookie Transfer-Encoding User-Agent WWW-Authenticate X-API-Key api_key access_token application/json base64 printf http://
  https://127.0.0.1 localhost absent accepted address another answer cancelled cancelling Cancelling character connection credential
  cookie credentials deployment directly evidence expected handed header headers invalid listed Listing missing operation Operation
  ordinary password pending random received refused repeated response retried service shipped unknown violated withheld skipped unproven`;

/** A part of a word counts as one. */
const REPORT_WORDS = [
  OTHER_WORDS,
  ...CLAUSES.flatMap((clause) => Object.values(clause)),
  ...SILENCES.flatMap(({ id, section, question, answers }) => [
    id,
    section,
    question,
    ...Object.entries(answers).flat(),
  ]),
].join("\n");

/** The API key as a secret. */
export function keySecret(key: string): Secret {
  return { text: key, replacement: KEY_PLACEHOLDER };
}

/** Whether a text that a run writes contains a secret that can be searched for. */
export function leaksSecret(text: string, secrets: readonly Secret[]): boolean {
  return new Redactor(secrets.filter((secret) => isSearchable(secret.text))).occursIn(
    Buffer.from(text),
  );
}

/**
 * Occurrences that are masked one by one; an occurrence counts once for each reading of the text that shows it, of which there are at
 * most six. With more, bytes are masked as a whole: memory does not grow with their number.
 */
const MAX_OCCURRENCES = 24_000;
/** Stands for bytes that are masked as a whole. */
export const MASKED_WHOLE = Buffer.from(
  "(masked as a whole: a secret is in it thousands of times)",
);

/** Where a secret is, in bytes. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Bytes that are searched at once: a body of 100 MB is not copied to a string. */
const WINDOW_BYTES = 1 << 20;
/** The longest escape of one character, such as `&#0000043;`, and of a character in base64, twice. */
const MAX_EXPANSION = 16;
/** A short secret is one after such a word: it can be ordinary text elsewhere. */
const LABEL = /\b(?:bearer|token|credential|key)\b[^A-Za-z0-9]{1,3}$/i;
const LABEL_LENGTH = 16;

/** A text by which a secret is found, in lower case where letter case does not matter. One character stands for a byte. */
type Form = Secret & { readonly isCaseless?: boolean; readonly needsLabel?: boolean };

/** Replaces secrets in bytes and text. Fast for large bodies without any. */
export class Redactor {
  private readonly forms: readonly Form[];
  private readonly overlap: number;

  constructor(secrets: readonly Secret[]) {
    this.forms = secrets.filter(({ text }) => text.length > 0).flatMap(formsOf);
    this.overlap =
      MAX_EXPANSION * Math.max(LABEL_LENGTH, ...secrets.map(({ text }) => text.length));
  }

  /** Returns the same object when no secret occurs, and {@link MASKED_WHOLE} when there are too many. */
  bytes(bytes: Buffer): Buffer {
    const found: Occurrence[] = [];
    for (const occurrence of this.occurrences(bytes)) {
      if (found.length === MAX_OCCURRENCES) return MASKED_WHOLE;
      found.push(occurrence);
    }

    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { start, end, replacement } of merged(found)) {
      parts.push(bytes.subarray(from, start), Buffer.from(replacement));
      from = end;
    }
    return from === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
  }

  text(text: string): string {
    const bytes = Buffer.from(text);
    const masked = this.bytes(bytes);
    return masked === bytes ? text : masked.toString();
  }

  occursIn(bytes: Buffer): boolean {
    return this.occurrences(bytes).next().done === false;
  }

  private *occurrences(bytes: Buffer): Generator<Occurrence> {
    for (let from = 0; ; from += WINDOW_BYTES) {
      const window = bytes.toString("latin1", from, from + WINDOW_BYTES + this.overlap);
      for (const { start, end, replacement } of this.inWindow(window))
        yield { start: from + start, end: from + end, replacement };
      if (from + WINDOW_BYTES + this.overlap >= bytes.length) return;
    }
  }

  private *inWindow(window: string): Generator<Occurrence> {
    yield* this.inText(window);
    for (const { text, offsets } of decodings(window))
      for (const { start, end, replacement } of this.inText(text))
        yield { start: offsets[start] as number, end: offsets[end] as number, replacement };
  }

  private *inText(text: string): Generator<Occurrence> {
    const lowerCase = text.toLowerCase();
    // A character of an escape may have a lower case of another length.
    const caseless = lowerCase.length === text.length ? lowerCase : text;
    for (const { text: form, replacement, isCaseless, needsLabel } of this.forms) {
      const searched = isCaseless ? caseless : text;
      for (
        let start = searched.indexOf(form);
        start >= 0;
        start = searched.indexOf(form, start + form.length)
      ) {
        const end = start + form.length;
        const label = text.slice(Math.max(0, start - LABEL_LENGTH), start);
        const isSecret =
          !needsLabel || (LABEL.test(label) && !/[A-Za-z0-9]/.test(text.charAt(end)));
        if (isSecret) yield { start, end, replacement };
      }
    }
  }
}

/** In order, without overlaps: a part of a secret is replaced with it. */
function merged(occurrences: readonly Occurrence[]): Occurrence[] {
  const all: Occurrence[] = [];
  for (const next of occurrences.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || next.start >= last.end) all.push(next);
    else if (next.end > last.end) all[all.length - 1] = { ...last, end: next.end };
  }
  return all;
}

function formsOf({ text: secret, replacement }: Secret): Form[] {
  if (!isSearchable(secret))
    return [{ text: secret.toLowerCase(), replacement, isCaseless: true, needsLabel: true }];
  const bytes = Buffer.from(secret);
  const plain = bytes.toString("latin1");
  const once = base64Forms(bytes);
  const exact = [plain, ...once, ...once.flatMap((form) => base64Forms(Buffer.from(form)))];
  const caseless = [bytes.toString("hex"), ...(plain.length >= MIN_CASELESS_LENGTH ? [plain] : [])];
  return [
    ...exact.map((text) => ({ text, replacement })),
    ...caseless.map((text) => ({ text: text.toLowerCase(), replacement, isCaseless: true })),
  ];
}

/**
 * Base64 of a text with the secret contains one of these texts: one for each of the three bytes of a group at which the secret
 * can start, without the characters that depend on the bytes around it, in both alphabets (RFC 4648, sections 4 and 5).
 */
function base64Forms(secret: Buffer): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bits = (before + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(before), secret]).toString("base64");
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });
  const urlSafe = forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...forms, ...urlSafe])].filter(
    (form) => form.length >= MIN_SEARCHABLE_LENGTH,
  );
}

/** Text without its escapes, and where each character of it stands in the text. */
interface DecodedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, its offset in the text that was decoded; one more for the end. */
  readonly offsets: Uint32Array;
}

const HEX = "[0-9A-Fa-f]";
const PERCENT = `%u${HEX}{4}|%${HEX}{2}`;
const BACKSLASH = String.raw`\\(?:u${HEX}{4}|u\{0{0,8}${HEX}{1,4}\}|U0000${HEX}{4}|x${HEX}{2}|[0-3]?[0-7]{1,2}|[^uUx])`;
const REFERENCE = `&(?:#[xX]0{0,8}${HEX}{1,4};?|#0{0,8}[0-9]{1,5};?|[A-Za-z]{2,6};)`;

/** Percent-encoding; escapes of JSON, JavaScript, C and Python; character references of HTML. */
const NOTATIONS = [PERCENT, BACKSLASH, REFERENCE].map((notation) => new RegExp(notation, "g"));
const ALL_NOTATIONS = new RegExp(`${PERCENT}|${BACKSLASH}|${REFERENCE}`, "g");

/** The names of ASCII punctuation in HTML. */
const REFERENCES = new Map(
  Object.entries({
    ...{
      excl: "!",
      quot: '"',
      num: "#",
      dollar: "$",
      percnt: "%",
      amp: "&",
      apos: "'",
      lpar: "(",
      rpar: ")",
    },
    ...{
      ast: "*",
      plus: "+",
      comma: ",",
      period: ".",
      sol: "/",
      colon: ":",
      semi: ";",
      lt: "<",
      equals: "=",
    },
    ...{
      gt: ">",
      quest: "?",
      commat: "@",
      lsqb: "[",
      lbrack: "[",
      bsol: "\\",
      rsqb: "]",
      rbrack: "]",
      hat: "^",
    },
    ...{
      lowbar: "_",
      grave: "`",
      lcub: "{",
      lbrace: "{",
      verbar: "|",
      vert: "|",
      rcub: "}",
      rbrace: "}",
    },
  }),
);

/** The text as each reader of one notation has it, and as readers of all have it, once and twice. */
function* decodings(text: string): Generator<DecodedText> {
  const single = NOTATIONS.flatMap((notation) => decode(text, notation) ?? []);
  yield* single;
  const once = single.length < 2 ? single[0] : decode(text, ALL_NOTATIONS);
  if (once === undefined) return;
  if (single.length > 1) yield once;
  const twice = decode(once.text, ALL_NOTATIONS);
  if (twice !== undefined)
    yield { text: twice.text, offsets: twice.offsets.map((at) => once.offsets[at] as number) };
}

/** Undefined for a text without escapes. Each escape costs some hundred nanoseconds: a body may have nothing else. */
function decode(text: string, notation: RegExp): DecodedText | undefined {
  if (text.search(notation) < 0) return undefined;
  const decoded = Buffer.allocUnsafe(text.length);
  const offsets = new Uint32Array(text.length + 1);
  let length = 0;
  let from = 0;
  const copyTo = (end: number): void => {
    for (; from < end; from++) {
      decoded[length] = text.charCodeAt(from);
      offsets[length++] = from;
    }
  };

  for (const { 0: sequence, index } of text.matchAll(notation)) {
    const code = codeOf(sequence);
    if (code === undefined) continue;
    copyTo(index);
    // A character beyond a byte is in no key.
    decoded[length] = Math.min(code, 0xff);
    offsets[length++] = index;
    from = index + sequence.length;
  }

  copyTo(text.length);
  offsets[length] = text.length;
  return { text: decoded.toString("latin1", 0, length), offsets: offsets.subarray(0, length + 1) };
}

/** The character that an escape stands for; undefined for a name that is none of ASCII. */
function codeOf(sequence: string): number | undefined {
  const second = sequence.charAt(1);
  const third = sequence.charAt(2);
  switch (sequence.charAt(0)) {
    case "%":
      return Number.parseInt(sequence.slice(second === "u" ? 2 : 1), 16);
    case "&":
      if (second !== "#") return REFERENCES.get(sequence.slice(1, -1).toLowerCase())?.charCodeAt(0);
      return /[xX]/.test(third)
        ? Number.parseInt(sequence.slice(3), 16)
        : Number.parseInt(sequence.slice(2), 10);
    default:
      if (/[uUx]/.test(second)) return Number.parseInt(sequence.slice(third === "{" ? 3 : 2), 16);
      return /[0-7]/.test(second) ? Number.parseInt(sequence.slice(1), 8) : sequence.charCodeAt(1);
  }
}
