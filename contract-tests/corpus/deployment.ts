/** A variant of the reference, served over HTTP on a port of its own, and a record of what the gate did to it. */
import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Seed } from "./order.ts";
import { mixed } from "./seeds.ts";
import { parameter, reference } from "./service.ts";
import type { Variant } from "./variant.ts";
import { converse } from "./wire.ts";

interface Received {
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  /** Whether it carried the key as the contract has it. */
  readonly goodKey: boolean;
  /** The order that the path names to the letter, where one is listed, and whose it is. */
  readonly names?: { readonly id: bigint; readonly owner: "pending" | "shipped" | "customer" };
}

export interface Deployment {
  readonly baseUrl: string;
  readonly key: string;
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  readonly log: readonly Received[];
  /** Orders that a request changed though they were not handed over. */
  readonly harmed: readonly bigint[];
  close(): Promise<void>;
}

/** In read-only mode nothing is handed over: every order is a customer's. */
export async function startDeployment(variant: Variant, mode: "full" | "read-only" = "full"): Promise<Deployment> {
  const seed = (variant.seed ?? mixed)();
  const key = variant.key ?? `Corpus-${randomBytes(9).toString("hex")}-Zz`;
  const basePath = variant.basePath ?? "/v1";
  const log: Received[] = [];
  const harmed: bigint[] = [];
  const handed: Pick<Seed, "pending" | "shipped"> = mode === "full" ? seed : { pending: [], shipped: [] };
  const ours = new Set([...handed.pending, ...handed.shipped]);
  const service = reference(key, seed, ({ id }) => {
    if (!ours.has(id)) harmed.push(id);
  });
  const { admits, operation } = { ...service };
  variant.change(service);

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    const conversation = converse(socket, basePath, async (request) => {
      const goodKey = admits(request);
      const named = operation(request) === "cancel" && /^-?\d+$/.test(parameter(request)) && BigInt(parameter(request));
      const order = service.orders.find(({ id, state }) => id === named && state !== "cancelled");
      const path = `${request.path ?? ""}${request.query && `?${request.query}`}`;
      const owner =
        order && (handed.pending.includes(order.id) ? "pending" : ours.has(order.id) ? "shipped" : "customer");
      log.push({ method: request.method, path, goodKey, ...(order && owner && { names: { id: order.id, owner } }) });
      const reply = await service.answer(request);
      if (goodKey) request.connection.opened = true;
      return reply;
    });
    conversation.catch(() => socket.destroy());
  });
  const sockets = new Set<Socket>();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    key,
    pending: handed.pending,
    shipped: handed.shipped,
    log,
    harmed,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
