import { providedOrders } from "../run/session/orders/provided-orders.ts";
import { idInterpretations } from "../safety/id-interpretations.ts";
import type { Rules } from "../safety/rules.ts";
import { EDGE_ID_TABLE, similarIds } from "../tables/ids.ts";
import { allOf } from "../tables/table.ts";
import { DISPUTABLE_TEXTS, fillId, ID_SPELLINGS, SIMILAR_TEXTS } from "../tables/texts.ts";

/** Returns all ids that the checks would use if they were provided as absent. */
export function usefulAbsentIds(rules: Omit<Rules, "absent">): bigint[] {
  const { exact, parallel = exact, refused } = providedOrders(rules);
  const like = (id: bigint | undefined, texts: (id: bigint) => readonly string[]) =>
    id === undefined ? [] : texts(id);
  const texts = [
    ...like(exact, (id) => [...similarIds(id).map(String), String(id + 2n ** 64n)]),
    ...like(parallel, (id) => allOf(SIMILAR_TEXTS).map((text) => fillId(text, id))),
    ...like(refused, (id) =>
      [...allOf(DISPUTABLE_TEXTS), ...allOf(ID_SPELLINGS)].map((text) => fillId(text, id)),
    ),
  ];
  const ids = new Set([
    ...allOf(EDGE_ID_TABLE),
    ...texts.flatMap((text) => [...idInterpretations(text)]),
  ]);
  return [...ids].filter((id) => !rules.pending.includes(id) && !rules.shipped.includes(id));
}
