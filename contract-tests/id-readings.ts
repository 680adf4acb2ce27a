/** Every order that a careless service could read from a text that is meant to name one, or none. */
import { INT64_MAX, INT64_MIN } from "../spec/int64.ts";

/**
 * The identifiers, as integers, that a text in the place of an orderId could come to mean: decoded or not, trimmed, cut at
 * the first odd character, stripped of them, as hexadecimal, octal or exponent, without its fraction, rounded to a double,
 * wrapped to 32 or 64 bits, clamped to 64, without its sign, or 0 for what is no number.
 */
export interface IdReadings {
  /** The integers that the text writes, in whatever notation: a service may keep ids in a narrower type than it reads. */
  readonly written: ReadonlySet<bigint>;
  /** Those, and whatever else becomes of them. */
  readonly all: ReadonlySet<bigint>;
}

export function idReadings(text: string): IdReadings {
  const written = new Set<bigint>();
  const all = new Set<bigint>();
  for (const form of decodings(text)) {
    if (!/^-?\d+$/.test(form)) all.add(0n);
    const rounded = [...roundedIn(form)];
    for (const value of exactIn(form)) written.add(value);
    // Beyond 2^53 these are roundings of what was written, which end in many zeros.
    for (const value of rounded) if (Number.isSafeInteger(Number(value))) written.add(value);
    for (const value of [...written, ...rounded]) for (const id of storedAs(value)) all.add(id);
  }
  return { written, all };
}

/** Both: what either of two texts could come to mean. */
export function joinReadings(one: IdReadings, other: IdReadings): IdReadings {
  return { written: new Set([...one.written, ...other.written]), all: new Set([...one.all, ...other.all]) };
}

export const magnitude = (id: bigint): bigint => (id < 0n ? -id : id);
export const low32 = (id: bigint): number => Number(BigInt.asUintN(32, id));

/**
 * Whether a careless service could take the text for an order: for one of its readings, for what is the same as one of them
 * in 32 bits, or for what is the same double as a number that the text writes. The sign does not count.
 */
export function mistakable({ written, all }: IdReadings): (id: bigint) => boolean {
  const exact = new Set([...all].map(magnitude));
  const doubles = new Set([...written].map(Number));
  // 0 stands for itself, not for whatever ends in 32 zeros.
  const lows = new Set([...all].flatMap((id) => [low32(id), low32(-id)]).filter((low) => low !== 0));
  return (id) => {
    const size = magnitude(id);
    return exact.has(size) || doubles.has(Number(size)) || lows.has(low32(size));
  };
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
    for (const [run] of form.matchAll(/\d{1,400}/g)) yield BigInt(run);
  const [, hex] = /^\s*[+-]?0x([0-9a-f]{1,64})/i.exec(text) ?? [];
  if (hex !== undefined) yield BigInt(`0x${hex}`);
  const [, octal] = /^\s*[+-]?0+([0-7]{1,64})/.exec(text) ?? [];
  if (octal !== undefined) yield BigInt(`0o${octal}`);
}

/** The text as a double, and what a fraction of it is rounded to. */
function* roundedIn(text: string): Generator<bigint> {
  for (const value of [Number(text), Number.parseFloat(text)])
    if (Number.isFinite(value)) for (const whole of [Math.trunc(value), Math.round(value)]) yield BigInt(whole);
}

/** What becomes of an integer in a type that is too narrow for it, with either sign. */
function* storedAs(value: bigint): Generator<bigint> {
  const rounded = Number(value);
  const doubles = Number.isFinite(rounded) ? [BigInt(rounded), BigInt(Number.parseInt(String(rounded), 10))] : [];
  for (const exact of [value, ...doubles]) {
    for (const id of [exact, -exact]) {
      yield id;
      yield BigInt.asIntN(32, id);
      yield BigInt.asUintN(32, id);
      yield BigInt.asIntN(64, id);
      if (id > INT64_MAX) yield INT64_MAX;
      if (id < INT64_MIN) yield INT64_MIN;
    }
  }
}
