/** Ids and texts in the place of an orderId that services confuse with the id of an order, or cannot read (spec/rulings.md). */
import { INT64_MAX, INT64_MIN, integerValue, isInt64 } from "../../spec/schema/integers.ts";
import type { OrderList } from "../assertions/order-list.ts";

/** The largest id in 32 bits. */
export const MAX_INT32 = 2n ** 31n - 1n;

const P31 = 2n ** 31n;
const P32 = 2n ** 32n;
const P53 = 2n ** 53n;

/** The limits of number types, and their neighbours: they are sent only when the user knows them to be free. */
export const EDGE_IDS: readonly bigint[] = [
  INT64_MAX,
  INT64_MIN,
  0n,
  -1n,
  1n,
  P31 - 1n,
  P31,
  -P31,
  P32 - 1n,
  P32,
  P53 - 1n,
  P53,
  P53 + 1n,
];

/** Ids that equal an id as a double or without the sign, are its beginning or its end, or are beside it. */
export function similarIds(id: bigint): bigint[] {
  const near = [1n, 2n, 3n].flatMap((step) => [id - step, id + step]);
  const isRounded = (other: bigint) => Number(other) === Number(id) && other !== id;
  const rounded = [BigInt(Number(id)), ...near].filter(isRounded);
  const end = BigInt(String(id).replace(/^-?\d/, "") || 0);
  const parts = [id / 10n, end].filter((part) => part > 9n);
  const similar = new Set([...rounded.slice(0, 4), -id, ...parts, id - 1n, id + 1n]);
  return [...similar].filter((other) => other !== id && isInt64(other));
}

/** The ids of the pets that only these orders are for: a service may look for a pet in the place of an order. */
export function ownPetIds(ids: readonly bigint[], list: OrderList | undefined): readonly bigint[] {
  // We only know the first orders of a longer list.
  if (list === undefined || list.sample.length < list.count) return [];
  const isOwn = (order: OrderList["sample"][number]) =>
    ids.some((id) => id === integerValue(order.id));
  const petsOf = (orders: OrderList["sample"]) =>
    orders.flatMap(({ petId }) => integerValue(petId) ?? []);
  const ofOthers = petsOf(list.sample.filter((order) => !isOwn(order)));
  return petsOf(list.sample.filter(isOwn)).filter((pet) => isInt64(pet) && !ofOthers.includes(pet));
}

/** It is not hexadecimal: no parser of numbers reads it. */
export const WORD = "xyz";

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

/** The number with a letter for each digit: the rule of safety reads digits in a query as ids. */
export function inLetters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

/** Texts that are not integers. `{drawn}` is an id that no order has. */
export const MALFORMED_IDS: readonly string[] = [
  WORD,
  "{drawn}xyz",
  "{drawn}.",
  "undefined",
  "%zz",
  "%ca%fe%ff",
  "{drawn}.xyz",
  "null",
  "NaN",
  "%ca%ab",
  "x%00y",
  "x".repeat(300),
];

/** What a lenient parser reads as the id of an order. */
export const SIMILAR_TEXTS: readonly string[] = [
  "{id}xyz",
  "xyz{id}",
  "{id}.5",
  "{hexadecimal}",
  "{id}%0Axyz",
  "{id},{id}",
  "{grouped}",
  "{escaped-twice}",
  "{id}:cancel",
  "order:{id}",
  "{id}--",
  "{id}%00x",
  "{id}%23x",
  "xyz%0A{id}",
  "{id}d",
  "{id}e0",
  "{grouped-by-comma}",
];

/** Other spellings of an id, with which an order is not cancelled without a key. */
export const ID_SPELLINGS: readonly string[] = ["/{id}", "{id}/", "{id}.json", "{escaped}"];

/** The same integer in another spelling, which common frameworks take for it: accepting one is advice. */
export const DISPUTABLE_TEXTS: readonly string[] = [
  "+{id}",
  "{padded}",
  "{id}.",
  "{id}.0",
  "%20{id}",
  "{id}%20",
  "{id}%0A",
  "{arabic}",
  "{full-width}",
  "{id}.json",
  "{id};v=a",
  "{id}%2F",
];
