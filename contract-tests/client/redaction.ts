/**
 * Finds the API key in bytes and text, and replaces it: plain, reversed, in another letter case, in hexadecimal, in base64 at any
 * alignment, once or twice, in UTF-16, and each of these behind escapes. No pattern is made of a secret.
 */
import { decodings } from "./secrets/decode-escapes.ts";
import { formsOf, isSearchable, KEY_PLACEHOLDER, type Secret, type SecretForms } from "./secrets/secret-forms.ts";

export { isSearchable, KEY_PLACEHOLDER, type Secret } from "./secrets/secret-forms.ts";

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

/** Replaces secrets in bytes and text. Fast for large bodies without any. */
export class Redactor {
  private readonly secrets: readonly (Secret & { readonly forms: SecretForms | undefined })[];
  private readonly overlap: number;

  constructor(secrets: readonly Secret[]) {
    this.secrets = secrets
      .filter(({ text }) => text.length > 0)
      .map((secret) => ({ ...secret, forms: isSearchable(secret.text) ? formsOf(secret.text) : undefined }));
    this.overlap = MAX_EXPANSION * Math.max(LABEL_LENGTH, ...this.secrets.map(({ text }) => text.length));
  }

  /** Returns the same object when no secret occurs. */
  bytes(bytes: Buffer): Buffer {
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { start, end, replacement } of merged([...this.occurrences(bytes)])) {
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
    for (const { forms, text: secret, replacement } of this.secrets) {
      if (forms === undefined) yield* shortSecretIn(text, caseless, secret, replacement);
      else {
        for (const form of forms.exact) yield* allOf(form, text, replacement);
        for (const form of forms.caseless) yield* allOf(form, caseless, replacement);
      }
    }
  }
}

function* allOf(form: string, text: string, replacement: string): Generator<Occurrence> {
  for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length))
    yield { start, end: start + form.length, replacement };
}

function* shortSecretIn(text: string, caseless: string, secret: string, replacement: string): Generator<Occurrence> {
  for (const found of allOf(secret.toLowerCase(), caseless, replacement)) {
    const label = text.slice(Math.max(0, found.start - LABEL_LENGTH), found.start);
    if (LABEL.test(label) && !/[A-Za-z0-9]/.test(text.charAt(found.end))) yield found;
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

/** The API key as a secret. */
export function keySecret(key: string): Secret {
  return { text: key, replacement: KEY_PLACEHOLDER };
}

/** Replaces the API key by {@link KEY_PLACEHOLDER}. */
export function keyRedactor(key: string): Redactor {
  return new Redactor([keySecret(key)]);
}

/** Whether a text that a run writes contains a secret that can be searched for. */
export function leaksSecret(text: string, secrets: readonly Secret[]): boolean {
  return new Redactor(secrets.filter((secret) => isSearchable(secret.text))).occursIn(Buffer.from(text));
}
