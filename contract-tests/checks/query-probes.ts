/** What the list is asked besides itself: each word with a value that would leave some listed order out. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json.ts";
import type { Context } from "../check.ts";
import type { Call } from "../exchange.ts";
import type { OrderList } from "../order-list.ts";
import { absentId } from "./ids.ts";
import { COMPARISONS, CURSORS, FORMS, HEADERS, PAGES, PAGING, RELATIONS, STATES, WORDS } from "./query-words.ts";

/** One parameter of a kind that version 2 announces, with a value that would leave out some order. */
export interface Probe {
  readonly clause: ClauseId;
  readonly call: Pick<Call, "query" | "headers">;
  /** What it is made of, when it is a group. */
  readonly parts?: readonly Probe[];
}

/** Parameters that are asked in one query, each name once: few enough that one seldom hides what another does. */
const IN_A_GROUP = 24;
export function pagingProbes(context: Context, list: OrderList): Probe[] {
  const clause = "list-unpaged";
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? absentId(context, list, 7);
  return [
    ...PAGING.flatMap((name) => [`${name}=1`, `${name}=2`]).map((query) => ({ clause, call: { query } }) as const),
    ...[...PAGES, ...FORMS].map((query) => ({ clause, call: { query } }) as const),
    ...CURSORS.map((name) => ({ clause, call: { query: `${name}=${last}` } }) as const),
    ...HEADERS.map((headers) => ({ clause, call: { headers } }) as const),
  ];
}

/** Values that some listed order does not have: a filter would leave it out. */
export function filterProbes(context: Context, { sample, keys }: OrderList): Probe[] {
  const clause = "list-unfiltered";
  const absent = String(absentId({ seed: context.seed }, undefined, 8));
  const queries = [
    ...WORDS.map((name) => `${name}=${name === "filter" ? "complete:true" : "nothing-has-this"}`),
    ...RELATIONS.map((name) => `${name}=987654321`),
    ...COMPARISONS,
    ...STATES.flatMap((state) => [
      `status=${state}`,
      `state=${state}`,
      `orderStatus=${state}`,
      `order_status=${state}`,
    ]),
    ...[
      "updatedSince",
      "updated_since",
      "modifiedSince",
      "createdAfter",
      "created_after",
      "updatedAfter",
      "updated_after",
      "startDate",
      "start_date",
      "dateFrom",
      "date_from",
      "minDate",
    ].map((name) => `${name}=9999-12-31T00:00:00Z`),
    ...["updatedBefore", "createdBefore", "created_before", "endDate", "end_date", "dateTo", "date_to", "maxDate"].map(
      (name) => `${name}=0001-01-02T00:00:00Z`,
    ),
    `id=${absent}`,
    `ids=${absent}`,
    `orderId=${absent}`,
    `order_id=${absent}`,
    `petId=${absent}`,
    `pet_id=${absent}`,
    `petid=${absent}`,
    "quantity=987654321",
    "minQuantity=987654321",
    "min_quantity=987654321",
    "quantity_gte=987654321",
    "maxQuantity=-1",
    "shipDate=0001-01-02T00:00:00Z",
    "ship_date=0001-01-02T00:00:00Z",
    "shipDateFrom=9999-12-31T00:00:00Z",
    "from=9999-12-31T00:00:00Z",
    "to=0001-01-02T00:00:00Z",
    "before=0001-01-02T00:00:00Z",
    "after=9999-12-31T00:00:00Z",
    "since=9999-12-31T00:00:00Z",
    "until=0001-01-02T00:00:00Z",
    "shippedBefore=0001-01-02T00:00:00Z",
    "date=0001-01-02",
    "complete=true",
    "complete=false",
    "completed=true",
    "completed=false",
    "pending=true",
    "shipped=true",
    "active=false",
    "filter%5Bstatus%5D=nothing",
    "filter%5Bcomplete%5D=true",
    "filter%5BpetId%5D=0",
    "%24filter=complete%20eq%20true",
    ...fieldValues(sample),
  ];
  // A list of one order has no other order to leave out, but a filter that nothing meets would empty it.
  return keys.size === 0 ? [] : queries.map((query) => ({ clause, call: { query } }));
}

/** Each field with the value of the first order: others have another. */
function fieldValues(sample: OrderList["sample"]): string[] {
  const [first] = sample;
  if (first === undefined) return [];
  const text = (value: Json) => encodeURIComponent(typeof value === "string" ? value : stringifyJson(value));
  return ["id", "petId", "quantity", "shipDate"].flatMap((field) => {
    const value = first[field];
    return value === undefined ? [] : [`${field}=${text(value)}`];
  });
}

/** Few calls in place of many: parameters of a kind in one query, in which each name stands once. */
export function grouped(probes: readonly Probe[]): Probe[] {
  const groups = new Map<string, { clause: ClauseId; names: Set<string>; parts: Probe[] }[]>();
  const rest: Probe[] = [];
  for (const { clause, call } of probes) {
    if (call.query === undefined) {
      rest.push({ clause, call });
      continue;
    }
    const names = call.query.split("&").map((pair) => pair.split("=")[0] ?? "");
    const open = groups.get(clause) ?? [];
    groups.set(clause, open);
    let group = open.find(
      (candidate) => candidate.parts.length < IN_A_GROUP && names.every((name) => !candidate.names.has(name)),
    );
    if (group === undefined) {
      group = { clause, names: new Set(), parts: [] };
      open.push(group);
    }
    for (const name of names) group.names.add(name);
    group.parts.push({ clause, call });
  }
  const merged = [...groups.values()]
    .flat()
    .map(({ clause, parts }) => ({ clause, parts, call: { query: parts.map(({ call }) => call.query).join("&") } }));
  return [...merged, ...rest];
}
