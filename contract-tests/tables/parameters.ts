/**
 * Parameters by which common interfaces filter, page and reshape lists, with values that would
 * leave out some order, by the clause that support for them violates. `{last}` is the last listed
 * id, `{absent}` an id that no order has. All are percent-encoded.
 */
import type { Table } from "./table.ts";

/** Names, with similar ones in one line. */
type Names = readonly (readonly string[])[];

/** Parameters that say how many orders are shown. */
const SIZES: Names = [
  ["limit", "per_page", "perPage", "perpage"],
  ["page_size", "pageSize", "pagesize", "page-size", "size", "count"],
  ["max", "max_results", "maxResults", "max-results"],
  ["top", "%24top", "take", "first", "last", "rows", "_limit", "_end", "_per_page"],
  ["results", "resultsPerPage", "n", "l", "batch", "batchSize", "chunk", "range", "length"],
  ["endIndex", "to", "itemsPerPage", "items_per_page", "page%5Bsize%5D", "page%5Blimit%5D"],
  ["maxItems", "max_items", "num", "number", "block", "slice", "ps"],
  ["pageLimit", "limitTo", "pageCount", "amount"],
];

/** Parameters that say which order is the first. */
const BEGINNINGS: Names = [
  ["offset", "page", "skip", "%24skip", "start", "_offset", "_page", "_start"],
  ["pageNumber", "page_number", "pageIndex", "pageNo", "pagenum", "p", "pn", "index"],
  ["startIndex", "start_index", "startAt", "start_at", "from"],
  ["page%5Bnumber%5D", "page%5Boffset%5D"],
];

/** Parameters that say after which order the list continues. */
const CURSORS: Names = [
  ["cursor", "after", "before", "since", "since_id", "sinceId", "max_id", "min_id"],
  ["starting_after", "startingAfter", "ending_before", "endingBefore", "next", "previous"],
  ["next_token", "nextToken", "page_token", "pageToken"],
  ["continuation", "continuationToken", "continue", "marker"],
  ["lastId", "last_id", "fromId", "from_id", "startKey", "exclusiveStartKey"],
  ["token", "bookmark", "anchor", "%24skiptoken"],
  ["page%5Bafter%5D", "page%5Bcursor%5D", "offsetId", "scroll"],
];

const NUMBERS: Names = [
  ["customerId", "customer_id", "userId", "user_id", "accountId", "account_id"],
  ["ownerId", "owner_id", "storeId", "store_id", "shopId"],
  ["tenantId", "tenant_id", "clientId", "client_id", "categoryId", "category_id"],
  ["parentId", "batchId", "paymentId", "invoiceId"],
  ["quantity", "minQuantity", "min_quantity", "quantity_gte"],
];

const PARAMETER_WORDS: Names = [
  ["q", "query", "search", "s", "filters", "where", "name", "keyword", "keywords", "text"],
  ["term", "tag", "tags", "category", "type", "kind", "customer", "user", "owner"],
  ["species", "animal", "pet", "sku", "store", "region", "contains", "match", "like"],
  ["only", "select", "include", "exclude", "sparse", "view", "scope"],
  ["group", "priority", "color", "channel", "source"],
];

const STATE_NAMES: Names = [["status", "state", "orderStatus", "order_status"]];
const COMPLETE: Names = [["complete", "completed"]];

const ID_NAMES: Names = [["id", "ids", "orderId", "order_id", "petId", "pet_id", "petid"]];

const DATES_FROM: Names = [
  ["updatedSince", "updated_since", "modifiedSince"],
  ["createdAfter", "created_after", "updatedAfter", "updated_after"],
  ["startDate", "start_date", "dateFrom", "date_from", "minDate", "shipDateFrom"],
  ["from", "after", "since"],
];

const DATES_TO: Names = [
  ["updatedBefore", "createdBefore", "created_before"],
  ["endDate", "end_date", "dateTo", "date_to", "maxDate", "shipDate", "ship_date"],
  ["to", "before", "until", "shippedBefore"],
];

/** Whole queries. So are the tables that follow. */
const SHAPES: Names = [
  ["format=csv", "output=csv", "envelope=true", "wrap=true", "pretty=true"],
  ["callback=f", "jsonp=f", "fields=id", "expand=pet", "embed=pet"],
  ["summary=true", "count_only=true", "countOnly=true", "meta=true", "view=compact"],
  ["stream=true", "v=2", "version=2", "api-version=2", "api_version=2"],
  // Some services page a list only if they sort it.
  ["sort=id", "order=asc"],
];

const PAGES: Names = [
  ["page=2&limit=1", "skip=1&take=1", "start=0&end=1", "from=0&to=1", "_start=0&_end=1"],
  ["page=1&limit=1", "page=1&size=1", "page=1&per_page=1", "first=1&after=0"],
  ["page=1&pageSize=1", "page=1&page_size=1", "page=0&size=1"],
  ["offset=1&limit=1", "limit=0", "format=xml"],
];

const FILTERS: Names = [
  ["filter=complete:true", "ids%5B%5D=987654321", "id%5B%5D=987654321"],
  ["id__in=987654321"],
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
];

function withValue(value: string, names: Names): readonly string[] {
  return names.flat().map((name) => `${name}=${value}`);
}

/** Sent with a list and the good key. */
export const LIST_PARAMETERS: readonly Table<string>[] = [
  {
    clauses: ["list-unpaged"],
    unit: "parameters",
    quiet: [
      ...withValue("1", SIZES),
      ...withValue("2", BEGINNINGS),
      ...SHAPES.flat(),
      ...withValue("{last}", CURSORS),
    ],
    thorough: [...withValue("2", SIZES), ...withValue("1", BEGINNINGS), ...PAGES.flat()],
  },
  {
    clauses: ["list-unfiltered"],
    unit: "parameters",
    quiet: [
      // No order is likely to have these values.
      ...withValue("987654321", NUMBERS),
      ...withValue("nothing-has-this", PARAMETER_WORDS),
      ...FILTERS.flat(),
      ...withValue("pending", STATE_NAMES),
      ...withValue("placed", STATE_NAMES),
      ...withValue("true", COMPLETE),
      ...withValue("false", COMPLETE),
      ...withValue("{absent}", ID_NAMES),
      ...withValue("9999-12-31T00:00:00Z", DATES_FROM),
      ...withValue("0001-01-02T00:00:00Z", DATES_TO),
    ],
    thorough: [
      // The syntax of PostgREST.
      "id=eq.987654321",
      ...withValue("shipped", STATE_NAMES),
      ...withValue("approved", STATE_NAMES),
      ...withValue("delivered", STATE_NAMES),
      ...withValue("cancelled", STATE_NAMES),
    ],
  },
];
