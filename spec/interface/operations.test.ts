import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { OPERATIONS, routePath } from "./operations.ts";

const document = parse(readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8"));

test("a path has an operation and an exact order id", () => {
  expect(routePath("/store/orders")?.operation.id).toBe("listOrders");
  expect(routePath("/store/orders/9223372036854775807")).toMatchObject({ orderId: 9223372036854775807n });
  expect(routePath("/store/orders/-1")?.orderId).toBe(-1n);
  expect(routePath("/store/orders/%31%37")?.orderId).toBe(17n);
  expect(routePath("/pets/7")?.operation.id).toBe("getPet");
});

test("text that is not an int64 in decimal digits is not an order id", () => {
  for (const id of ["9223372036854775808", "abc", "12abc", "1.5", "0x11", "1e3", "+1", "01", "-0", "%zz", "%20" + "17"])
    expect(routePath(`/store/orders/${id}`), id).toMatchObject({
      operation: OPERATIONS.cancelOrder,
      orderId: undefined,
    });
});

test("other paths have no route", () => {
  for (const path of [
    "/",
    "",
    "/store",
    "/store/orders/",
    "/store/ordersx",
    "/store/orders/1/2",
    "/STORE/orders",
    "/pets",
    "/pets/",
    "/pets/1/2",
  ])
    expect(routePath(path), path).toBeUndefined();
});

test("the operations are those of the OpenAPI document", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
  expect(described).toEqual(Object.values(OPERATIONS));
  expect(document.info.version).toBe("1.0.0");
  expect(document.paths["/pets/{petId}"].get.deprecated).toBe(true);
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.paths["/store/orders/{orderId}"].delete.responses["409"].content).toBeUndefined();
});
