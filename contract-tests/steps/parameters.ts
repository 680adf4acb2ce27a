/** The parameters and headers by which common interfaces filter, page and reshape lists, with values that would leave out some listed order. */
import type { OutgoingCall } from "../client/exchange.ts";

/**
 * By the clause that a deployment violates which supports one of them: values, and the names of the parameters that are sent with each of
 * these. Without a value: whole queries, which have parameters that belong together, or one name with one value. `{last}` is the last
 * listed id, `{absent}` an id that no order has. All are separated by spaces and percent-encoded.
 */
export const LIST_PARAMETERS: Readonly<
  Record<"list-unpaged" | "list-unfiltered", Readonly<Record<string, string>>>
> = {
  "list-unpaged": {
    "1 2": `limit offset page per_page perPage perpage page_size pageSize pagesize page-size size count max
      max_results maxResults max-results top %24top skip %24skip take first last rows start _limit _offset
      _page _start _end _per_page results resultsPerPage pageNumber page_number pageIndex pageNo pagenum p
      n l batch batchSize chunk range index length startIndex start_index startAt start_at endIndex from
      to itemsPerPage items_per_page page%5Bsize%5D page%5Bnumber%5D page%5Blimit%5D page%5Boffset%5D
      maxItems max_items num number block slice pn ps pageLimit limitTo pageCount amount`,
    "": `page=1&limit=1 page=2&limit=1 page=1&size=1 page=1&per_page=1 page=1&pageSize=1 page=1&page_size=1
      page=0&size=1 offset=1&limit=1 skip=1&take=1 start=0&end=1 from=0&to=1 _start=0&_end=1 first=1&after=0
      limit=0 format=csv format=xml output=csv envelope=true wrap=true pretty=true callback=f jsonp=f
      fields=id expand=pet embed=pet summary=true count_only=true countOnly=true meta=true view=compact
      stream=true v=2 version=2 api-version=2 api_version=2`,
    "{last}": `cursor after before since since_id sinceId max_id min_id starting_after startingAfter ending_before
      endingBefore next previous next_token nextToken page_token pageToken continuation continuationToken
      continue marker lastId last_id fromId from_id startKey exclusiveStartKey token bookmark anchor
      %24skiptoken page%5Bafter%5D page%5Bcursor%5D offsetId scroll`,
  },
  "list-unfiltered": {
    "nothing-has-this": `q query search s filters where name keyword keywords text term tag tags category type kind
      customer user owner species animal pet sku store region contains match like only select include exclude
      sparse view scope group priority color channel source`,
    "": `filter=complete:true ids%5B%5D=987654321 id%5B%5D=987654321 id__in=987654321 id=eq.987654321
      status%5B%5D=nothing status%5Beq%5D=nothing status__eq=nothing status.eq=nothing filters%5Bstatus%5D=nothing
      filter.status=nothing where%5Bstatus%5D=nothing filter%5Bid%5D=987654321 filter%5Bquantity%5D=987654321
      quantity%5Bgte%5D=987654321 quantity__gte=987654321 quantity_gt=987654321
      shipDate%5Bgte%5D=9999-12-31T00:00:00Z shipDate_gte=9999-12-31T00:00:00Z
      shipDate__gte=9999-12-31T00:00:00Z createdAt=9999-12-31T00:00:00Z created_at=9999-12-31T00:00:00Z
      modifiedAfter=9999-12-31T00:00:00Z dateAfter=9999-12-31T00:00:00Z from_date=9999-12-31
      fromDate=9999-12-31 to_date=0001-01-02 toDate=0001-01-02 date=0001-01-02 year=0001 %24search=nothing-has-this
      isComplete=true is_complete=true fulfilled=true archived=true deleted=true mine=true latest=true
      distinct=petId sample=1 maxQuantity=-1 pending=true shipped=true active=false
      filter%5Bstatus%5D=nothing filter%5Bcomplete%5D=true filter%5BpetId%5D=0 %24filter=complete%20eq%20true`,
    // A value that no order is likely to have.
    "987654321": `customerId customer_id userId user_id accountId account_id ownerId owner_id storeId store_id shopId
      tenantId tenant_id clientId client_id categoryId category_id parentId batchId paymentId invoiceId
      quantity minQuantity min_quantity quantity_gte`,
    "pending shipped placed approved delivered cancelled": "status state orderStatus order_status",
    "true false": "complete completed",
    "{absent}": "id ids orderId order_id petId pet_id petid",
    "9999-12-31T00:00:00Z": `updatedSince updated_since modifiedSince createdAfter created_after updatedAfter
      updated_after startDate start_date dateFrom date_from minDate shipDateFrom from after since`,
    "0001-01-02T00:00:00Z": `updatedBefore createdBefore created_before endDate end_date dateTo date_to maxDate
      shipDate ship_date to before until shippedBefore`,
  },
};

/** Each is sent with a list. */
export const PAGING_HEADERS: readonly NonNullable<OutgoingCall["headers"]>[] = [
  [["Range", "items=0-0"]],
  [["Range", "orders=0-0"]],
  [
    ["X-Limit", "1"],
    ["X-Page", "2"],
    ["X-Per-Page", "1"],
    ["X-Page-Size", "1"],
    ["Prefer", "maxpagesize=1"],
    ["Accept-Encoding", "gzip, deflate, br"],
    ["Accept-Language", "de"],
    ["Accept", "application/json;q=0.9, */*;q=0.1"],
  ],
];
