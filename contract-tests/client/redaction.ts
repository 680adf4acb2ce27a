/**
 * Finds secrets in bytes and text, and replaces them: as they are, in another letter case, percent-encoded, in escapes of JSON, and in
 * base64 at any alignment. Secrets never become regular expressions.
 */
import { CLAUSES, SILENCES } from "../../spec/clauses/index.ts";
import { runError } from "../errors/run.ts";
import { decode, NOTATIONS } from "./escaped-text.ts";

/** Replaces the key in everything that is shown; a shell expands it to the key. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
export const KEY_PLACEHOLDER = "${ORDERS_API_KEY}";

/** Replaces what a run has made of the key: the text by which a request shows it could make JSON invalid. */
export const CREDENTIAL_PLACEHOLDER = "<the credential of the request>";

/** A text that must not be shown, and its replacement. */
export interface Secret {
  readonly text: string;
  readonly replacement: string;
}

const MIN_SEARCHABLE_LENGTH = 6;
/** A text that looks like a secret has at least this many characters. */
export const MIN_SECRET_LENGTH = 8;
/** From this length on, a secret in other letter cases is not an ordinary text either. */
const MIN_CASELESS_LENGTH = 8;

/**
 * A shorter secret, and one that is a word of reports, can be ordinary text: it is masked only after a word such as `key` or
 * `Bearer`, and files are not searched for it.
 */
export const isSearchable = (secret: string): boolean =>
  secret.length >= MIN_SEARCHABLE_LENGTH && !REPORT_WORDS.includes(secret);

/** A word, a number, a date or a short text can occur in an answer, or in our own words, by itself: then it is not masked. */
export function looksLikeSecret(text: string): boolean {
  return text.length >= MIN_SECRET_LENGTH && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** Besides those of the catalogue: of HTTP, curl and the sentences of findings. */
const OTHER_WORDS = `Accept Access-Control-Allow-Origin Authorization Basic Bearer Cache-Control Connection Content-Encoding
  Content-Length Content-Range Content-Type Cookie DELETE DELETES Digest HTTP/1.1 Location Method OPTIONS ORDERS_API_KEY Retry-After
  Set-Cookie Transfer-Encoding User-Agent WWW-Authenticate X-API-Key api_key access_token application/json base64 printf http://
  https://127.0.0.1 localhost absent accepted address another answer cancelled cancelling Cancelling character connection credential
  cookie credentials deployment directly evidence expected handed header headers invalid listed Listing missing operation Operation
  ordinary password pending random received refused repeated response retried service shipped unknown violated skipped unproven`;

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

/** True if a text that a run writes contains a secret that can be searched for. */
function leaksSecret(text: string, secrets: readonly Secret[]): boolean {
  return searchableRedactor(secrets).occursIn(Buffer.from(text));
}

/**
 * The guard in front of everything that is written: the text itself, or a UserError if a secret is in it. That is a fault of ours, and
 * an error in place of a leak. `place` names the text.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[], place: string): string {
  if (leaksSecret(text, secrets)) throw runError("key-leaked", { place });
  return text;
}

/** Masks only secrets that are no ordinary text. */
export function searchableRedactor(secrets: readonly Secret[]): Redactor {
  return new Redactor(secrets.filter(({ text }) => isSearchable(text)));
}

/** A secret with fewer letters and digits is not looked for in forms that cannot be masked. */
const MIN_LETTERS = 8;
/** Replacements that encoders write, and the characters that they replace. */
const ESCAPES =
  /%(?:25)*[0-9a-f]{2}|\\+(?:u\{?0*[0-9a-f]{2,4}\}?|x[0-9a-f]{2}|[0-7]{1,3}|.)|&(?:amp;)*#?\w{1,8};|[^a-z0-9]/gi;

/** True if a text shows the letters and digits of a secret, in a form that a {@link Redactor} does not know, such as references of HTML. */
export function echoesSecret(text: string, secrets: readonly Secret[]): boolean {
  const shown = text.replace(ESCAPES, "").toLowerCase();
  return secrets.some((secret) => {
    if (!isSearchable(secret.text)) return false;
    const letters = secret.text.replace(/[^a-z0-9]/gi, "").toLowerCase();
    const hex = Buffer.from(secret.text).toString("hex");
    return letters.length >= MIN_LETTERS && (shown.includes(letters) || shown.includes(hex));
  });
}

/**
 * Occurrences that are masked one by one; an occurrence counts once for each reading of the text that shows it, of which there are
 * three. With more, bytes are masked as a whole: memory does not grow with their number.
 */
const MAX_OCCURRENCES = 12_000;
/** Stands for bytes that are masked as a whole. */
export const MASKED_WHOLE: Buffer = Buffer.from(
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
/** The longest escape of one character: `\u002b`. */
const MAX_EXPANSION = 6;
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
    for (const { text, offsets } of NOTATIONS.flatMap((notation) => decode(window, notation) ?? []))
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
  const isCaseless = plain.length >= MIN_CASELESS_LENGTH;
  return [
    { text: isCaseless ? plain.toLowerCase() : plain, replacement, isCaseless },
    ...base64Forms(bytes).map((text) => ({ text, replacement })),
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
