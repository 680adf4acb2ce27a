/** Texts in the place of an orderId that a lenient parser reads as the id of an order (spec/rulings.md). */
/** With placeholders: see {@link fillId}. */
export const SIMILAR_TEXTS = [
  "{id}xyz",
  "xyz{id}",
  "{id}.",
  "{id}.3141592",
  "{hexadecimal}",
  "{id},{id}",
  "{grouped}",
  "{id}%0Axyz",
  "{id}%0A",
  "{arabic}",
  "{escaped-twice}",
  "{id}d",
  "xyz%0A{id}",
  "{id}%00x",
  "{id}%23x",
  "{id}:cancel",
  "order:{id}",
  "{id}--",
  "{grouped-by-comma}",
  "{full-width}",
];

/** Other spellings of an id, with which an order is not cancelled without a key. */
export const ID_SPELLINGS = ["/{id}", "{id}/", "{id}.json", "{escaped}"];

/** It is disputable whether they are the id, so that accepting one is advice. */
export const DISPUTABLE_TEXTS = ["+{id}", "{padded}", "%20{id}", "{id}%20", "{id}.json", "{id};v=a", "{id}%2F"];

/**
 * `{grouped}` has an underscore before the last digit, `{arabic}` has Arabic-Indic digits, `{padded}` a leading zero,
 * `{escaped-twice}` is the id when it is decoded twice.
 */
export function fillId(text: string, id: bigint): string {
  const sign = id < 0n ? "-" : "";
  const digits = String(id).replace("-", "");
  const eachDigit = (form: string) => sign + digits.replace(/\d/g, (digit) => form + digit);
  const forms: Readonly<Record<string, string>> = {
    id: `${id}`,
    hexadecimal: `${sign}0x${BigInt(digits).toString(16)}`,
    grouped: `${sign}${digits.slice(0, -1)}_${digits.slice(-1)}`,
    "grouped-by-comma": `${sign}${digits.slice(0, -1)},${digits.slice(-1)}`,
    arabic: eachDigit("%D9%A"),
    "full-width": eachDigit("%EF%BC%9"),
    padded: `${sign}0${digits}`,
    escaped: eachDigit("%3"),
    "escaped-twice": eachDigit("%253"),
  };
  return text.replace(/\{([\w-]+)\}/g, (placeholder, name: string) => forms[name] ?? placeholder);
}
