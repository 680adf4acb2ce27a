/** Shortens texts from outside. The mark of a cut tells a Redactor where only a part of a secret may be left. */

export const CUT = "…";

/** UTF-16 units of a text that a sentence quotes. */
const MAX_QUOTED = 80;

/** The beginning of a text that has more than `max` UTF-16 units. */
export function shorten(text: string, max = MAX_QUOTED): string {
  return text.length > max ? `${text.slice(0, max - CUT.length)}${CUT}` : text;
}

/** The beginning and the end of a text that has more than `max` UTF-16 units. */
export function shortenInside(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.floor((max - CUT.length) / 2);
  return `${text.slice(0, max - CUT.length - end)}${CUT}${text.slice(-end)}`;
}

/** UTF-16 units of a text in a finding or in a log. */
const MAX_TEXT = 2_048;

/** The beginning and the end of a text of more than 2 KB, with the length of what is left out. */
export function shortenMiddle(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const half = MAX_TEXT / 2;
  const left = (text.length - MAX_TEXT).toLocaleString("en");
  return `${text.slice(0, half)}${CUT}(${left} characters left out)${CUT}${text.slice(-half)}`;
}
