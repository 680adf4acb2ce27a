/** Text of a deployment in a limited length. Lengths are in UTF-16 units. */
import { escapeLine } from "../client/escape-text.ts";

const MAX_LINE = 160;

/** One line, safe to print. */
export function shortLine(text: string): string {
  return truncate(escapeLine(text), MAX_LINE);
}

export function truncate(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** Keeps the end of the text. */
export function truncateStart(text: string, limit: number): string {
  return text.length > limit ? `…${text.slice(text.length - limit + 1)}` : text;
}
