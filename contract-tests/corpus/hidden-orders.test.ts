/**
 * Deployments that read ids carelessly and do not list all orders. Customers have orders with every
 * id that the gate would like to try, and none may be cancelled.
 */
import { expect, test } from "playwright/test";
import { READERS } from "../testing/careless-readers.ts";
import { filterList, mapList, mapMembers } from "./changes/lists.ts";
import { chosen, isQuick } from "./chosen.ts";
import { judgeVariant } from "./judge-variant.ts";
import { crowded, isolatedBeyondDouble, isProvided, roomy } from "./orders.ts";
import { html, withBody } from "./replies.ts";
import { type Base, MODES, type Replacement, sound } from "./variant.ts";

/** Lists that show only these orders. */
const LISTS: Readonly<Record<string, (base: Base) => Replacement>> = {
  "the first twelve orders": (base) => filterList(base, ({ index }) => index < 12),
  "the orders that are provided": (base) =>
    filterList(base, ({ order }) => isProvided(base.store.initial, order.id)),
  "shipped orders": (base) => filterList(base, ({ order }) => order.state === "shipped"),
  "no orders": (base) => filterList(base, () => false),
  "all orders in every second list": (base) =>
    filterList(base, ({ store }) => store.listCount % 2 === 1),
  "the orders of fifty requests ago": (base) => {
    let requests = 0;
    const late = filterList(
      base,
      ({ order }) => requests > 50 || isProvided(base.store.initial, order.id),
    );
    return {
      ...late,
      answer(request) {
        requests++;
        return base.answer(request);
      },
    };
  },
  "other ids": (base) =>
    mapMembers(base, (members, { order }) => ({ ...members, id: `${order.id ^ 4095n}` })),
  "rounded ids": (base) =>
    mapMembers(base, (members, { order }) => ({
      ...members,
      id: `${Math.round(Number(order.id) / 1000) * 1000}`,
    })),
  "orders without ids": (base) => mapMembers(base, ({ id: _, ...members }) => members),
  "an object with no orders": (base) =>
    mapList(base, (reply) => withBody(reply, '{"data":[],"total":0}')),
  "a page for people": (base) => mapList(base, () => html(200)),
};

const LONG_ID = 2n ** 60n + 77n;
/** Readers that keep every digit: others also read the id of a provided order as another id. */
const EXACT_READERS = Object.keys(READERS).filter((reader) =>
  [LONG_ID, undefined].includes(read(reader, `${LONG_ID}`)),
);

/** Returns undefined for a text that is not read as an integer. */
function read(reader: string, text: string): bigint | undefined {
  const value = READERS[reader]?.(text);
  return typeof value !== "number"
    ? value
    : Number.isSafeInteger(value)
      ? BigInt(value)
      : undefined;
}

const PROVIDED = "the orders that are provided";
/** Combines each list with every sixth reader, and this one with all. */
const COMBINATIONS = Object.keys(LISTS).flatMap((listed, nth) =>
  Object.keys(READERS)
    .filter((_, at) => listed === PROVIDED || at % 6 === nth % 6)
    .map((reader) => ({ listed, reader, ids: "small", orders: crowded(roomy) })),
);
const LONG = EXACT_READERS.map((reader) => ({
  ...{ listed: PROVIDED, reader, ids: "long" },
  orders: crowded(isolatedBeyondDouble),
}));

for (const { listed, reader, ids, orders } of chosen([...COMBINATIONS, ...LONG], 12))
  for (const mode of isQuick ? (["full"] as const) : MODES)
    test(`${mode}: the list shows ${listed}, and ${ids} ids are read by ${reader}`, async () => {
      const change = (base: Base): Replacement => ({
        ...LISTS[listed]?.(base),
        parseId: (text) => read(reader, text) ?? base.parseId(text),
      });
      const { deployment } = await judgeVariant(
        sound("Orders are hidden.", "", { orders }, change),
        mode,
      );
      expect(deployment.harmed).toEqual([]);
      expect(deployment.log.filter(({ names }) => names?.owner === "customer")).toEqual([]);
      // The gate must have tried something.
      const cancellations = deployment.log.filter(
        ({ method, goodKey }) => method === "DELETE" && goodKey,
      );
      const least = mode === "full" ? 4 : listed === "a page for people" ? 0 : 3;
      expect(cancellations.length).toBeGreaterThanOrEqual(least);
    });
