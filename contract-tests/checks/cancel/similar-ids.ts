/** Ids that services confuse, and people choose: the guard sends them only when the user knows them to be free. */
import { INT64_MAX, INT64_MIN, isInt64 } from "../../../spec/schema/int64.ts";
import { idInterpretations } from "../../safety/id-interpretations.ts";
import type { Rules } from "../../safety/policy.ts";
import { providedOrders } from "../provided-orders.ts";
import { DISPUTABLE_TEXTS, fillId, ID_SPELLINGS, SIMILAR_TEXTS } from "./similar-texts.ts";

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

/** All ids that the checks would use if they were provided as absent. */
export function usefulAbsentIds(rules: Omit<Rules, "absent">): bigint[] {
  const { exact, parallel = exact, refused } = providedOrders(rules);
  const like = (id: bigint | undefined, texts: (id: bigint) => readonly string[]) =>
    id === undefined ? [] : texts(id);
  const texts = [
    ...like(exact, (id) => [...similarIds(id).map(String), String(id + 2n ** 64n)]),
    ...like(parallel, (id) => SIMILAR_TEXTS.map((text) => fillId(text, id))),
    ...like(refused, (id) => [...DISPUTABLE_TEXTS, ...ID_SPELLINGS].map((text) => fillId(text, id))),
  ];
  const ids = new Set([...EDGE_IDS, ...texts.flatMap((text) => [...idInterpretations(text)])]);
  return [...ids].filter((id) => !rules.pending.includes(id) && !rules.shipped.includes(id));
}
