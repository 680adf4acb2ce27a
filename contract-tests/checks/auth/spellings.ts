/** Other spellings of contract addresses, and other addresses under which services show orders. */

/** Below the base address. */
export const LIST_SPELLINGS = [
  "/store/orders/",
  "/store/orders//",
  "/store//orders",
  "//store/orders",
  "/pets/../store/orders",
  "/pets/%2e%2e/store/orders",
  "/pets/..;/store/orders",
  "/%73tore/%6frders",
  "/store%2Forders",
  "/store/orders%2F",
  "/store/orders%20",
  "/store/orders%00",
  "/store/orders.",
  "/STORE/ORDERS",
  "/store/orders;x=1",
  "/store;x=1/orders",
  "/store/orders.json",
  "/store/orders.xml",
  "/store/orders.csv",
  "/store\\orders",
  "/orders",
  "/v1/store/orders",
  "/store/orders/export",
] as const;
