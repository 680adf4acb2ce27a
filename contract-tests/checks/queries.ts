/** Version 1 neither filters nor pages: no query parameter and no header changes which orders are listed (section Limits). */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json.ts";
import type { Check, Context } from "../check.ts";
import type { Call } from "../exchange.ts";
import type { OrderKey, OrderList } from "../order-list.ts";
import { absentId } from "./ids.ts";
import { shown } from "./list.ts";

/** One parameter of a kind that version 2 announces, with a value that would leave out some order. */
interface Probe {
  readonly clause: ClauseId;
  readonly call: Pick<Call, "query" | "headers">;
  /** What it is made of, when it is a group. */
  readonly parts?: readonly Probe[];
}

const PAGING = (
  "limit=1 offset=1 page=2 page=1&limit=1 page=2&limit=1 per_page=1 perPage=1 page_size=1 pageSize=1 pagesize=1 size=1 count=1 max=1 max_results=1 maxResults=1 " +
  "top=1 %24top=1 skip=1 %24skip=1 take=1 first=1 last=1 rows=1 start=1 from=1 _limit=1 _page=2 _start=1&_end=2 page%5Bsize%5D=1 page%5Bnumber%5D=2 " +
  "page%5Blimit%5D=1 page%5Boffset%5D=1 limit=0 results=1 pageNumber=2 page_number=2 pageIndex=1 p=2 n=1 batch=1 chunk=1 range=0-0 index=1 limit=2&offset=1 length=1"
).split(" ");
const CURSORS =
  "cursor after before since since_id max_id starting_after ending_before next next_token nextToken page_token pageToken continuation marker lastId".split(
    " ",
  );
const WORDS = "q query search filter status state where name keyword text term tag category type".split(" ");
const STATES = "pending shipped placed approved delivered cancelled".split(" ");
const HEADERS: readonly (readonly [string, string])[][] = [
  [["Range", "items=0-0"]],
  [["Range", "orders=0-0"]],
  [
    ["X-Limit", "1"],
    ["X-Page", "2"],
    ["X-Per-Page", "1"],
    ["X-Page-Size", "1"],
    ["Prefer", "maxpagesize=1"],
  ],
];

/** So long may a list be for every parameter to be asked by itself; longer ones are asked in groups. */
const SINGLY_BYTES = 300_000;
/** And so long may an answer take. */
const SINGLY_MS = 250;
const AT_ONCE = 6;

export const listQueries: Check = {
  id: "list-queries",
  area: "list",
  title: "query parameters neither filter nor page the list",
  clauses: ["list-unfiltered", "list-unpaged"],
  async run(context) {
    const before = await context.list();
    if (before === undefined || before.count === 0) {
      const why =
        before === undefined
          ? "No list arrived that could be read."
          : "The list is empty: nothing could be left out of it.";
      context.unproven("list-unfiltered", why);
      return context.unproven("list-unpaged", why);
    }
    if (before.count === 1) context.unproven("list-unpaged", "Only one order is listed: a page of one would hold it.");
    const probes = [...pagingProbes(context, before), ...filterProbes(context, before)];
    const { exchange } = before;
    const singly = (exchange.response?.body.length ?? 0) <= SINGLY_BYTES && exchange.durationMs <= SINGLY_MS;
    const suspects = await suspicious(context, before, singly ? probes : grouped(probes));
    for (const probe of suspects) await convict(context, before, probe);
    await negotiate(context);
    context.held("list-unfiltered");
    if (before.count > 1) context.held("list-unpaged");
  },
};

function pagingProbes(context: Context, list: OrderList): Probe[] {
  const clause = "list-unpaged";
  const last = [...list.keys].findLast((key) => typeof key !== "string") ?? absentId(context, list, 7);
  return [
    ...PAGING.map((query) => ({ clause, call: { query } }) as const),
    ...CURSORS.map((name) => ({ clause, call: { query: `${name}=${last}` } }) as const),
    ...HEADERS.map((headers) => ({ clause, call: { headers } }) as const),
  ];
}

/** Values that some listed order does not have: a filter would leave it out. */
function filterProbes(context: Context, { sample, keys }: OrderList): Probe[] {
  const clause = "list-unfiltered";
  const absent = String(absentId({ seed: context.seed }, undefined, 8));
  const queries = [
    ...WORDS.map((name) => `${name}=${name === "filter" ? "complete:true" : "nothing-has-this"}`),
    ...STATES.flatMap((state) => [`status=${state}`, `state=${state}`]),
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
    "fields=id",
    "unique=true",
    "distinct=petId",
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

/** Few calls in place of many: all parameters of a kind in one query, where each name stands once. */
function grouped(probes: readonly Probe[]): Probe[] {
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
    let group = open.find((candidate) => names.every((name) => !candidate.names.has(name)));
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

/** The probes after which an order of the list before is missing from theirs. */
async function suspicious(context: Context, before: OrderList, probes: readonly Probe[]): Promise<Probe[]> {
  const suspects: Probe[] = [];
  for (let from = 0; from < probes.length; from += AT_ONCE)
    await Promise.all(
      probes.slice(from, from + AT_ONCE).map(async (probe) => {
        const list = await context.list(probe.call);
        // A group that is refused for one of its parameters hides what the others do.
        if (list === undefined && probe.parts !== undefined)
          suspects.push(...(await suspicious(context, before, probe.parts)));
        if (list !== undefined && absentFrom(list, before.keys).length > 0) suspects.push(probe);
      }),
    );
  return suspects.slice(0, 4);
}

function absentFrom(list: OrderList, keys: Iterable<OrderKey>): OrderKey[] {
  return [...keys].filter((key) => !list.keys.has(key));
}

/**
 * Looks again before it accuses: orders that stand in the lists before, between and after two calls with the parameter, and
 * in neither of those two, are left out by it. A live system does not do that.
 */
async function convict(context: Context, first: OrderList, { clause, call }: Probe): Promise<void> {
  const before = await context.list();
  const once = await context.list(call);
  const between = await context.list();
  const twice = await context.list(call);
  const after = await context.list();
  if (!before || !once || !between || !twice || !after) return;
  const steady = [...first.keys].filter((key) => [before, between, after].every(({ keys }) => keys.has(key)));
  const left = absentFrom(once, steady).filter((key) => !twice.keys.has(key));
  if (left.length === 0) return;
  const what =
    call.query === undefined
      ? `the header ${call.headers?.map(([name, value]) => `${name}: ${value}`).join(", ")}`
      : `?${call.query}`;
  context.violated(
    clause,
    `With ${what} the list leaves out ${left.length} of ${before.count} orders, ${shown(left[0])} among them; without it they are listed.`,
    [after.exchange, twice.exchange],
    { expected: `${before.count} orders`, received: `${twice.count} orders` },
  );
}

/** What a list call may ask for besides: compression is answered well or not at all, other media types by JSON. */
async function negotiate(context: Context): Promise<void> {
  await context.list({ headers: [["Accept-Encoding", "gzip, deflate, br"]] });
  await context.list({ headers: [["Accept", "application/xml"]] });
  await context.list({ headers: [["Range", "bytes=0-9"]] });
}
