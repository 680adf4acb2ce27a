import { expect, test } from "playwright/test";
import { match } from "./match.ts";
import { OPERATIONS } from "./operations.ts";

test("a method and a path have an operation, and an exact order id", () => {
  expect(match("GET", "/store/orders").operation?.id).toBe("listOrders");
  expect(match("DELETE", "/store/orders/9223372036854775807")).toEqual({
    operation: OPERATIONS.cancelOrder,
    path: "/store/orders/{orderId}",
    parameter: "9223372036854775807",
    isValid: true,
    orderId: 9223372036854775807n,
    allowed: expect.arrayContaining(["DELETE"]),
  });
  expect(match("DELETE", "/store/orders/-1").orderId).toBe(-1n);
  expect(match("DELETE", "/store/orders/%31%37").orderId).toBe(17n);
  expect(match("GET", "/pets/7")).toMatchObject({
    operation: OPERATIONS.getPet,
    parameter: "7",
    isValid: true,
    orderId: undefined,
  });
});

test("a path has its methods, whatever the method of the call", () => {
  expect(match("PATCH", "/store/orders")).toMatchObject({ operation: undefined, allowed: ["GET"] });
  expect(match("PATCH", "/store/orders/17")).toMatchObject({ operation: undefined, orderId: 17n });
  expect(match("delete", "/store/orders/17").operation).toBeUndefined();
});

test("text that is not an int64 in decimal digits is not an order id", () => {
  for (const id of ["9223372036854775808", "12abc", "1.5", "0x11", "1e3", "+1", "01", "-0", "%zz"])
    expect(match("DELETE", `/store/orders/${id}`), id).toMatchObject({
      operation: OPERATIONS.cancelOrder,
      isValid: false,
      orderId: undefined,
    });
});

test("other paths have no method", () => {
  for (const path of ["", "/store/orders/", "/store/orders/1/2", "/STORE/orders", "/pets"])
    expect(match("GET", path), path).toMatchObject({ path: undefined, allowed: [] });
});
