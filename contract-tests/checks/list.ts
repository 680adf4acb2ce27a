/** The list: whole, an array, the same set in every answer (sections List orders, Limits). */
import type { Check, Context } from "../check.ts";
import { lists, type OrderKey, type OrderList } from "../order-list.ts";
import { judgePageHints } from "../page-hints.ts";
import { wantsPending, wantsShipped } from "./ids.ts";

export const listWhole: Check = {
  id: "list-whole",
  area: "list",
  title: "the list is an array that holds every order, in every answer",
  clauses: ["list-ok", "list-array", "list-whole", "list-unpaged", "order-object", "order-id", "order-id-unique"],
  async run(context) {
    const answers: OrderList[] = [];
    for (const headers of [[], [["Accept", "application/json"]], [["Cache-Control", "no-cache"]]] as const) {
      const list = await context.list({ headers });
      if (list !== undefined) answers.push(list);
    }
    const [first] = answers;
    if (first === undefined) return context.unproven("list-whole", "No list arrived that could be read.");
    judgePageHints(first.exchange, first.count, context);
    context.observe("list-order", first.sorted);
    context.observe("order-fields", first.fields);
    const form = dateForm(first.sample);
    if (form !== undefined) context.observe("ship-date-form", form);
    await judgeHandedOver(context, answers);
    await judgeFlapping(context, answers);
    noteEmpty(context, first);
  },
};

/** The form that the dates of all sampled orders have; undefined where there are none. */
function dateForm(sample: OrderList["sample"]): string | undefined {
  const dates = sample.flatMap(({ shipDate }) => (typeof shipDate === "string" ? [shipDate] : []));
  const forms = new Set(
    dates.map((date) => {
      if (/\dZ$/.test(date)) return /\.\d{3}Z$/.test(date) ? "milliseconds" : date.includes(".") ? "other" : "seconds";
      return /\d[+-]\d\d:\d\d$/.test(date) && !date.includes(".") ? "offset" : "other";
    }),
  );
  const [form] = forms;
  return forms.size > 1 ? "mixed" : form === "other" ? "in another way" : form;
}

/** Shipped orders that were handed over stay; pending ones do until a check cancels them, and that check looks for its own. */
async function judgeHandedOver(context: Context, answers: OrderList[]): Promise<void> {
  const { pending, shipped, readOnly, alone } = context;
  const handedOver = [...shipped, ...(alone ? pending : [])];
  if (handedOver.length === 0) {
    const why = readOnly || shipped.length > 0 ? wantsPending(context) : wantsShipped(context);
    return context.withheld("list-whole", `That orders are missing can be seen only of orders known to exist. ${why}`);
  }
  for (const list of answers) for (const id of handedOver) if (!(await expectListed(context, list, id))) return;
  context.held("list-whole");
}

/**
 * Whether an order that was handed over, and that nothing has cancelled, is listed. A list without it is looked at again;
 * where orders without an id are listed, it may be one of them.
 */
export async function expectListed(context: Context, list: OrderList, id: bigint): Promise<boolean> {
  if (lists(list, id)) return true;
  if (list.withoutId > 0) {
    context.unproven("list-whole", "Orders without an id are listed, so nobody can tell which orders are missing.");
    return false;
  }
  const again = await context.list();
  const exchanges = again === undefined ? [list.exchange] : [list.exchange, again.exchange];
  const rounded = roundedTwin(again ?? list, id);
  if (rounded !== undefined)
    context.violated("order-id", `Order ${id} is listed as ${rounded}: its digits are rounded.`, exchanges, {
      expected: String(id),
      received: String(rounded),
    });
  // Missing once is missing: an order that nobody touches is in every list.
  context.violated("list-whole", `Order ${id}, handed over and not cancelled, is not in the list.`, exchanges, {
    expected: `an order with id ${id}`,
    received: `${list.count} orders without it`,
  });
  return false;
}

/** An id in the list that a double, or 32 bits, cannot tell from the one that is missing. */
function roundedTwin(list: OrderList, id: bigint): bigint | undefined {
  const twins = [BigInt(Number(id)), BigInt.asIntN(32, id), BigInt.asUintN(32, id)];
  return twins.find((twin) => twin !== id && lists(list, twin));
}

/** An order that is listed, missing, and listed again was there all the time. One alone may be an odd coincidence. */
async function judgeFlapping(context: Context, answers: OrderList[]): Promise<void> {
  const keys = new Set(answers.flatMap((list) => [...list.keys]));
  const isSteady = (list: OrderList): boolean => list.keys.size === keys.size;
  if (answers.every(isSteady)) return;
  for (let more = 0; more < 3; more++) {
    const list = await context.list();
    if (list !== undefined) answers.push(list);
  }
  const flapping = [...keys].filter((key) => returns(answers, key));
  if (flapping.length < 2) return;
  context.violated(
    "list-whole",
    `${flapping.length} orders, ${shown(flapping[0])} among them, are missing from one list and are in the lists before and after it.`,
    answers.slice(0, 3).map(({ exchange }) => exchange),
  );
}

function returns(answers: readonly OrderList[], key: OrderKey): boolean {
  const presence = answers.map(({ keys }) => keys.has(key));
  const gone = presence.indexOf(false, presence.indexOf(true));
  return gone >= 0 && presence.indexOf(true, gone) > gone;
}

export function shown(key: OrderKey | undefined): string {
  return typeof key === "string" ? "one without an id" : `order ${key}`;
}

function noteEmpty(context: Context, { count, withoutId, sample }: OrderList): void {
  const fields = {
    id: "order-id",
    petId: "order-pet-id",
    quantity: "order-quantity",
    shipDate: "order-ship-date",
    complete: "order-complete",
  } as const;
  const why = count === 0 ? "The list is empty." : "No listed order has it.";
  if (count === 0) context.unproven("order-object", why);
  if (count === withoutId) context.unproven("order-id-unique", why);
  for (const [field, clause] of Object.entries(fields) as [keyof typeof fields, (typeof fields)[keyof typeof fields]][])
    if (sample.every((order) => order[field] === undefined) && count <= sample.length) context.unproven(clause, why);
}
