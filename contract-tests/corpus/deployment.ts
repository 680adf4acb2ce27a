/**
 * Serves a variant of the reference service on a free port, and records what the gate did to it.
 */
import { randomBytes } from "node:crypto";
import { usefulAbsentIds } from "../testing/useful-absent-ids.ts";
import { type InitialOrders, isProvided, mixed, type Order } from "./orders.ts";
import { header, parameter, type Request, startRawServer } from "./raw-http.ts";
import { createReferenceService, type ReferenceService } from "./reference-service.ts";
import { applyChange, type Mode, type Variant } from "./variant.ts";

interface ReceivedRequest {
  readonly method: string;
  /** Path below the base address, with the query. */
  readonly path: string;
  /** True if the request carried the key as the contract demands. */
  readonly goodKey: boolean;
  readonly authorization: string | undefined;
  /** The order whose id is exactly in the path, if it is pending or shipped. */
  readonly names?: { readonly id: bigint; readonly owner: "pending" | "shipped" | "customer" };
  /** The order that this request cancelled. */
  readonly cancelled?: bigint;
}

/**
 * `pending`, `shipped` and `absent` are provided to the gate; `harmed` are orders that a request
 * changed although they were not provided.
 */
export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/** Without ids, no orders are provided; `absent` ids are provided in both modes. */
export async function startDeployment(
  variant: Variant,
  mode: Mode = "full",
  now: () => number = Date.now,
) {
  const initial = (variant.orders ?? mixed)();
  const { pending, shipped }: InitialOrders =
    mode === "full" ? initial : { ...initial, pending: [], shipped: [] };
  const taken = new Set(initial.orders.map(({ id }) => id));
  const absent =
    variant.absent ??
    usefulAbsentIds({ readOnly: false, pending, shipped }).filter((id) => !taken.has(id));
  const key = variant.key ?? `Corpus-${randomBytes(9).toString("hex")}-Zz`;
  const basePath = variant.basePath ?? "/v1";
  const log: ReceivedRequest[] = [];
  const harmed: bigint[] = [];
  const provided = { pending, shipped };
  const recordHarm = ({ id }: Order): void => {
    if (!isProvided(provided, id)) harmed.push(id);
  };
  const service = createReferenceService(key, initial, recordHarm, now);
  const reference = applyChange(service, variant.change);
  const ownerOf = (id: bigint) =>
    pending.includes(id)
      ? ("pending" as const)
      : shipped.includes(id)
        ? ("shipped" as const)
        : ("customer" as const);

  const { port, close } = await startRawServer(basePath, async (request) => {
    const goodKey = reference.isAuthorized(request);
    const order = namedOrder(reference, request);
    const before = order?.state;
    const received: ReceivedRequest = {
      method: request.method,
      path: `${request.path ?? ""}${request.query && `?${request.query}`}`,
      goodKey,
      authorization: header(request, "authorization"),
      ...(order && { names: { id: order.id, owner: ownerOf(order.id) } }),
    };
    const at = log.push(received) - 1;
    const reply = await service.answer(request);
    if (before === "pending" && order?.state === "cancelled")
      log[at] = { ...received, cancelled: order.id };
    if (goodKey) request.connection.authorized = true;
    return reply;
  });
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    key,
    pending,
    shipped,
    absent,
    log,
    harmed,
    close,
  };
}

/** Reads the id as strictly as possible: a variant may read it differently. */
function namedOrder({ operationOf, store }: ReferenceService, request: Request) {
  const text = parameter(request);
  if (operationOf(request) !== "cancelOrder" || !/^-?\d+$/.test(text)) return undefined;
  return store.orders.find(({ id, state }) => id === BigInt(text) && state !== "cancelled");
}
