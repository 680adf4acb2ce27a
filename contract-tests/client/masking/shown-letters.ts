/**
 * Finds the letters and digits of a secret in a text that shows it in a form that we cannot mask.
 */
import { stripVTControlCharacters } from "node:util";
import { CUT } from "../../../spec/shorten.ts";

/** A text may be escaped several times. */
const MAX_ROUNDS = 3;
/** One ASCII character as escaped in URLs, JSON, JavaScript, C, HTML and JSON pointers. */
const ESCAPE =
  /%([0-7][0-9a-f])|\\+(?:u00([0-7][0-9a-f])|u\{0*([0-7][0-9a-f])\}|x([0-7][0-9a-f])|([01]?[0-7]{2})|(.))|&#x0*([2-7][0-9a-f]);?|&#0*(1[01]\d|12[0-6]|[3-9]\d);?|&(amp;?|\w{1,8};)|~[01]/gi;

function unescaped(_escape: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, u, braced, x, octal, same, hex, decimal, name = ""] = groups;
  const digits = percent ?? u ?? braced ?? x ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  // Any other name is a character that is neither a letter nor a digit.
  return same ?? (/^amp;?$/i.test(name) ? "&" : "");
}

/**
 * Returns the letters and digits of a text in lower case: as it is, and after each round of
 * removing escapes.
 */
function readingsOf(text: string): readonly string[] {
  const readings = [stripVTControlCharacters(text)];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = readings.at(-1)!;
    const after = stripVTControlCharacters(before.replace(ESCAPE, unescaped));
    if (after === before) break;
    readings.push(after);
  }
  return readings.map(lettersOf);
}

export function lettersOf(text: string): string {
  return text.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/**
 * True if a text shows the letters and digits of a secret in some notation, or eight of them beside
 * a cut.
 */
export function showsLetters(text: string, secrets: readonly string[]): boolean {
  const isSecret = (letters: string) => secrets.some((secret) => letters.includes(secret));
  if (readingsOf(text).some(isSecret)) return true;

  // A short part without a digit may be a word.
  const isPart = (letters: string) =>
    (letters.length === LONG || (letters.length === SHORT && /\d/.test(letters))) &&
    secrets.some((secret) => secret.includes(letters));
  const pieces = text.split(CUT);
  const before = pieces.slice(0, -1).flatMap((piece) => readingsOf(piece.replace(CUT_ESCAPE, "")));
  const after = pieces.slice(1).flatMap(readingsOf);
  return [LONG, SHORT].some(
    (length) =>
      before.some((letters) => isPart(letters.slice(-length))) ||
      after.some((letters) => LEFT.some((at) => isPart(letters.slice(at, at + length)))),
  );
}

/** How many letters and digits identify a part of a secret. */
const LONG = 8;
const SHORT = 6;
/** An escape that a cut has broken. */
const CUT_ESCAPE = /(?:%\w?|\\+\w{0,5}|&(?:amp;)*#?\w{0,6})$/;
/** How many characters of a broken escape a cut may leave behind. */
const LEFT = [0, 1, 2, 3, 4, 5, 6];
