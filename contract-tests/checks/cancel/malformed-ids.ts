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
  "%ca%fe%ff",
  "%ca%ab",
  "x%00y",
  "%zz",
  "x".repeat(300),
] as const;
