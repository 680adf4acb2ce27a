/** The calls of the list that are tried: each parameter and header of the data, in groups that are sent as one query. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import { isFreeText, ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { LIST_WITH_KEY, type OutgoingCall } from "../client/calls.ts";
import type { Session } from "../session/session.ts";
import { LIST_QUERIES, PAGING_HEADERS, QUERIES_OF_LONG_LISTS } from "./parameters.ts";

/** Parameters or headers that would leave out some order where they are supported. */
export interface Probe {
  readonly clause: ClauseId;
  /** Sent as one. */
  readonly queries: readonly string[];
  readonly headers?: OutgoingCall["headers"];
}

/** Queries of a part of a group that is longer. */
const PART_SIZE = 24;

export function callOf({ queries, headers = [] }: Probe): OutgoingCall {
  const query = queries.length === 0 ? {} : { query: queries.join("&") };
  return { ...LIST_WITH_KEY, ...query, headers };
}

export function probesFor(s: Session, list: OrderList, isLong: boolean): Probe[] {
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? s.draw();
  const absent = s.draw();
  const fill = (query: string) => query.replace("{last}", String(last)).replace("{absent}", absent);
  const groups = isLong || !s.isThorough ? QUERIES_OF_LONG_LISTS : LIST_QUERIES;
  const probesOf = (clause: keyof typeof groups): Probe[] =>
    s.some(groups[clause], 5, 4).map((group) => ({ clause, queries: group.map(fill) }));
  const values = fieldValues(list.sample);
  return [
    ...probesOf("list-unpaged"),
    ...probesOf("list-unfiltered"),
    ...(values.length > 0 ? [{ clause: "list-unfiltered", queries: values } as const] : []),
    ...PAGING_HEADERS.map((headers): Probe => ({ clause: "list-unpaged", queries: [], headers })),
  ];
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
const WELL_KNOWN = /^(?:limit|offset|page|size|status|petId|complete|q)=/;

/** The probes of a group, one by one, where it is refused as a whole. */
export function triedAlone(s: Session, probe: Probe): Probe[] {
  if (s.isThorough || probe.queries.length < 2) return partsOf(probe);
  const { clause, queries } = probe;
  const known = queries.filter((query) => WELL_KNOWN.test(query));
  return known.map((query) => ({ clause, queries: [query] }));
}

/** Splits a group into smaller ones, or into single probes. Empty for a single probe. */
export function partsOf({ clause, queries, headers = [] }: Probe): Probe[] {
  if (headers.length > 1)
    return headers.map((header) => ({ clause, queries: [], headers: [header] }));
  if (queries.length < 2) return [];
  const size = queries.length > PART_SIZE ? PART_SIZE : 1;
  const starts = Array.from({ length: Math.ceil(queries.length / size) }, (_, nth) => nth * size);
  return starts.map((start) => ({ clause, queries: queries.slice(start, start + size) }));
}
