/** The calls of the list that are tried: each parameter and header of the tables, in groups that are sent as one query. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { stringifyJson } from "../../../../spec/json/json.ts";
import { isFreeText, ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../../spec/schema/fields.ts";
import { LIST_WITH_KEY, type OutgoingCall } from "../../../client/calls.ts";
import { type Header, PAGING_HEADERS } from "../../../tables/headers.ts";
import { LIST_PARAMETERS } from "../../../tables/parameters.ts";
import type { Table } from "../../../tables/table.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import type { Session } from "../../session/session.ts";
import { rowsFor } from "../rows.ts";

/** Parameters or headers that would leave out some order where they are supported. */
export interface Probe {
  readonly clause: ClauseId;
  /** Queries and header fields that are sent as one. */
  readonly parts: readonly (string | Header)[];
  /** The table, and its rows as they are sent: other queries are values of an order. */
  readonly due?: { readonly table: Table<string>; readonly rows: readonly string[] };
}

/** Queries in one call: so few in a thorough run that one rarely hides the effect of another; else as many as most servers accept in an address. */
const GROUP_SIZE = 24;
const LONG_GROUP_SIZE = 8 * GROUP_SIZE;

export function callOf({ parts, clause }: Probe): OutgoingCall {
  const queries = parts.filter((part) => typeof part === "string");
  const headers = parts.filter((part) => typeof part !== "string");
  const query = queries.length === 0 ? {} : { query: queries.join("&") };
  return { ...LIST_WITH_KEY, ...query, headers, clauses: [clause] };
}

/** Of a long list, which is asked for less often, groups are long in a thorough run, too. */
export function probesFor(s: Session, list: OrderList, isLong: boolean): Probe[] {
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? s.draw();
  const absent = s.draw();
  const fill = (query: string) => query.replace("{last}", String(last)).replace("{absent}", absent);
  const size = isLong || s.tier !== "thorough" ? LONG_GROUP_SIZE : GROUP_SIZE;
  const byTable = LIST_PARAMETERS.flatMap((table): Probe[] => {
    const rows = rowsFor(s, table).map(fill);
    const values = table.clauses[0] === "list-unfiltered" ? fieldValues(list.sample) : [];
    const groups = groupsOf(rows.length > 0 ? [...rows, ...values] : [], size);
    return groups.map((parts) => ({ clause: table.clauses[0]!, parts, due: { table, rows } }));
  });
  const headers = rowsFor(s, PAGING_HEADERS);
  return [...byTable, ...headers.map((parts): Probe => ({ clause: "list-unpaged", parts }))];
}

/** Groups of queries that are sent as one, in which each name occurs once. */
function groupsOf(queries: readonly string[], size: number): readonly (readonly string[])[] {
  const groups: { readonly queries: string[]; readonly names: Set<string> }[] = [];
  for (const query of queries) {
    const names = query.split("&").map((pair) => pair.split("=")[0]!);
    const isOpen = (group: (typeof groups)[number]) =>
      group.queries.length < size && names.every((name) => !group.names.has(name));

    const open = groups.find(isOpen);
    const group = open ?? { queries: [], names: new Set() };
    if (open === undefined) groups.push(group);
    group.queries.push(query);
    for (const name of names) group.names.add(name);
  }
  return groups.map((group) => group.queries);
}

/** Each field with the value of the first order, which not all orders have. What people write would stand in access logs. */
function fieldValues([first]: OrderList["sample"]): string[] {
  return ORDER_FIELD_NAMES.flatMap((field) => {
    const value = first?.[field];
    if (value === undefined || ORDER_FIELDS[field].kind === "boolean") return [];
    if (isFreeText(ORDER_FIELDS[field])) return [];
    const text = typeof value === "string" ? value : stringifyJson(value);
    return [`${field}=${encodeURIComponent(text)}`];
  });
}

/** The parameters that most services would have. */
const WELL_KNOWN =
  /^(?:limit|offset|page|size|per_page|pageSize|cursor|status|petId|ids?|complete|q|search|sort|from|to|since)=/;

/** The probes of a group, one by one, where it is refused as a whole. Empty for a single probe. */
export function triedAlone(s: Session, probe: Probe): Probe[] {
  if (probe.parts.length < 2) return [];
  const isTried = (part: Probe["parts"][number]) =>
    s.tier === "thorough" || typeof part !== "string" || WELL_KNOWN.test(part);
  return probe.parts.filter(isTried).map((part) => ({ ...probe, parts: [part] }));
}

/** A group in two. Empty for a single probe. */
export function halvesOf(probe: Probe): Probe[] {
  const { parts } = probe;
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length < 2 ? [] : [parts.slice(0, middle), parts.slice(middle)];
  return halves.map((half) => ({ ...probe, parts: half }));
}
