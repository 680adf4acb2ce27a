/** The calls of the list that are tried: each parameter and header of the data, in groups that are sent as one query. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Session } from "../session/session.ts";
import { LIST_PARAMETERS, PAGING_HEADERS } from "./parameters.ts";

/** A call whose parameter or header would leave out some order where it is supported. */
export interface Probe {
  readonly clause: ClauseId;
  readonly call: Pick<OutgoingCall, "query" | "headers">;
  /** Set for a group: its probes. */
  readonly parts?: readonly Probe[];
}

/** Parameters in one query: few enough that one rarely hides the effect of another. */
const GROUP_SIZE = 24;
/** Groups in one query when a list is long: few enough that most servers accept the address. */
const GROUPS_OF_LONG_LISTS = 8;

export function probesFor(s: Session, list: OrderList): Probe[] {
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? s.draw();
  const absent = s.draw();
  const placeholders: Readonly<Record<string, string>> = {
    "{last}": String(last),
    "{absent}": absent,
  };
  const probesOf = (clause: keyof typeof LIST_PARAMETERS): Probe[] =>
    Object.entries(LIST_PARAMETERS[clause]).flatMap(([values, names]) =>
      values.split(" ").flatMap((value) =>
        names.split(/\s+/).map((name) => {
          const query = value === "" ? name : `${name}=${placeholders[value] ?? value}`;
          return { clause, call: { query } };
        }),
      ),
    );
  return [
    ...probesOf("list-unpaged"),
    ...PAGING_HEADERS.map((headers): Probe => ({ clause: "list-unpaged", call: { headers } })),
    ...probesOf("list-unfiltered"),
    ...fieldValues(list.sample).map(
      (query): Probe => ({ clause: "list-unfiltered", call: { query } }),
    ),
  ];
}

/** Each field with the value of the first order, which not all orders have. */
function fieldValues([first]: OrderList["sample"]): string[] {
  const text = (value: Json) =>
    encodeURIComponent(typeof value === "string" ? value : stringifyJson(value));
  return ORDER_FIELD_NAMES.filter((field) => ORDER_FIELDS[field].kind !== "boolean").flatMap(
    (field) => {
      const value = first?.[field];
      return value === undefined ? [] : [`${field}=${text(value)}`];
    },
  );
}

/** Combines the parameters of one clause in queries in which each name occurs once. A long list is asked for less often. */
export function groupProbes(probes: readonly Probe[], isLong: boolean): Probe[] {
  const groups = combine(probes, GROUP_SIZE);
  return isLong ? combine(groups, GROUPS_OF_LONG_LISTS) : groups;
}

function combine(probes: readonly Probe[], size: number): Probe[] {
  const groups: Probe[][] = [];
  for (const probe of probes.filter(({ call }) => call.query !== undefined)) {
    const names = namesIn(probe);
    const fits = (one: Probe) =>
      one.clause === probe.clause && !namesIn(one).some((name) => names.includes(name));
    const open = groups.find((group) => group.length < size && group.every(fits));
    if (open === undefined) groups.push([probe]);
    else open.push(probe);
  }
  const combined = groups.map((parts): Probe => {
    const query = parts.map(({ call }) => call.query).join("&");
    return { clause: parts[0]!.clause, call: { query }, parts };
  });
  return [...combined, ...probes.filter(({ call }) => call.query === undefined)];
}

function namesIn({ call: { query = "" } }: Probe): string[] {
  return query.split("&").map((pair) => pair.split("=")[0] ?? "");
}
