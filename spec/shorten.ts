/** Shortens texts from outside. The cut mark tells a Redactor where part of a secret may remain. */

export const CUT = "…";

/** Longest quoted text in a sentence, in UTF-16 units. */
const MAX_QUOTED = 80;

/** Keeps the beginning of a text longer than `max` UTF-16 units. */
export function shorten(text: string, max = MAX_QUOTED): string {
  return text.length > max ? `${text.slice(0, max - CUT.length)}${CUT}` : text;
}

/** Keeps the beginning and the end of a text longer than `max` UTF-16 units. */
export function shortenInside(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.floor((max - CUT.length) / 2);
  return `${text.slice(0, max - CUT.length - end)}${CUT}${text.slice(-end)}`;
}

/** Longest text in a finding or a log, in UTF-16 units. */
const MAX_TEXT = 2_048;

/** Keeps the beginning and the end of a text longer than 2 KB, and says how much is left out. */
export function shortenMiddle(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const half = MAX_TEXT / 2;
  const left = (text.length - MAX_TEXT).toLocaleString("en");
  return `${text.slice(0, half)}${CUT}(${left} characters left out)${CUT}${text.slice(-half)}`;
}
