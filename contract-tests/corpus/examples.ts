/**
 * The examples of spec/rulings.md: variants for which an engineer may ask why a run blames them, or
 * why not.
 */
import type { AdviceId } from "../tables/advice-ids.ts";

/**
 * A row of variants with one verdict. `why` defaults to the variants' reading of the contract; a
 * fault has none.
 */
export interface Example {
  readonly titles: readonly string[];
  readonly why?: string;
}

const example = (...titles: readonly string[]): Example => ({ titles });
const because = (why: string, ...titles: readonly string[]): Example => ({ titles, why });

/** Examples by section. Each advice that a variant shows has one row. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  "Lists and orders": [
    because("version 1 has no pages", "Range: items=… gets a 206 with the first ten orders."),
    because("it declares the list a page", "A Link header names a next page of the list."),
    example("X-Total-Count is greater than the list."),
    example("Every list has twelve orders: when one is cancelled, another appears."),
    example("The query parameter limit gets 400."),
    example("With envelope=true the list is in an object."),
    because("an empty list is a 200 with `[]`", "An empty list is a 204."),
    example("Some orders are {}."),
    example("Every order has pet_id and ship_date in the place of petId and shipDate."),
    because("a field may be absent, but null is no int64", "petId is null in every order."),
    example("Every order has quantity twice, with the same value."),
    because("an int64 is a number", "Ids are strings."),
    because(
      "clients that keep ids as text read other ids",
      "Ids are written with the exponent e0.",
    ),
    example("quantity is written as 2.0.", "quantity is written as 2e0."),
    example(
      "shipDate is 2026-03-01T10:00:00.",
      "shipDate is 2026-03-01 10:00:00Z.",
      "shipDate is 2026-03-01T10:00:00z.",
      "shipDate is 20260301T100000Z.",
      "shipDate is 2026-03-01T10:00Z.",
      "shipDate is 2026-03-01T24:00:00Z.",
      "shipDate is 2026-03-01T10:00:00,5Z.",
    ),
    because(
      "no standard has the form",
      'shipDate is "2026-03-01 10:00:00" in the first order.',
      'shipDate is "2026-03-01T10:00:00+0100" in the last order.',
    ),
    example("The base address ends in /api.", "The base address ends in /V1."),
  ],
  "Texts in the place of an id": [
    example(
      "+17 cancels 17.",
      "017 cancels 17.",
      "17. cancels 17.",
      "17.0 cancels 17.",
      "17.json cancels 17.",
      "17;v=a cancels 17.",
      "17%2F cancels 17.",
      "0x11 cancels 17.",
      "1.7e1 cancels 17.",
      "%D9%A1%D9%A7 cancels 17.",
      "%EF%BC%91%EF%BC%97 cancels 17.",
    ),
    because(
      "no client of the contract sends it",
      "17abc cancels 17.",
      "abc17 cancels 17.",
      "17.5 cancels 17.",
      "1,7 cancels 17.",
      "17d cancels 17.",
      "17-- cancels 17.",
      "17:cancel cancels 17.",
      "order:17 cancels 17.",
      "17%0Aabc cancels 17.",
      "17%00xyz cancels 17.",
      "17%23xyz cancels 17.",
      "%2531%2537 cancels 17.",
    ),
    example("A malformed id gets 404 with HTML."),
    example("A malformed id gets 400 before the key is checked."),
    example("A malformed id gets 500 with a stack trace.", "A malformed id resets the connection."),
    because("the id ends the service", "After a malformed id every request with the key gets 502."),
    example("An unknown id below 1 gets 400."),
    because(
      "every positive int64 may be an id",
      "The cancellation of an unknown id is answered with 400.",
    ),
  ],
  Authentication: [
    because(
      "the key is checked first",
      "An unknown id gets 404 before the key is checked.",
      "A shipped id gets 409 before the key is checked.",
    ),
    because(
      "the contract has 401 for it",
      "Listing the orders without a valid key gets 302 in place of 401.",
      "Listing the orders without a valid key gets 403 in place of 401.",
    ),
    example(
      "The pets operation gets 404 without a key.",
      "The pets operation gets 410 without a key.",
      "The pets operation gets 302 without a key.",
    ),
    because("a strange key is a wrong key: 401", "A key with a quotation mark gets 500."),
    example("A key with SQL, JSON or a script gets 403 in HTML."),
    because(
      "frameworks read headers in different ways",
      "The scheme without a key gets 400.",
      "The list accepts the key with a no-break space behind it.",
    ),
    example(
      "The key is also accepted as the user of Basic.",
      "The key is also accepted with the scheme Token.",
      "The key is also accepted without a scheme.",
      "The key is also accepted in X-API-Key.",
      "The key is also accepted as api_key in the query.",
      "The key is also accepted in a cookie.",
    ),
    example("The message of a 401 contains the key that was sent."),
    example("HEAD of the list gets 200 without a key."),
    because("an ETag is no key", "A list call with a current ETag gets 304 without a key."),
    because("it is valid: others are served", "The good key is refused in every seventh request."),
    example("After 25 wrong keys every wrong key gets 403."),
    example("The key may only list: every cancellation with it gets 403."),
  ],
  Cancelling: [
    because(
      "this order is pending",
      "A cancellation gets 409 where another order has been cancelled since the store was read.",
    ),
    because(
      "it is no longer pending",
      "A cancelled order leaves the list and can be cancelled again: 204.",
    ),
    example(
      "The second cancellation of an order gets 410.",
      "The second cancellation of an order gets 422.",
      "The second cancellation of an order gets 423.",
    ),
    example(
      "Every second list is a copy that is 1900 ms old: a cancelled order goes and comes back.",
    ),
    example("Each cancellation moves the dates of the pending orders."),
    example("A release in the middle of the run drops the quantity of all orders."),
    because(
      "it happens beside each cancellation, at no other time",
      "Each cancellation takes the customers' orders of the same pet with it.",
    ),
    example("The first cancellation, and no other, changes the quantity of a customer's order."),
  ],
  "Errors and bodies": [
    example(
      "The 409 has HTML as its body.",
      "The 409 has an object that is not an Error as its body.",
    ),
    because(
      "the contract has application/json",
      "The Error in the 404 is labelled as application/problem+json.",
    ),
    example("Errors have further members."),
    because("JSON is UTF-8", "The list is labelled as charset=iso-8859-1, correctly."),
    example("The list starts with a byte order mark."),
    example("The list is compressed, whatever the request accepts."),
    example("The list is a 203."),
    example("The 204 has a Content-Length of 2 and no body."),
  ],
  "Traffic and gateways": [
    example("The second list is a 502 of a gateway; no other is."),
    example("The first call gets a 429.", "The connection of the first call is reset."),
    because("the key follows no redirect", "The second list is a 307 to another host."),
    example(
      "After 30 calls every call gets 403.",
      "After 30 calls every call gets 402.",
      "After 30 calls every call gets 401.",
    ),
    example("After 2 cancellations the whole store is reset."),
    example("All orders that were provided are used up."),
    because("what needs more orders is unproven", "Two shipped orders were provided as pending."),
    example("Another run cancels the orders that were provided, from list 5 on."),
    example("The sunset of the pets operation is 89 days away."),
  ],
};

/** Advice that no variant shows, and when it is given. */
export const WITHOUT_EXAMPLE: Readonly<Partial<Record<AdviceId, string>>> = {
  "absent-id-taken": "an id that you gave as absent is an order",
  "list-lags": "one list lacks orders of others",
  "key-elsewhere": "in watched traffic",
  "unusual-status": "in watched traffic",
};
