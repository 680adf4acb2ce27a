/** The ids that a careless service could read from a text in place of an orderId. */
import { INT64_MAX, INT64_MIN, isInt64 } from "../../spec/schema/integers.ts";

/**
 * Returns all ids that a text may be read as: decoded or not, each run of its digits, all digits
 * together, the digits of other scripts, in hexadecimal, octal or exponent form, without its
 * fraction, rounded to a double, wrapped to 32 or 64 bits, clamped to 64 bits, without its sign;
 * with `_` as any digit, as in SQL. A parser may also return 0 for a text that it cannot read; that
 * 0 is not included.
 */
export function idInterpretations(text: string): Set<bigint> {
  const interpretations = new Set<bigint>();
  for (const form of decodedForms(text))
    for (const value of [...exactIntegers(form), ...roundedIntegers(form)])
      for (const id of narrowedIntegers(value)) if (isInt64(id)) interpretations.add(id);
  return interpretations;
}

/** True if the decoded text has a digit of any script. */
export function hasDigit(text: string): boolean {
  return /\d/.test(decodedForms(text).at(-1) ?? "");
}

export const low32 = (id: number | bigint): number =>
  typeof id === "number" ? id >>> 0 : Number(BigInt.asUintN(32, id));

/**
 * Returns a test that an id equals one of the interpretations as a double or in its lower 32 bits.
 */
export function confusableWith(
  interpretations: ReadonlySet<bigint>,
): (id: number | bigint) => boolean {
  const doubles = new Set([...interpretations].map(Number));
  // Without this exception, 0 could be confused with every multiple of 2^32.
  const lows = new Set([...interpretations].map(low32).filter((low) => low !== 0));
  return (id) => doubles.has(Number(id)) || lows.has(low32(id));
}

/**
 * Returns the text and its percent-decoded forms, decoded up to three times; each also with the
 * digits of other scripts replaced by ASCII digits.
 */
export function decodedForms(text: string): string[] {
  const forms = [text];
  for (let depth = 0; depth < 3; depth++) {
    const last = forms.at(-1) ?? "";
    const next = decodeEscapes(last);
    if (next === last) break;
    forms.push(next);
  }
  return [...new Set(forms.flatMap((form) => [form, asciiDigits(form)]))];
}

/** Unlike decodeURIComponent, keeps an invalid escape as it is. */
function decodeEscapes(text: string): string {
  const bytes = text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return bytes === text ? text : Buffer.from(bytes, "latin1").toString();
}

/**
 * Replaces full-width and superscript digits by their compatibility form (NFKC), others by their
 * position in their Unicode block.
 */
function asciiDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    for (let value = 0; value < 10; value++, zero--)
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(value);
    return digit;
  });
}

/**
 * Yields runs of decimal digits, with and without the characters between them, and hexadecimal and
 * octal numbers.
 */
function* exactIntegers(text: string): Generator<bigint> {
  for (const form of new Set([text, text.replace(/[\s,_'.]/g, ""), text.replace(/\D/g, "")]))
    for (const [run] of form.matchAll(/\d{1,400}/g)) yield* withEitherSign(BigInt(run), text);
  if (/^-?\d+_\d+$/.test(text))
    for (let digit = 0; digit < 10; digit++) yield BigInt(text.replace("_", String(digit)));
  // Digits without a hexadecimal letter are decimal: otherwise the exact id of an order could also
  // be read as another one.
  const [, hex] = /^\s*[+-]?(?:0x|(?=\d*[a-f]))([0-9a-f]{1,64})/i.exec(text) ?? [];
  if (hex !== undefined) yield* withEitherSign(BigInt(`0x${hex}`), text);
  const [, octal] = /^\s*[+-]?(0[0-7]{0,64})/.exec(text) ?? [];
  if (octal !== undefined) yield* withEitherSign(BigInt(`0o${octal}`), text);
}

/** Yields the text as a double, truncated and rounded. */
function* roundedIntegers(text: string): Generator<bigint> {
  for (const value of [Number(text), Number.parseFloat(text)])
    if (Number.isFinite(value))
      for (const integer of [Math.trunc(value), Math.round(value)]) yield BigInt(integer);
}

/** Returns both signs for a text with a minus sign, which a service may ignore. */
function withEitherSign(value: bigint, text: string): bigint[] {
  return text.includes("-") ? [value, -value] : [value];
}

/** Yields the integer as types that cannot hold it store it: a double, 32 or 64 bits. */
function* narrowedIntegers(value: bigint): Generator<bigint> {
  const double = Number(value);
  const doubles = Number.isFinite(double)
    ? [BigInt(double), BigInt(Number.parseInt(String(double), 10))]
    : [];
  for (const id of [value, ...doubles]) {
    yield id;
    yield BigInt.asIntN(32, id);
    yield BigInt.asUintN(32, id);
    yield BigInt.asIntN(64, id);
    // Beyond the limits, some conversions return the nearest value, others the least one.
    if (id > INT64_MAX) yield* [INT64_MAX, INT64_MIN];
    if (id < INT64_MIN) yield INT64_MIN;
  }
  // JavaScript prints a double with other digits than its exact value has.
  if (Math.abs(double) < 1e21) yield BigInt(String(double));
}
