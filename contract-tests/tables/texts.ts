/**
 * Texts in place of an orderId that services read as the id of an order, or cannot read
 * (spec/rulings.md).
 */
import type { Table } from "./table.ts";

/** This word is not hexadecimal: no parser of numbers reads it. */
export const WORD = "xyz";

/** Texts that are not integers. `{drawn}` stands for an id that no order has. */
export const MALFORMED_IDS: Table<string> = {
  clauses: ["cancel-malformed-refused"],
  unit: "texts",
  quiet: [WORD, "%zz", "%ca%fe%ff"],
  thorough: [
    "{drawn}.",
    "{drawn}xyz",
    "undefined",
    "{drawn}.xyz",
    "null",
    "NaN",
    "%ca%ab",
    "x%00y",
    "x".repeat(300),
  ],
};

/** Texts that a lenient parser reads as the id of an order. */
export const SIMILAR_TEXTS: Table<string> = {
  clauses: ["cancel-id-exact"],
  unit: "texts",
  usual: [
    "{id}xyz", // parseInt of JavaScript
    "xyz{id}",
    "{id}.5",
    "{id}%0Axyz",
    "{id},{id}",
    "{grouped}", // int() of Python
    "{escaped-twice}",
    "{id}:cancel",
    "order:{id}",
    "{id}--",
    "{id}%00x",
    "{id}%23x",
    "{id}d", // Double.valueOf() of Java
    "xyz%0A{id}",
    "{grouped-by-comma}",
  ],
};

/** Other spellings of the same integer, which common frameworks accept: accepting one is advice. */
export const DISPUTABLE_TEXTS: Table<string> = {
  clauses: ["auth-no-effect"],
  unit: "texts",
  usual: ["+{id}", "{hexadecimal}"],
  thorough: [
    "{id}.",
    "{padded}",
    "{id}.0",
    "{id}e0",
    "%20{id}",
    "{id}%20",
    "{id}%0A",
    "{arabic}",
    "{full-width}",
    "{id}.json",
    "{id};v=a",
    "{id}%2F",
  ],
};

/** Other spellings of an id: none of them may cancel an order without a key. */
export const ID_SPELLINGS: Table<string> = {
  clauses: ["cancel-unauthorized", "auth-no-effect"],
  unit: "texts",
  usual: ["/{id}", "{id}/"],
  thorough: ["{id}.json", "{escaped}"],
};

/**
 * Fills in the id: `{grouped}` has an underscore before the last digit, `{arabic}` has Arabic-Indic
 * digits, `{padded}` a leading zero, and `{escaped-twice}` is the id after decoding twice.
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

/**
 * Returns the number with a letter for each digit, because the policy reads digits in a query as
 * ids.
 */
export function inLetters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}
