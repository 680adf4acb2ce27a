/**
 * Other spellings of the contract's addresses, which open the orders of some services without a
 * key.
 */
import { BASE_PATH } from "../../spec/base-address.ts";
import type { Table } from "./table.ts";

/**
 * Other spellings of the address of the list, and other addresses below the base address at which
 * services have the list.
 */
export const LIST_SPELLINGS: Table<string> = {
  clauses: ["list-unauthorized"],
  unit: "addresses",
  quiet: ["/store/orders/", "/store/orders.json"],
  usual: [
    "/STORE/ORDERS",
    "//store/orders",
    "/%73tore/%6frders",
    "/store%2Forders",
    // Tomcat removes path parameters before it reads the dots.
    "/pets/..;/store/orders",
  ],
  thorough: [
    "/store/orders/export",
    "/store/orders%20",
    "/store/orders.xml",
    "/store//orders",
    "/pets/../store/orders",
    "/pets/%2e%2e/store/orders",
    "/store/orders%00",
    "/store/orders.",
    "/store\\orders",
    "/store%5Corders",
    "/store/orders/.",
    "/%2573tore/orders",
    "/orders",
    `${BASE_PATH}/store/orders`,
  ],
};

/**
 * Addresses that a cache takes for a file, and a router for the list. `{name}` stands for a name
 * that nobody else asks for.
 */
export const FILE_SPELLINGS: Table<string> = {
  clauses: ["list-unauthorized"],
  unit: "addresses",
  thorough: ["/store/orders/{name}.css", "/store/orders;{name}.css", "/store/orders.csv"],
};

/**
 * With `callback`, a service returns the list as a script that a page can load; the other
 * parameters open what is meant for tests.
 */
export const OPENING_QUERIES: Table<string> = {
  clauses: ["list-unauthorized"],
  unit: "parameters",
  usual: ["callback=f&format=json&debug=true&public=true"],
};

/**
 * Spellings of the address of an order with letters, slashes, escapes and parameters that some
 * routers ignore or decode. The policy lets them through for a pending order, without a key. None
 * has a digit after those of the id.
 */
export const CANCEL_SPELLINGS: Table<string> = {
  clauses: ["cancel-unauthorized", "auth-no-effect"],
  unit: "addresses",
  usual: [
    "/store//orders/{id}",
    "//store/orders/{id}",
    "/Store/Orders/{id}",
    "/%73tore/orders/{id}",
  ],
  thorough: ["/store%2Forders/{id}", "/store/orders/{id};x=y"],
};
