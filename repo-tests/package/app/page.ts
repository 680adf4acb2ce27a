/** An app that works offline: its orders come from the service worker. */
import { worker } from "orders-kit/browser";
import { EDGE_IDS } from "orders-kit/fixtures";
import { type Order, parseJson } from "orders-kit/json";
import { scenarios } from "orders-kit/scenarios";

await worker.start({ quiet: true });
const response = await fetch("http://127.0.0.1:4010/v1/store/orders", {
  headers: { authorization: "Bearer demo-key" },
});
const orders = parseJson<Order[]>(await response.text());
const expected = scenarios.default?.orders.count;
const exact = orders.some(({ id = 0n }) => id === 2n ** 53n + 1n && EDGE_IDS.includes(id));
document.title = orders.length === expected && exact ? "offline" : "wrong";
