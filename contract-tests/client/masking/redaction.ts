/**
 * Finds and masks secrets in text: plain, in another letter case, percent-encoded, in JSON escapes,
 * and in base64 at any alignment. Secrets never become regular expressions.
 */
import { CLAUSES, OPEN_QUESTIONS } from "../../../spec/clauses/index.ts";
import { NOTATIONS, withoutEscapes } from "./escaped-text.ts";
import { leakError } from "./leak-error.ts";
import { lettersOf, showsLetters } from "./shown-letters.ts";

/** Replaces the key wherever we show it; a shell expands it to the key. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
export const KEY_PLACEHOLDER = "${ORDERS_API_KEY}";

/** Replaces texts that a run made from the key: what shows them in a request could break JSON. */
export const CREDENTIAL_PLACEHOLDER = "<the credential of the request>";

/** A text that must not be shown, and its replacement. */
export interface Secret {
  readonly text: string;
  readonly replacement: string;
  /**
   * True for a text that may be ordinary: we mask it only after a word such as `key` or `Bearer`.
   */
  readonly isWord?: boolean;
}

const MIN_SEARCHABLE_LENGTH = 6;
/** A shorter text does not look like a secret. */
export const MIN_SECRET_LENGTH = 8;
/** From this length on, a secret is not ordinary text even if letter case is ignored. */
const MIN_CASELESS_LENGTH = 8;

/**
 * A shorter secret, or one that is a word of reports, can be ordinary text: we mask it only after a
 * word such as `key` or `Bearer`, and do not search files for it.
 */
export const isSearchable = (secret: string): boolean =>
  secret.length >= MIN_SEARCHABLE_LENGTH && !REPORT_WORDS.includes(secret);

/**
 * True if a text is unlikely to occur by chance. A word, a number, a date or a short text can occur
 * in an answer or in our own sentences, so we do not mask it.
 */
export function looksLikeSecret(text: string): boolean {
  return text.length >= MIN_SECRET_LENGTH && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** Words of HTTP, curl and our findings, besides those of the catalogue. */
const OTHER_WORDS = `Accept Access-Control-Allow-Origin Authorization Basic Bearer Cache-Control Connection Content-Encoding
  Content-Length Content-Range Content-Type Cookie DELETE DELETES Digest HTTP/1.1 Location Method OPTIONS ORDERS_API_KEY Retry-After
  Set-Cookie Transfer-Encoding User-Agent WWW-Authenticate X-API-Key api_key access_token application/json base64 printf http://
  https://127.0.0.1 localhost absent accepted address another answer cancelled cancelling Cancelling character connection credential
  cookie credentials deployment directly evidence expected handed header headers invalid listed Listing missing operation Operation
  ordinary password pending random received refused repeated response retried service shipped unknown violated skipped unproven`;

/** Any part of this text counts as a report word. */
const REPORT_WORDS = [
  OTHER_WORDS,
  ...CLAUSES.flatMap((clause) => Object.values(clause)),
  ...OPEN_QUESTIONS.flatMap(({ id, section, question, answers }) => [
    id,
    section,
    question,
    ...Object.entries(answers).flat(),
  ]),
].join("\n");

/** `variable` is the environment variable that holds the key. */
export function keySecret(key: string, variable = "ORDERS_API_KEY"): Secret {
  return { text: key, replacement: `\${${variable}}` };
}

/**
 * Checks everything before it is written: returns the text, or throws a UserError if it has a
 * secret. A secret in it is our own bug, and an error beats a leak. `place` names the text.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[], place: string): string {
  const searched = new Redactor(secrets.filter((secret) => isSearchable(secret.text)));
  if (searched.occursIn(Buffer.from(text))) throw leakError("key-leaked", { place });
  return text;
}

/** Replaces a text that shows a secret in a form that we cannot mask. */
export const LEFT_OUT = "(left out: the API key is in it, in a form that cannot be masked)";

/** The position of a secret, in bytes. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** How many bytes we search at once, so that a long text needs little memory. */
const WINDOW_BYTES = 1 << 20;
/** The longest escape of one character: `&amp;#x005a;`. */
const MAX_EXPANSION = 12;
/** We do not look for secrets with fewer letters and digits in forms that we cannot mask. */
const MIN_LETTERS = 8;
/** A short secret counts only after such a word: elsewhere it can be ordinary text. */
const LABEL = /\b(?:bearer|token|credential|key)\b[^A-Za-z0-9]{1,3}$/i;
const LABEL_LENGTH = 16;

/**
 * A text that reveals a secret, in lower case if letter case does not matter. Each character is one
 * byte.
 */
type Form = Secret & { readonly isCaseless?: boolean; readonly needsLabel?: boolean };

export class Redactor {
  readonly #forms: Form[] = [];
  /** Letters and digits of each secret, and its bytes in hexadecimal. */
  readonly #letters: string[] = [];
  /** How many characters around the shown part we search too: a secret may cross its edges. */
  #margin = LABEL_LENGTH;

  constructor(secrets: readonly Secret[] = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: Secret): void {
    const { text } = secret;
    if (text === "") return;
    this.#forms.push(...formsOf(secret));
    this.#margin = Math.max(this.#margin, MAX_EXPANSION * text.length);
    const letters = lettersOf(text);
    if (!secret.isWord && isSearchable(text) && letters.length >= MIN_LETTERS)
      this.#letters.push(letters, Buffer.from(text).toString("hex"));
  }

  /**
   * Returns the text, or a part of it, with every secret replaced. A secret that crosses an edge of
   * the part is replaced as a whole.
   */
  text(text: string, from = 0, to = text.length): string {
    const before = text.slice(Math.max(0, from - this.#margin), from);
    const bytes = Buffer.from(before + text.slice(from, to + this.#margin));
    let at = Buffer.byteLength(before);
    const last = at + Buffer.byteLength(text.slice(from, to));
    const parts: Uint8Array[] = [];
    for (const { start, end, replacement } of this.occurrences(bytes)) {
      if (end <= at) continue;
      if (start >= last) break;
      parts.push(bytes.subarray(at, start), Buffer.from(replacement));
      at = end;
    }
    if (parts.length === 0) return text.slice(from, to);
    return Buffer.concat([...parts, bytes.subarray(at, last)]).toString();
  }

  /**
   * Like {@link text}, but returns {@link LEFT_OUT} if the text shows a secret in another notation,
   * or a part of one beside a cut.
   */
  shown(text: string, from = 0, to = text.length): string {
    const around = this.text(text, Math.max(0, from - this.#margin), to + this.#margin);
    if (this.#letters.length > 0 && showsLetters(around, this.#letters)) return LEFT_OUT;
    const isWhole = from === 0 && to >= text.length;
    return isWhole ? around : this.text(text, from, to);
  }

  occursIn(bytes: Buffer): boolean {
    return this.occurrences(bytes).next().done === false;
  }

  /** Yields occurrences in order, without overlaps. */
  private *occurrences(bytes: Buffer): Generator<Occurrence> {
    let last = 0;
    for (let from = 0; from < bytes.length; from += WINDOW_BYTES) {
      const window = bytes.toString("latin1", from, from + WINDOW_BYTES + this.#margin);
      for (const { start, end, replacement } of merged([...this.inWindow(window)])) {
        // The next window finds later ones again, as a whole.
        if (start >= WINDOW_BYTES) break;
        if (from + end <= last) continue;
        yield { start: Math.max(last, from + start), end: from + end, replacement };
        last = from + end;
      }
    }
  }

  private *inWindow(window: string): Generator<Occurrence> {
    yield* this.inText(window);
    for (const { text, offsets } of NOTATIONS.flatMap(
      (notation) => withoutEscapes(window, notation) ?? [],
    ))
      for (const { start, end, replacement } of this.inText(text))
        yield { start: offsets[start] as number, end: offsets[end] as number, replacement };
  }

  private *inText(text: string): Generator<Occurrence> {
    const lowerCase = text.toLowerCase();
    // The lower case of an escape's character may have another length.
    const caseless = lowerCase.length === text.length ? lowerCase : text;
    for (const form of this.#forms) yield* formIn(form.isCaseless ? caseless : text, form);
  }
}

function* formIn(text: string, { text: form, replacement, needsLabel }: Form) {
  for (
    let start = text.indexOf(form);
    start >= 0;
    start = text.indexOf(form, start + form.length)
  ) {
    const end = start + form.length;
    const label = text.slice(Math.max(0, start - LABEL_LENGTH), start);
    const isSecret = !needsLabel || (LABEL.test(label) && !/[A-Za-z0-9]/.test(text.charAt(end)));
    if (isSecret) yield { start, end, replacement };
  }
}

/** Sorts occurrences and merges overlaps: a part of a secret goes with the whole. */
function merged(occurrences: readonly Occurrence[]): Occurrence[] {
  const all: Occurrence[] = [];
  for (const next of occurrences.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || next.start >= last.end) all.push(next);
    else if (next.end > last.end) all[all.length - 1] = { ...last, end: next.end };
  }
  return all;
}

function formsOf({ text: secret, replacement, isWord }: Secret): Form[] {
  if (isWord || !isSearchable(secret))
    return [{ text: secret.toLowerCase(), replacement, isCaseless: true, needsLabel: true }];
  const bytes = Buffer.from(secret);
  const plain = bytes.toString("latin1");
  const isCaseless = plain.length >= MIN_CASELESS_LENGTH;
  return [
    { text: isCaseless ? plain.toLowerCase() : plain, replacement, isCaseless },
    ...base64Forms(bytes).map((text) => ({ text, replacement })),
  ];
}

/**
 * Returns texts of which one is in the base64 of any text that contains the secret. The secret can
 * start at each of the three bytes of a group; we drop the characters that depend on the bytes
 * around it, and use both alphabets (RFC 4648, sections 4 and 5).
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
