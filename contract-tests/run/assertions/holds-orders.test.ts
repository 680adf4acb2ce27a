import { gzipSync } from "node:zlib";
import { expect, test } from "playwright/test";
import { sampleExchange } from "../../testing/sample-exchange.ts";
import { createFindings } from "./finding.ts";
import { holdsOrder, holdsOrders } from "./holds-orders.ts";
import { OrderIndex, type OrderList } from "./order-list.ts";
import { expectOrderList, readOrderList } from "./order-list-body.ts";

const order = (id: number | string) =>
  `{"id":${id},"petId":7,"quantity":1,"shipDate":"2026-01-${10 + (Number(id) % 10)}T10:00:00Z","complete":false}`;

function listIn(body: string): OrderList {
  const exchange = sampleExchange({}, { body });
  const reading = readOrderList(exchange.response!, [], new OrderIndex());
  return expectOrderList(exchange, exchange.response!, reading, createFindings().recorder)!;
}
const listOf = (...ids: number[]): OrderList => listIn(`[${ids.map(order).join()}]`);
const LIST = listOf(1, 2, 3, 4, 5, 6);
const gzipped = (body: string) =>
  ({ headers: [["Content-Encoding", "gzip"]], body: gzipSync(body) }) as const;

const DATED = "1,2026-01-11T10:00\n2,2026-01-12T10:00\n";
const LONG_IDS = listOf(12_345_678, 12_345_679);
const SHORT_IDS = listOf(1_234_567, 1_234_568);
const WITHOUT_IDS = listIn('[{"petId":1},{"petId":2}]');
const DATES_AS_NUMBERS = listIn('[{"id":1,"shipDate":1},{"id":2,"shipDate":2}]');

for (const [what, body, list, expected] of [
  ["the list", `[${[1, 2, 3, 4, 5, 6].map(order).join()}]`, LIST, true],
  ["two orders of it, in wrappers", `{"a":{"b":[${order(1)}]},"c":${order(6)}}`, LIST, true],
  ["one order of it, as an example has", `[${order(1)},${order(1)}]`, LIST, false],
  ["the only order there is", `[${order(1)}]`, listOf(1), true],
  ["orders of another list", `[${order(17)},${order(18)}]`, LIST, false],
  ["ids alone", '[{"id":1},{"id":2}]', LIST, false],
  ["ids as texts", `[${order('"1"')},${order('"2"')}]`, LIST, false],
  ["an empty list, where no order is listed", "[]", listOf(), false],
  ["a page without orders, where none is listed", "<html>", listOf(), false],
  ["nothing", "", LIST, false],
  ["a table", `${DATED}3,x\n4,x\n5,x`, LIST, true],
  ["a table without the fifth order", `${DATED}3,x\n4,x\n6,x`, LIST, false],
  ["a table with one date", "1,2026-01-11T10:00\n2,x\n3,x\n4,x\n5,x", LIST, false],
  ["a table without dates, of long ids", "12345678,x 12345679", LONG_IDS, true],
  ["a table without dates, of ids that are shorter", "1234567,x 1234568", SHORT_IDS, false],
  ["a page, where the listed orders have no ids", "<html>", WITHOUT_IDS, false],
  ["a page, where dates are numbers", "1, 2", DATES_AS_NUMBERS, false],
] as [string, string, OrderList, boolean][])
  test(`${what}: ${expected ? "orders" : "no orders"} are shown`, () => {
    expect(holdsOrders(sampleExchange({}, { body }), list)).toBe(expected);
    expect(holdsOrders(sampleExchange({}, gzipped(body)), list)).toBe(expected);
  });

test("a call without a response, and one in an unknown coding, show no orders", () => {
  expect(holdsOrders(sampleExchange({}), LIST)).toBe(false);
  expect(holdsOrder(sampleExchange({}), 17)).toBe(false);
  const coded = {
    headers: [["Content-Encoding", "zstd"]],
    body: `[${order(1)},${order(2)}]`,
  } as const;
  expect(holdsOrders(sampleExchange({}, coded), LIST)).toBe(false);
});

for (const [what, body, expected] of [
  ["the order", order(17), true],
  ["the order in a wrapper", `{"data":${order(17)}}`, true],
  ["the order in two wrappers", `{"data":{"order":${order(17)}}}`, false],
  ["another order", order(18), false],
  ["an Error with its id", '{"id":17,"code":"a","message":"b","status":404}', false],
  ["a list with the order", `[${order(17)}]`, false],
  ["no JSON", "17", false],
] as const)
  test(`order 17 is ${expected ? "" : "not "}shown by ${what}`, () => {
    expect(holdsOrder(sampleExchange({}, { body }), 17)).toBe(expected);
    expect(holdsOrder(sampleExchange({}, gzipped(body)), 17)).toBe(expected);
  });
