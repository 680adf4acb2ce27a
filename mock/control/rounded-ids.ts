/** Finds the orders that a client may have meant when it has read ids with JSON.parse, as doubles. */
import { INT64_MAX, INT64_MIN, parseInteger } from "../../spec/schema/int64.ts";

/**
 * The ids in `ids` that a client sends as `parameter` when it rounds them, without the id that is exactly that text. `ids`
 * are ascending. A double is written by its shortest digits or, as a BigInt, by all of them.
 */
export function idsRoundedTo(parameter: string, ids: BigInt64Array): bigint[] {
  const sent = parseInteger(parameter);
  if (sent === undefined || !mayBeInt64(sent)) return [];
  const double = Number(parameter);
  if (String(double) !== parameter && BigInt(double) !== sent) return [];
  const found: bigint[] = [];
  for (let index = firstNotBelow(ids, double); index < ids.length && Number(ids[index]) === double; index++)
    if (ids[index] !== sent) found.push(ids[index]!);
  return found;
}

/** The largest int64 is rounded to one that is outside of it, and written with other last digits. */
function mayBeInt64(sent: bigint): boolean {
  return sent >= INT64_MIN - 1000n && sent <= INT64_MAX + 1000n;
}

/** The first index whose id is, as a double, not less than the value. */
function firstNotBelow(ids: BigInt64Array, value: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number(ids[middle]) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
