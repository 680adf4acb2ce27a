/** Finds the letters and digits of a secret in a text that shows it in a notation in which it cannot be masked. */
import { stripVTControlCharacters } from "node:util";
import { CUT } from "../../../spec/shorten.ts";

/** Texts may be escaped again, and again. */
const MAX_ROUNDS = 3;
/** One character of ASCII as URLs, JSON, JavaScript, C, HTML and JSON pointers escape it. */
const ESCAPE =
  /%([0-7][0-9a-f])|\\+(?:u00([0-7][0-9a-f])|u\{0*([0-7][0-9a-f])\}|x([0-7][0-9a-f])|([01]?[0-7]{2})|(.))|&#x0*([2-7][0-9a-f]);?|&#0*(1[01]\d|12[0-6]|[3-9]\d);?|&(amp;?|\w{1,8};)|~[01]/gi;

function unescaped(_escape: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, u, braced, x, octal, same, hex, decimal, name = ""] = groups;
  const digits = percent ?? u ?? braced ?? x ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  // Any other name stands for a character that is no letter and no digit.
  return same ?? (/^amp;?$/i.test(name) ? "&" : "");
}

/** The letters and digits of a text, in lower case: as it is, and without its escapes, of one round, of two and of three. */
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

/** True if a text shows the letters and digits of a secret in some notation, or eight of them beside a cut. */
export function showsLetters(text: string, secrets: readonly string[]): boolean {
  const isSecret = (letters: string) => secrets.some((secret) => letters.includes(secret));
  if (readingsOf(text).some(isSecret)) return true;

  // A short part without a digit may be a word.
  const isPart = (letters: string) =>
    (letters.length === LONG || (letters.length === SHORT && /\d/.test(letters))) &&
    secrets.some((secret) => secret.includes(letters));
  const pieces = text.split(CUT);
  const before = pieces.slice(0, -1).flatMap((piece) => readingsOf(piece.replace(INCOMPLETE, "")));
  const after = pieces.slice(1).flatMap(readingsOf);
  return [LONG, SHORT].some(
    (length) =>
      before.some((letters) => isPart(letters.slice(-length))) ||
      after.some((letters) => LEFT.some((at) => isPart(letters.slice(at, at + length)))),
  );
}

/** Letters and digits by which a part of a secret is known. */
const LONG = 8;
const SHORT = 6;
/** An escape that was cut. */
const INCOMPLETE = /(?:%\w?|\\+\w{0,5}|&(?:amp;)*#?\w{0,6})$/;
/** How many characters of an escape may be left behind a cut. */
const LEFT = [0, 1, 2, 3, 4, 5, 6];
