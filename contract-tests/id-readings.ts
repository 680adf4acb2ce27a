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
    for (const value of integersIn(form)) for (const id of storedAs(value)) readings.add(id);
  }
  return readings;
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

function* integersIn(text: string): Generator<bigint> {
  for (const form of new Set([text, text.replace(/[\s,_'.]/g, ""), text.replace(/\D/g, "")])) {
    for (const [run] of form.matchAll(/\d{1,400}/g)) yield BigInt(run);
  }
  const trimmed = text.trim();
  const [, hex] = /^[+-]?0x([0-9a-f]{1,64})/i.exec(trimmed) ?? [];
  if (hex !== undefined) yield BigInt(`0x${hex}`);
  const [, octal] = /^[+-]?0+([0-7]{1,64})/.exec(trimmed) ?? [];
  if (octal !== undefined) yield BigInt(`0o${octal}`);
  for (const value of [Number(trimmed), Number.parseFloat(trimmed)]) {
    if (Number.isFinite(value)) for (const whole of [Math.trunc(value), Math.round(value)]) yield BigInt(whole);
  }
}

/** What becomes of an integer in a type that is too narrow for it, and without its sign. */
function* storedAs(value: bigint): Generator<bigint> {
  yield value;
  yield -value;
  const rounded = Number(value);
  if (Number.isFinite(rounded)) {
    yield BigInt(rounded);
    yield BigInt(Number.parseInt(String(rounded), 10));
  }
  yield BigInt.asIntN(32, value);
  yield BigInt.asUintN(32, value);
  yield BigInt.asIntN(64, value);
  if (value > INT64_MAX) yield INT64_MAX;
  if (value < INT64_MIN) yield INT64_MIN;
}
