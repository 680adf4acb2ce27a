import { expect, test } from "playwright/test";
import { list } from "../testing/policy-rules.ts";

/** Returns the ids among 0 to 99 that a list shows. */
function shown(body: string): bigint[] | undefined {
  const ids = list(body);
  return (
    ids &&
    Array.from({ length: 100 }, (_, id) => BigInt(id)).filter((id) =>
      ids.confusable(new Set([id])).includes(id),
    )
  );
}

const AT = '"at":"2026-01-30T21:22:23Z"';
for (const [title, body, ids] of [
  ["of the contract", `[{"id":17,"petId":3,"quantity":2,${AT},"discount":0}]`, [17n]],
  [
    "with names in another spelling",
    '[{"ID":1},{"orderId":2},{"order_id":3},{"_id":"4"},{"ORDER-ID":5},{"ids":[6,7]}]',
    [1n, 2n, 3n, 4n, 5n, 6n, 7n],
  ],
  ["with an escaped name", '[{"\\u0069d":17,"n":3}]', [17n]],
  ["with other ids", '[{"id":17,"petId":3,"pet_id":4,"storeId":5,"paid":6,"idx":7}]', [17n]],
  ["with ids of inner objects", '[{"id":17,"customer":{"id":0},"items":[{"id":1}]}]', [17n]],
  ["with ids in texts", '[{"id":"ord-31"},{"id":"-32"},{"id":"33"}]', [31n, 33n]],
  ["with an exponent or a fraction", '[{"id":1.8e1},{"id":19.0},{"id":1e400}]', [18n, 19n]],
  ["in an envelope", '{"data":{"orders":[{"id":17,"n":3}]},"total":1}', [1n, 3n, 17n]],
  ["with an order in each element", '[{"order":{"id":17,"n":3,"petId":4}}]', [3n, 17n]],
  [
    "without names of ids",
    `{"rows":[[17,3],["ref-18"]],"petId":19,"quantity":20,${AT}}`,
    [3n, 17n, 18n],
  ],
  ["of bare numbers", "[17,1.8e1]", [17n, 18n]],
  ["with ids that are null", '[{"id":null,"number":17,"customer":{"id":3}}]', [3n, 17n]],
  ["without orders", "[]", []],
  // These are not JSON.
  ["with a comma too many", '[{"id":17,"petId":3,"n":4,},]', [4n, 17n]],
  ["with a comma too many in an envelope", '{"data":[{"id":17,}]}', [17n]],
  ["with names without quotes", "[{id:17,n:4},{id:'18'}]", [4n, 17n, 18n]],
  ["with no name of an id", `[{"number":17,"quantity":3,${AT},}]`, [17n]],
] as [string, string, bigint[]][])
  test(`the ids of a list ${title}`, () => {
    expect(shown(body)).toEqual(ids);
  });

test("a long number and a long text that are not a list are read at once", () => {
  expect(list(`[${"9".repeat(5_000_000)}]`)?.confusable(new Set([9n]))).toEqual([]);
  expect(list(`[1,${" ".repeat(17 << 20)}]`)).toBe(undefined);
  expect(list(`[1${" ".repeat(17 << 20)}]`)?.confusable(new Set([1n]))).toEqual([1n]);
});

test("bytes that do not look like JSON in UTF-8 are not a list", () => {
  for (const body of ["", "<html>", '[{"id":1}', '"a']) expect(list(body), body).toBeUndefined();
  expect(list(Buffer.from('[{"id":5}]', "utf16le"))).toBeUndefined();
  expect(list(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBeUndefined();
});

test("ids that are equal as a double or in 32 bits are confusable, multiples of 2^32 are not", () => {
  const ids = list(
    '[{"id":9007199254740992},{"id":4294967313},{"id":-5},{"id":8589934592},{"id":0}]',
  );
  expect(ids?.confusable(new Set([9007199254740993n]))).toEqual([9007199254740992n]);
  expect(ids?.confusable(new Set([17n]))).toEqual([4294967313n]);
  expect(ids?.confusable(new Set([4294967291n]))).toEqual([-5n]);
  expect(ids?.confusable(new Set([4294967296n]))).toEqual([]);
  expect(ids?.confusable(new Set([0n]))).toEqual([0n]);
});
