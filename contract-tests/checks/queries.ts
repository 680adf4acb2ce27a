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
  "limit offset page per_page perPage perpage page_size pageSize pagesize page-size size count max max_results maxResults max-results " +
  "top %24top skip %24skip take first last rows start _limit _offset _page _start _end _per_page results resultsPerPage pageNumber " +
  "page_number pageIndex pageNo pagenum p n l batch batchSize chunk range index length startIndex start_index startAt start_at endIndex " +
  "itemsPerPage items_per_page page%5Bsize%5D page%5Bnumber%5D page%5Blimit%5D page%5Boffset%5D maxItems max_items num number block slice pn ps pageLimit limitTo pageCount amount"
).split(" ");
const CURSORS = (
  "cursor after before since since_id sinceId max_id min_id starting_after startingAfter ending_before endingBefore next previous next_token nextToken " +
  "page_token pageToken continuation continuationToken continue marker lastId last_id fromId from_id startKey exclusiveStartKey token bookmark anchor %24skiptoken page%5Bafter%5D page%5Bcursor%5D offsetId scroll"
).split(" ");
/** What one parameter alone may not do. */
const PAGES = [
  "page=1&limit=1",
  "page=2&limit=1",
  "page=1&size=1",
  "page=1&per_page=1",
  "page=1&pageSize=1",
  "page=1&page_size=1",
  "page=0&size=1",
  "offset=1&limit=1",
  "skip=1&take=1",
  "start=0&end=1",
  "from=0&to=1",
  "_start=0&_end=1",
  "first=1&after=0",
  "limit=0",
];
const WORDS = (
  "q query search s filter filters where name keyword keywords text term tag tags category type kind customer user owner species animal pet sku store region " +
  "contains match like only select include exclude sparse view scope group priority color channel source"
).split(" ");
const STATES = "pending shipped placed approved delivered cancelled open closed".split(" ");
/** Words that turn a list into something else. */
const FORMS = [
  "format=csv",
  "format=xml",
  "output=csv",
  "envelope=true",
  "wrap=true",
  "pretty=true",
  "callback=f",
  "jsonp=f",
  "fields=id",
  "expand=pet",
  "embed=pet",
  "summary=true",
  "count_only=true",
  "countOnly=true",
  "meta=true",
  "view=compact",
  "stream=true",
  "v=2",
  "version=2",
  "api-version=2",
  "api_version=2",
];
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

/** Parameters that are asked in one query, each name once: few enough that one seldom hides what another does. */
const IN_A_GROUP = 24;
/** So many lists may be on their way at once, unless they are long. */
const AT_ONCE = 4;
const LONG_BYTES = 300_000;

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
    const suspects = await suspicious(context, before, grouped(probes));
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
    ...PAGING.flatMap((name) => [`${name}=1`, `${name}=2`]).map((query) => ({ clause, call: { query } }) as const),
    ...[...PAGES, ...FORMS].map((query) => ({ clause, call: { query } }) as const),
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

/** The probes after which an order of the list before is missing from theirs. */
async function suspicious(context: Context, before: OrderList, probes: readonly Probe[]): Promise<Probe[]> {
  const suspects: Probe[] = [];
  const atOnce = (before.exchange.response?.body.length ?? 0) > LONG_BYTES ? 1 : AT_ONCE;
  for (let from = 0; from < probes.length; from += atOnce)
    await Promise.all(
      probes.slice(from, from + atOnce).map(async (probe) => {
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
  const absent: OrderKey[] = [];
  // Lists of the same bytes share their keys, and a long list is not copied to be looked through.
  if (list.keys !== keys) for (const key of keys) if (!list.keys.has(key)) absent.push(key);
  return absent;
}

/**
 * Looks again before it accuses: orders that stand in the lists before, between and after two calls with the parameter, and
 * in neither of those two, are left out by it. A live system does not do that.
 */
async function convict(context: Context, first: OrderList, suspect: Probe): Promise<void> {
  const { clause, call } = await culprit(context, first, suspect);
  const before = await context.list();
  // Twice in a row: a list that alternates by itself shows both its forms.
  const once = await context.list(call);
  const twice = await context.list(call);
  const between = await context.list();
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

/** The one parameter of a group that leaves orders out by itself, or the group when it takes several. */
async function culprit(context: Context, first: OrderList, suspect: Probe): Promise<Probe> {
  for (const part of suspect.parts ?? []) {
    const list = await context.list(part.call);
    if (list !== undefined && absentFrom(list, first.keys).length > 0) return part;
  }
  return suspect;
}

/** What a list call may ask for besides: compression is answered well or not at all, other media types by JSON. */
async function negotiate(context: Context): Promise<void> {
  await context.list({ headers: [["Accept-Encoding", "gzip, deflate, br"]] });
  await context.list({ headers: [["Accept", "application/xml"]] });
  await context.list({ headers: [["Range", "bytes=0-9"]] });
}
