/** Every order that a careless service could read from a text that is meant to name one, or none. */
import { INT64_MAX, INT64_MIN } from "../spec/int64.ts";

/**
 * The identifiers, as integers, that a text in the place of an orderId could come to mean: decoded or not, trimmed, cut at
 * the first odd character, stripped of them, as hexadecimal, octal or exponent, without its fraction, rounded to a double,
 * wrapped to 32 or 64 bits, clamped to 64, without its sign, or 0 for what is no number.
 */
export function idReadings(text: string): Set<bigint> {
  const readings = new Set<bigint>();
  for (const form of decodings(text)) {
    if (!/^-?\d+$/.test(form)) readings.add(0n);
    for (const value of [...exactIn(form), ...roundedIn(form)]) for (const id of storedAs(value)) readings.add(id);
  }
  return readings;
}

export const low32 = (id: bigint): number => Number(BigInt.asUintN(32, id));

/** Whether a careless service could take one of these readings for an order, keeping ids exactly, as doubles or in 32 bits. */
export function mistakable(readings: ReadonlySet<bigint>): (id: bigint) => boolean {
  const doubles = new Set([...readings].map(Number));
  // 0 stands for itself, not for whatever ends in 32 zeros.
  const lows = new Set([...readings].map(low32).filter((low) => low !== 0));
  return (id) => doubles.has(Number(id)) || lows.has(low32(id));
}

/** The text, what its escapes stand for, decoded once or again, and its digits of other scripts as ASCII. */
export function decodings(text: string): string[] {
  const forms = [text];
  for (let depth = 0; depth < 3; depth++) {
    const last = forms.at(-1) ?? "";
    const next = decodeEscapes(last);
    if (next === last) break;
    forms.push(next);
  }
  return [...new Set(forms.flatMap((form) => [form, asciiDigits(form)]))];
}

/** Like decodeURIComponent, but a bad escape stays as it is instead of failing the rest. */
function decodeEscapes(text: string): string {
  const bytes = text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return bytes === text ? text : Buffer.from(bytes, "latin1").toString();
}

/** Full-width, superscript and the like by their compatibility form; other decimal digits by their place in their block. */
function asciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    for (let value = 0; value < 10; value++, zero--)
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(value);
    return digit;
  });
}

/** Decimal digits, in one piece or in several, hexadecimal and octal ones. */
function* exactIn(text: string): Generator<bigint> {
  for (const form of new Set([text, text.replace(/[\s,_'.]/g, ""), text.replace(/\D/g, "")]))
    for (const [run] of form.matchAll(/\d{1,400}/g)) yield* withSign(BigInt(run), text);
  const [, hex] = /^\s*[+-]?0x([0-9a-f]{1,64})/i.exec(text) ?? [];
  if (hex !== undefined) yield* withSign(BigInt(`0x${hex}`), text);
  const [, octal] = /^\s*[+-]?0+([0-7]{1,64})/.exec(text) ?? [];
  if (octal !== undefined) yield* withSign(BigInt(`0o${octal}`), text);
}

/** The text as a double, and what a fraction of it is rounded to. */
function* roundedIn(text: string): Generator<bigint> {
  for (const value of [Number(text), Number.parseFloat(text)])
    if (Number.isFinite(value)) for (const whole of [Math.trunc(value), Math.round(value)]) yield BigInt(whole);
}

/** A sign may be read, or dropped as an odd character. */
function withSign(value: bigint, text: string): bigint[] {
  return text.includes("-") ? [value, -value] : [value];
}

/** What becomes of an integer in a type that is too narrow for it. */
function* storedAs(value: bigint): Generator<bigint> {
  const rounded = Number(value);
  const doubles = Number.isFinite(rounded) ? [BigInt(rounded), BigInt(Number.parseInt(String(rounded), 10))] : [];
  for (const id of [value, ...doubles]) {
    yield id;
    yield BigInt.asIntN(32, id);
    yield BigInt.asUintN(32, id);
    yield BigInt.asIntN(64, id);
    if (id > INT64_MAX) yield INT64_MAX;
    if (id < INT64_MIN) yield INT64_MIN;
  }
}
