/** Serves a program on a free port with its own orders. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { httpClient } from "../../client/http/http-client.ts";
import { usefulAbsentIds } from "../../testing/useful-absent-ids.ts";
import { initialOrders } from "../orders.ts";
import type { Mode } from "../variant.ts";
import { EXPRESS } from "./express.ts";
import { FASTIFY } from "./fastify.ts";
import { HONO } from "./hono.ts";
import type { MistakeId } from "./mistakes.ts";
import type { Stack } from "./stack.ts";
import { OrderStore } from "./store.ts";

export const STACKS = [EXPRESS, FASTIFY, HONO];

/** Customers' orders, which the gate must not cancel. */
export const CUSTOMERS = { pending: [1n, 2n, 3n, 7n, 12n], shipped: [4n, 17n, 40n] };
/**
 * No provided id equals a customer's in another notation, so the gate may send all of them. Two are
 * spare, for more rounds of parallel cancellations: on a busy machine, one round may miss a race.
 */
const PROVIDED = {
  pending: [52n, 55n, 58n, 2n ** 32n + 52n, 2n ** 53n + 1n, 2n ** 53n + 3n],
  shipped: [31n],
};
const WITH_NUMBERS: readonly MistakeId[] = ["number-ids", "parse-int", "integer-parameter"];
const KEY = "Stack-key_7f3A90bc";

export async function serveStack(
  stack: Stack,
  mistakes: readonly MistakeId[],
  mode: Mode = "full",
  now = performance.now.bind(performance),
) {
  const { orders } = initialOrders(PROVIDED, CUSTOMERS);
  const typeOfIds = mistakes.some((mistake) => WITH_NUMBERS.includes(mistake)) ? Number : BigInt;
  const store = new OrderStore(
    orders.map((order) => ({ ...order, id: typeOfIds(order.id), petId: typeOfIds(order.petId) })),
  );
  const server = await stack.serve({
    store,
    key: KEY,
    has: (mistake) => mistakes.includes(mistake),
  });
  if (!server.listening) await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { pending, shipped } = mode === "full" ? PROVIDED : { pending: [], shipped: [] };
  const absent = usefulAbsentIds({ readOnly: false, pending, shipped }).filter(
    (free) => !orders.some(({ id }) => id === free),
  );
  const client = httpClient({ baseUrl, key: KEY, limits: { quietMs: 15 }, now });
  return {
    store,
    send: client.send,
    config: { baseUrl, pending, shipped, absent, thorough: true },
    close: async (): Promise<void> => {
      await client.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
