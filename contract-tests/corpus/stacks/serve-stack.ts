/** Serves a stack on a free port, with orders of its own. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type InitialOrders, initialOrders } from "../order.ts";
import type { MistakeId } from "./mistakes.ts";
import type { Stack } from "./stack.ts";
import { OrderStore } from "./store.ts";

/** Orders of customers, which the gate must not cancel. */
export const CUSTOMERS = { pending: [1n, 2n, 3n, 7n, 12n], shipped: [4n, 17n, 40n] };

/**
 * No id becomes that of a customer's order in another notation, so that the gate may send all of them. Two are spare, for further
 * rounds of parallel cancellations: on a busy machine one round may miss a race.
 */
const orders = (): InitialOrders =>
  initialOrders(
    { pending: [52n, 55n, 58n, 2n ** 32n + 52n, 2n ** 53n + 1n, 2n ** 53n + 3n], shipped: [31n] },
    CUSTOMERS,
  );

const WITH_NUMBERS: readonly MistakeId[] = ["number-ids", "parse-int", "integer-parameter"];

interface ServedStack extends Pick<InitialOrders, "pending" | "shipped"> {
  readonly baseUrl: string;
  readonly key: string;
  /** The ids of all orders. */
  readonly ids: ReadonlySet<bigint>;
  readonly store: OrderStore;
  close(): void;
}

export async function serveStack(stack: Stack, mistakes: readonly MistakeId[]): Promise<ServedStack> {
  const { orders: initial, pending, shipped } = orders();
  const typeOfIds = mistakes.some((mistake) => WITH_NUMBERS.includes(mistake)) ? Number : BigInt;
  const store = new OrderStore(
    initial.map(({ id, petId, state, ...order }) => ({
      ...order,
      id: typeOfIds(id),
      petId: typeOfIds(petId),
      status: state,
    })),
  );
  const key = "Stack-key_7f3A90bc";
  const server = await stack.serve({ store, key, has: (mistake) => mistakes.includes(mistake) });
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const ids = new Set(initial.map(({ id }) => id));
  return { baseUrl: `http://127.0.0.1:${port}/v1`, key, ids, store, pending, shipped, close };
}
