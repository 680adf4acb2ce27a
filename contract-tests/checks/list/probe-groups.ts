/** The calls that try to filter or page the list, and their grouping into few calls. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../../spec/schema/fields.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import type { OutgoingCall } from "../../client/exchange.ts";
import type { CheckContext } from "../check.ts";
import { LIST_PROBES } from "./list-probes.ts";

/** A call whose parameter or header would leave out some order where it is supported. */
export interface Probe {
  readonly clause: ClauseId;
  readonly call: Pick<OutgoingCall, "query" | "headers">;
  /** Set for a group: its probes. */
  readonly parts?: readonly Probe[];
}

/** Parameters in one query: few enough that one rarely hides the effect of another. */
const MAX_GROUP_SIZE = 24;

export function probesFor(context: CheckContext, list: OrderList): Probe[] {
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? context.draw("{drawn}");
  const placeholders: Readonly<Record<string, string>> = {
    "{last}": String(last),
    "{absent}": context.draw("{drawn}"),
  };
  const probes = LIST_PROBES.flatMap((entry): Probe[] => {
    const { clause } = entry;
    if ("headers" in entry) return [{ clause, call: { headers: entry.headers } }];
    const queries =
      "queries" in entry
        ? entry.queries
        : entry.names
            .split(" ")
            .flatMap((name) => entry.values.map((value) => `${name}=${placeholders[value] ?? value}`));
    return queries.map((query) => ({ clause, call: { query } }));
  });
  const values = fieldValues(list.sample).map((query): Probe => ({ clause: "list-unfiltered", call: { query } }));
  return [...probes, ...values];
}

/** Each field with the value of the first order, which not all orders have. */
function fieldValues(sample: OrderList["sample"]): string[] {
  const [first] = sample;
  if (first === undefined) return [];
  const text = (value: Json) => encodeURIComponent(typeof value === "string" ? value : stringifyJson(value));
  return ORDER_FIELD_NAMES.filter((field) => ORDER_FIELDS[field].kind !== "boolean").flatMap((field) => {
    const value = first[field];
    return value === undefined ? [] : [`${field}=${text(value)}`];
  });
}

/** Combines the parameters of one clause in queries in which each name occurs once. */
export function groupProbes(probes: readonly Probe[]): Probe[] {
  const groups = new Map<string, { clause: ClauseId; names: Set<string>; parts: Probe[] }[]>();
  const ungrouped: Probe[] = [];
  for (const { clause, call } of probes) {
    if (call.query === undefined) {
      ungrouped.push({ clause, call });
      continue;
    }
    const names = call.query.split("&").map((pair) => pair.split("=")[0] ?? "");
    const open = groups.get(clause) ?? [];
    groups.set(clause, open);
    let group = open.find(
      (candidate) => candidate.parts.length < MAX_GROUP_SIZE && names.every((name) => !candidate.names.has(name)),
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
  return [...merged, ...ungrouped];
}
