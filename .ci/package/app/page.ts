/** An app that is offline: its orders come from the service worker. */
import { worker } from "orders-kit/browser";
import { EDGE_IDS } from "orders-kit/fixtures";
import { scenarios } from "orders-kit/scenarios";

await worker.start({ quiet: true });
const response = await fetch("http://127.0.0.1:4010/v1/store/orders", {
  headers: { authorization: "Bearer demo-key" },
});
const orders: unknown[] = await response.json();
const expected = scenarios.default?.orders.count;
document.title = orders.length === expected && EDGE_IDS.length > 0 ? "offline" : "wrong";
