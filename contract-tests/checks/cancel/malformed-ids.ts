/** Texts in the place of an orderId that are not integers (spec/rulings.md, "Texts in the place of an orderId"). */

/** It is not hexadecimal: no parser of numbers reads it. */
export const WORD = "xyz";

/** `{drawn}` is an id that no order has. */
export const MALFORMED_IDS = [
  WORD,
  "{drawn}xyz",
  "{drawn}.",
  "{drawn}.xyz",
  "undefined",
  "null",
  "NaN",
  "%ff",
  "%ca%fe",
  "x%00y",
  "%zz",
  "x".repeat(300),
] as const;

export interface SimilarText {
  /** With placeholders: see {@link fillId}. */
  readonly text: string;
  /** Whether it is disputable that it is the id, so that accepting it is advice. */
  readonly disputable?: true;
}

/** Texts that a lenient parser reads as the id of an order. */
export const SIMILAR_TEXTS: readonly SimilarText[] = [
  { text: "{id}xyz" },
  { text: "xyz{id}" },
  { text: "{id}." },
  { text: "{id}.3141592" },
  { text: "{hexadecimal}" },
  { text: "{id},{id}" },
  { text: "{grouped}" },
  { text: "{id}%0Axyz" },
  { text: "{id}%0A" },
  { text: "{arabic}" },
  { text: "{escaped-twice}" },
  { text: "+{id}", disputable: true },
  { text: "{padded}", disputable: true },
  { text: "%20{id}", disputable: true },
  { text: "{id}%20", disputable: true },
];

/**
 * `{grouped}` has an underscore before the last digit, `{arabic}` has Arabic-Indic digits, `{padded}` a leading zero,
 * `{escaped-twice}` is the id when it is decoded twice.
 */
export function fillId({ text }: SimilarText, id: bigint): string {
  const sign = id < 0n ? "-" : "";
  const digits = String(id).replace("-", "");
  const forms: Readonly<Record<string, string>> = {
    id: `${id}`,
    hexadecimal: `${sign}0x${BigInt(digits).toString(16)}`,
    grouped: `${sign}${digits.slice(0, -1)}_${digits.slice(-1)}`,
    arabic: `${sign}${digits.replace(/\d/g, (digit) => `%D9%A${digit}`)}`,
    padded: `${sign}0${digits}`,
    "escaped-twice": sign + digits.replace(/\d/g, (digit) => `%253${digit}`),
  };
  return text.replace(/\{([\w-]+)\}/g, (placeholder, name: string) => forms[name] ?? placeholder);
}
