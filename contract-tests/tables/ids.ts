/**
 * Ids that services confuse with the id of an order, or cannot hold. Only the user knows which of
 * them are free.
 */
import { INT64_MAX, INT64_MIN, isInt64 } from "../../spec/schema/integers.ts";
import type { ProbeHeader } from "./headers.ts";
import type { Table } from "./table.ts";

/** The largest id in 32 bits. */
export const MAX_INT32 = 2n ** 31n - 1n;

const P31 = 2n ** 31n;
const P32 = 2n ** 32n;
const P53 = 2n ** 53n;

/**
 * The limits of number types, and their neighbours. We send them only if the user knows them to be
 * free.
 */
export const EDGE_ID_TABLE: Table<bigint> = {
  clauses: ["cancel-unknown-not-found"],
  shows: ["not-found-error-body"],
  unit: "ids",
  quiet: [
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
  ],
};

/**
 * The header fields with which we cancel a drawn id, which no order has: none, and those of a
 * script in a page.
 */
export const DRAWN_CANCELLATIONS: Table<readonly ProbeHeader[]> = {
  clauses: ["cancel-unknown-not-found"],
  shows: ["not-found-error-body"],
  unit: "ids",
  quiet: [[], [["Accept", "application/json, text/plain, */*"]]],
};

/**
 * Returns ids that equal an id as a double or without the sign, are its beginning or its end, or
 * are next to it.
 */
export function similarIds(id: bigint): bigint[] {
  const near = [1n, 2n, 3n].flatMap((step) => [id - step, id + step]);
  const isRounded = (other: bigint) => Number(other) === Number(id) && other !== id;
  const rounded = [BigInt(Number(id)), ...near].filter(isRounded);
  const end = BigInt(String(id).replace(/^-?\d/, "") || 0);
  const parts = [id / 10n, end].filter((part) => part > 9n);
  const similar = new Set([...rounded.slice(0, 4), -id, ...parts, id - 1n, id + 1n]);
  return [...similar].filter((other) => other !== id && isInt64(other));
}
