/** Ids that services confuse, and people choose: they are sent only when the user knows them to be free. */
import { INT64_MAX, INT64_MIN, isInt64 } from "../../../spec/schema/int64.ts";

const [P31, P32, P53] = [2n ** 31n, 2n ** 32n, 2n ** 53n];

/** The limits of number types, and their neighbours. */
export const EDGE_IDS: readonly bigint[] = [
  ...[INT64_MAX, INT64_MIN, 0n, -1n, 1n],
  ...[P31 - 1n, P31, -P31, P32 - 1n, P32],
  ...[P53 - 1n, P53, P53 + 1n],
];

/** Ids that equal an id as a double or without the sign, are its beginning or its end, or are beside it. */
export function similarIds(id: bigint): bigint[] {
  const near = [1n, 2n, 3n].flatMap((step) => [id - step, id + step]);
  const rounded = [BigInt(Number(id)), ...near].filter((other) => Number(other) === Number(id) && other !== id);
  const parts = [id / 10n, BigInt(String(id).replace(/^-?\d/, "") || 0)].filter((part) => part > 9n);
  const similar = new Set([...rounded.slice(0, 4), -id, ...parts, id - 1n, id + 1n]);
  return [...similar].filter((other) => other !== id && isInt64(other));
}
