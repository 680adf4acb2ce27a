/**
 * The parameters and headers by which common interfaces filter, page and reshape lists, with values that would leave out some listed
 * order, by the clause that a deployment violates which supports one of them. `{last}` is the last listed id, `{absent}` an id that no
 * order has. All are percent-encoded.
 */
import { type Header, headersOf } from "./addresses.ts";

/** Each of the names is sent with each of the values. */
interface NamedParameters {
  readonly values: readonly string[];
  readonly names: readonly (readonly string[])[];
}

/** Parameters that belong together, and names that have a value of their own. */
interface WholeQueries {
  readonly queries: readonly (readonly string[])[];
}

type Parameters = NamedParameters | WholeQueries;

const UNPAGED: readonly Parameters[] = [
  {
    values: ["1", "2"],
    names: [
      ["limit", "offset", "page", "per_page", "perPage", "perpage"],
      ["page_size", "pageSize", "pagesize", "page-size", "size", "count"],
      ["max", "max_results", "maxResults", "max-results"],
      ["top", "%24top", "skip", "%24skip", "take", "first", "last", "rows", "start"],
      ["_limit", "_offset", "_page", "_start", "_end", "_per_page", "results", "resultsPerPage"],
      ["pageNumber", "page_number", "pageIndex", "pageNo", "pagenum", "p", "n", "l"],
      ["batch", "batchSize", "chunk", "range", "index", "length"],
      ["startIndex", "start_index", "startAt", "start_at", "endIndex", "from", "to"],
      ["itemsPerPage", "items_per_page"],
      ["page%5Bsize%5D", "page%5Bnumber%5D", "page%5Blimit%5D", "page%5Boffset%5D"],
      ["maxItems", "max_items", "num", "number", "block", "slice", "pn", "ps"],
      ["pageLimit", "limitTo", "pageCount", "amount"],
    ],
  },
  {
    queries: [
      ["page=1&limit=1", "page=2&limit=1", "page=1&size=1", "page=1&per_page=1"],
      ["page=1&pageSize=1", "page=1&page_size=1", "page=0&size=1"],
      ["offset=1&limit=1", "skip=1&take=1", "start=0&end=1", "from=0&to=1", "_start=0&_end=1"],
      ["first=1&after=0", "limit=0"],
      ["format=csv", "format=xml", "output=csv", "envelope=true", "wrap=true", "pretty=true"],
      ["callback=f", "jsonp=f", "fields=id", "expand=pet", "embed=pet"],
      ["summary=true", "count_only=true", "countOnly=true", "meta=true", "view=compact"],
      ["stream=true", "v=2", "version=2", "api-version=2", "api_version=2"],
    ],
  },
  {
    values: ["{last}"],
    names: [
      ["cursor", "after", "before", "since", "since_id", "sinceId", "max_id", "min_id"],
      ["starting_after", "startingAfter", "ending_before", "endingBefore", "next", "previous"],
      ["next_token", "nextToken", "page_token", "pageToken"],
      ["continuation", "continuationToken", "continue", "marker"],
      ["lastId", "last_id", "fromId", "from_id", "startKey", "exclusiveStartKey"],
      ["token", "bookmark", "anchor", "%24skiptoken"],
      ["page%5Bafter%5D", "page%5Bcursor%5D", "offsetId", "scroll"],
    ],
  },
];

const UNFILTERED: readonly Parameters[] = [
  {
    // No order is likely to have this value.
    values: ["987654321"],
    names: [
      ["customerId", "customer_id", "userId", "user_id", "accountId", "account_id"],
      ["ownerId", "owner_id", "storeId", "store_id", "shopId"],
      ["tenantId", "tenant_id", "clientId", "client_id", "categoryId", "category_id"],
      ["parentId", "batchId", "paymentId", "invoiceId"],
      ["quantity", "minQuantity", "min_quantity", "quantity_gte"],
    ],
  },
  {
    values: ["nothing-has-this"],
    names: [
      ["q", "query", "search", "s", "filters", "where", "name", "keyword", "keywords", "text"],
      ["term", "tag", "tags", "category", "type", "kind", "customer", "user", "owner"],
      ["species", "animal", "pet", "sku", "store", "region", "contains", "match", "like"],
      ["only", "select", "include", "exclude", "sparse", "view", "scope"],
      ["group", "priority", "color", "channel", "source"],
    ],
  },
  {
    queries: [
      ["filter=complete:true", "ids%5B%5D=987654321", "id%5B%5D=987654321"],
      ["id__in=987654321", "id=eq.987654321"],
      ["status%5B%5D=nothing", "status%5Beq%5D=nothing", "status__eq=nothing"],
      ["status.eq=nothing", "filters%5Bstatus%5D=nothing", "filter.status=nothing"],
      ["where%5Bstatus%5D=nothing", "filter%5Bid%5D=987654321", "filter%5Bquantity%5D=987654321"],
      ["quantity%5Bgte%5D=987654321", "quantity__gte=987654321", "quantity_gt=987654321"],
      ["shipDate%5Bgte%5D=9999-12-31T00:00:00Z", "shipDate_gte=9999-12-31T00:00:00Z"],
      ["shipDate__gte=9999-12-31T00:00:00Z", "createdAt=9999-12-31T00:00:00Z"],
      ["created_at=9999-12-31T00:00:00Z", "modifiedAfter=9999-12-31T00:00:00Z"],
      ["dateAfter=9999-12-31T00:00:00Z", "from_date=9999-12-31", "fromDate=9999-12-31"],
      ["to_date=0001-01-02", "toDate=0001-01-02", "date=0001-01-02", "year=0001"],
      ["%24search=nothing-has-this", "isComplete=true", "is_complete=true", "fulfilled=true"],
      ["archived=true", "deleted=true", "mine=true", "latest=true", "distinct=petId", "sample=1"],
      ["maxQuantity=-1", "pending=true", "shipped=true", "active=false"],
      ["filter%5Bstatus%5D=nothing", "filter%5Bcomplete%5D=true", "filter%5BpetId%5D=0"],
      ["%24filter=complete%20eq%20true"],
    ],
  },
  {
    values: ["pending", "shipped", "placed", "approved", "delivered", "cancelled"],
    names: [["status", "state", "orderStatus", "order_status"]],
  },
  {
    values: ["true", "false"],
    names: [["complete", "completed"]],
  },
  {
    values: ["{absent}"],
    names: [["id", "ids", "orderId", "order_id", "petId", "pet_id", "petid"]],
  },
  {
    values: ["9999-12-31T00:00:00Z"],
    names: [
      ["updatedSince", "updated_since", "modifiedSince"],
      ["createdAfter", "created_after", "updatedAfter", "updated_after"],
      ["startDate", "start_date", "dateFrom", "date_from", "minDate", "shipDateFrom"],
      ["from", "after", "since"],
    ],
  },
  {
    values: ["0001-01-02T00:00:00Z"],
    names: [
      ["updatedBefore", "createdBefore", "created_before"],
      ["endDate", "end_date", "dateTo", "date_to", "maxDate", "shipDate", "ship_date"],
      ["to", "before", "until", "shippedBefore"],
    ],
  },
];

/** Each group is sent with a list. */
export const PAGING_HEADERS: readonly (readonly Header[])[] = [
  headersOf({ "items=0-0": ["Range"] }),
  headersOf({ "orders=0-0": ["Range"] }),
  headersOf({
    "1": ["X-Limit", "X-Per-Page", "X-Page-Size"],
    "2": ["X-Page"],
    "maxpagesize=1": ["Prefer"],
    de: ["Accept-Language"],
  }),
];

/** Parameters in one query: few enough that one rarely hides the effect of another. */
const GROUP_SIZE = 24;
/** Parameters in a group for a long list, which is asked for less often: few enough that most servers accept the address. */
const LONG_GROUP_SIZE = 8 * GROUP_SIZE;

function queriesOf(parameters: Parameters): readonly string[] {
  if ("queries" in parameters) return parameters.queries.flat();
  const names = parameters.names.flat();
  return parameters.values.flatMap((value) => names.map((name) => `${name}=${value}`));
}

/** Groups of queries that are sent as one, in which each name occurs once. */
function groupsOf(parameters: readonly Parameters[], size: number): readonly (readonly string[])[] {
  const groups: { readonly queries: string[]; readonly names: Set<string> }[] = [];
  for (const query of parameters.flatMap(queriesOf)) {
    const names = query.split("&").map((pair) => pair.split("=")[0]!);
    const isOpen = (group: (typeof groups)[number]) =>
      group.queries.length < size && names.every((name) => !group.names.has(name));

    const open = groups.find(isOpen);
    const group = open ?? { queries: [], names: new Set() };
    if (open === undefined) groups.push(group);
    group.queries.push(query);
    for (const name of names) group.names.add(name);
  }
  return groups.map(({ queries }) => queries);
}

export const LIST_QUERIES = {
  "list-unpaged": groupsOf(UNPAGED, GROUP_SIZE),
  "list-unfiltered": groupsOf(UNFILTERED, GROUP_SIZE),
};

export const QUERIES_OF_LONG_LISTS = {
  "list-unpaged": groupsOf(UNPAGED, LONG_GROUP_SIZE),
  "list-unfiltered": groupsOf(UNFILTERED, LONG_GROUP_SIZE),
};
