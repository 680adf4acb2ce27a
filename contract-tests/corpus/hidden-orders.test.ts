/**
 * Deployments that read ids carelessly, and whose list does not show all orders. Customers have orders with every id that the
 * gate would like to try. None of them may be cancelled.
 */
import { expect, test } from "playwright/test";
import { INT64_MAX, INT64_MIN } from "../../spec/schema/int64.ts";
import { filterList, mapList, mapMembers } from "./changes/lists.ts";
import { chosen } from "./chosen.ts";
import { crowded, isolatedBeyondDouble, roomy } from "./initial-orders.ts";
import { judgeVariant } from "./judge-variant.ts";
import { html, withBody } from "./replies.ts";
import { type Base, MODES, type Replacement, sound } from "./variant.ts";

const isProvided = ({ store }: Base, id: bigint): boolean =>
  store.initial.pending.includes(id) || store.initial.shipped.includes(id);

/** What the list shows. */
const LISTS: Readonly<Record<string, (base: Base) => Replacement>> = {
  "the first twelve orders": (base) => filterList(base, ({ index }) => index < 12),
  "the orders that are provided": (base) => filterList(base, ({ order }) => isProvided(base, order.id)),
  "shipped orders": (base) => filterList(base, ({ order }) => order.state === "shipped"),
  "no orders": (base) => filterList(base, () => false),
  "all orders in every second list": (base) => filterList(base, ({ store }) => store.listCount % 2 === 1),
  "the orders of fifty requests ago": (base) => {
    let requests = 0;
    const late = filterList(base, ({ order }) => requests > 50 || isProvided(base, order.id));
    return {
      ...late,
      answer(request) {
        requests++;
        return base.answer(request);
      },
    };
  },
  "other ids": (base) => mapMembers(base, (members, { order }) => ({ ...members, id: `${order.id ^ 4095n}` })),
  "rounded ids": (base) =>
    mapMembers(base, (members, { order }) => ({ ...members, id: `${Math.round(Number(order.id) / 1000) * 1000}` })),
  "orders without ids": (base) => mapMembers(base, ({ id: _, ...members }) => members),
  "an object with no orders": (base) => mapList(base, (reply) => withBody(reply, '{"data":[],"total":0}')),
  "a page for people": (base) => mapList(base, () => html(200)),
};

const integer = (digits: string | undefined): bigint | undefined =>
  digits === undefined || digits === "" ? undefined : BigInt(digits);
const number = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined);
const within = (least: bigint, most: bigint, value: bigint | undefined): bigint | undefined =>
  value === undefined ? undefined : value < least ? least : value > most ? most : value;
const firstDigits = (text: string): bigint | undefined => integer(/^\s*[+-]?\d+/.exec(text)?.[0].replace("+", ""));

const strictly = (text: string): bigint | undefined => (/^-?\d+$/.test(text) ? BigInt(text) : undefined);

/** How an id is read. */
const READERS: Readonly<Record<string, (text: string) => bigint | undefined>> = {
  "as the contract says": strictly,
  "up to the first letter": firstDigits,
  "as a number": (text) => (text.trim() === "" ? undefined : number(Number(text))),
  "as a rounded number": (text) => number(Math.round(Number.parseFloat(text))),
  "as all its digits": (text) => integer(text.replaceAll(/\D/g, "")),
  "as its last digits": (text) => integer(/\d+(?=\D*$)/.exec(text)?.[0]),
  "as hexadecimal, if it has letters": (text) =>
    /^\d*[a-f]/i.test(text) ? number(Number.parseInt(text, 16)) : strictly(text),
  "as octal, after a zero": (text) => (/^0/.test(text) ? number(Number.parseInt(text, 8)) : strictly(text)),
  "in 32 bits": (text) => number(Number(text) | 0) || undefined,
  "in 64 bits": (text) => integer(firstDigits(text)?.toString()) && BigInt.asIntN(64, firstDigits(text) ?? 0n),
  "cut off at int64": (text) => within(INT64_MIN, INT64_MAX, firstDigits(text)),
  "without its sign": (text) => firstDigits(text.replace("-", "")),
  "as any of its lines or parts": (text) => integer(/^\d+$/m.exec(text.replaceAll(",", "\n"))?.[0]),
};

/** Readers that keep every digit: with others, the id of an order that is provided is read as another id, too. */
const EXACT_READERS = [
  "as the contract says",
  "up to the first letter",
  "as all its digits",
  "as its last digits",
  "in 64 bits",
  "cut off at int64",
  "as any of its lines or parts",
];

const HANDED_OVER = "the orders that are provided";
/** Each list with every sixth reader, and this one with all. */
const COMBINATIONS = Object.keys(LISTS).flatMap((listed, nth) =>
  Object.keys(READERS)
    .filter((_, at) => listed === HANDED_OVER || at % 6 === nth % 6)
    .map((reader) => ({ listed, reader, ids: "small", orders: crowded(roomy) })),
);
const LONG = EXACT_READERS.map((reader) => ({
  ...{ listed: HANDED_OVER, reader, ids: "long" },
  orders: crowded(isolatedBeyondDouble),
}));

for (const { listed, reader, ids, orders } of chosen([...COMBINATIONS, ...LONG], 12))
  for (const mode of MODES)
    test(`${mode}: the list shows ${listed}, and ${ids} ids are read ${reader}`, async () => {
      const change = (base: Base): Replacement => ({
        ...LISTS[listed]?.(base),
        parseId: READERS[reader] ?? base.parseId,
      });
      const { deployment } = await judgeVariant(sound("Orders are hidden.", "", { orders }, change), mode);
      expect(deployment.harmed).toEqual([]);
      expect(deployment.log.filter(({ names }) => names?.owner === "customer")).toEqual([]);
      // It is not harmless because nothing was tried.
      const cancellations = deployment.log.filter(({ method, goodKey }) => method === "DELETE" && goodKey);
      const least = mode === "full" ? 4 : listed === "a page for people" ? 0 : 3;
      expect(cancellations.length).toBeGreaterThanOrEqual(least);
    });
