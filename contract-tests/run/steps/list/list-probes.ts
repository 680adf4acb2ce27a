/**
 * The calls of the list that we try: each parameter and header of the tables, in groups that are
 * sent as one query.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { stringifyJson } from "../../../../spec/json/json.ts";
import { isFreeText, ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../../spec/schema/fields.ts";
import { LIST_WITH_KEY, type OutgoingCall } from "../../../client/calls.ts";
import { PAGING_HEADERS, type ProbeHeader } from "../../../tables/headers.ts";
import { LIST_PARAMETERS } from "../../../tables/parameters.ts";
import type { Table } from "../../../tables/table.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import type { Session } from "../../session/session.ts";
import { rowsFor } from "../rows.ts";

/** Parameters or headers that would leave out some order if the service supported them. */
export interface Probe {
  readonly clause: ClauseId;
  /** Queries and header fields that are sent as one call. */
  readonly parts: readonly (string | ProbeHeader)[];
  /** The table, and its rows as they are sent. Other queries in `parts` are values of an order. */
  readonly due?: { readonly table: Table<string>; readonly rows: readonly string[] };
}

/**
 * Queries in one call of a thorough run: so few that one rarely hides the effect of another. Other
 * runs send as many as most servers accept in an address.
 */
const GROUP_SIZE = 24;
const LONG_GROUP_SIZE = 8 * GROUP_SIZE;

export function listCallOf({ parts, clause }: Probe): OutgoingCall {
  const queries = parts.filter((part) => typeof part === "string");
  const headers = parts.filter((part) => typeof part !== "string");
  const query = queries.length === 0 ? {} : { query: queries.join("&") };
  return { ...LIST_WITH_KEY, ...query, headers, clauses: [clause] };
}

/**
 * Returns all probes. A long list is requested less often, so its groups are long in a thorough
 * run, too.
 */
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

/** Groups queries that are sent as one; each name occurs once in a group. */
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

/**
 * Returns each field with the value of the first order, which not all orders have. Leaves out free
 * text: what people write would get into access logs.
 */
function fieldValues([first]: OrderList["sample"]): string[] {
  return ORDER_FIELD_NAMES.flatMap((field) => {
    const value = first?.[field];
    if (value === undefined || ORDER_FIELDS[field].kind === "boolean") return [];
    if (isFreeText(ORDER_FIELDS[field])) return [];
    const text = typeof value === "string" ? value : stringifyJson(value);
    return [`${field}=${encodeURIComponent(text)}`];
  });
}

/** Parameters that most services would have. */
const WELL_KNOWN =
  /^(?:limit|offset|page|size|per_page|pageSize|cursor|status|petId|ids?|complete|q|search|sort|from|to|since)=/;

/**
 * Returns the probes of a group that was refused as a whole, to send them one by one. Empty for a
 * single probe.
 */
export function triedAlone(s: Session, probe: Probe): Probe[] {
  if (probe.parts.length < 2) return [];
  const isTried = (part: Probe["parts"][number]) =>
    s.tier === "thorough" || typeof part !== "string" || WELL_KNOWN.test(part);
  return probe.parts.filter(isTried).map((part) => ({ ...probe, parts: [part] }));
}

/** Splits a group in two. Empty for a single probe. */
export function halvesOf(probe: Probe): Probe[] {
  const { parts } = probe;
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length < 2 ? [] : [parts.slice(0, middle), parts.slice(middle)];
  return halves.map((half) => ({ ...probe, parts: half }));
}
