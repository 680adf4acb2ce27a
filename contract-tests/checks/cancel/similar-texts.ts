/** Texts in the place of an orderId that a lenient parser reads as the id of an order (spec/rulings.md). */
import { pendingIdFor } from "../order-ids.ts";

/** With placeholders: see {@link fillId}. */
const FOR_ONE_ORDER = [
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
];

/** Of most kinds another. */
const FOR_ANOTHER_ORDER = [
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

/** It is disputable whether they are the id, so that accepting one is advice. */
export const DISPUTABLE_TEXTS = ["+{id}", "{padded}", "%20{id}", "{id}%20", "{id}.json", "{id}%2F"];

export const SIMILAR_TEXTS: readonly string[] = [...FOR_ONE_ORDER, ...FOR_ANOTHER_ORDER, ...DISPUTABLE_TEXTS];

/** The texts, without the disputable ones, that are tried with a pending order. With two orders, each is tried once. */
export function similarTexts(id: bigint, rules: Parameters<typeof pendingIdFor>[1]): string[] {
  const one = pendingIdFor("refused", rules);
  return one === undefined || one === id ? FOR_ONE_ORDER : FOR_ANOTHER_ORDER;
}

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
