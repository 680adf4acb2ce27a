/** The operations of the interface (section Endpoints), and the operation of a path. */
import type { OperationId } from "../clauses/index.ts";
import { parseInt64 } from "../schema/int64.ts";

export interface Operation {
  readonly id: OperationId;
  readonly method: "GET" | "DELETE";
  /** Relative to the base address, with parameters in braces. */
  readonly path: string;
}

export const OPERATIONS: Readonly<Record<OperationId, Operation>> = {
  listOrders: { id: "listOrders", method: "GET", path: "/store/orders" },
  cancelOrder: { id: "cancelOrder", method: "DELETE", path: "/store/orders/{orderId}" },
  getPet: { id: "getPet", method: "GET", path: "/pets/{petId}" },
};

/** The last segment of a base address (section Versioning). */
export const VERSION_SEGMENT = "v1";

/** The operation of a path, and its parameter. */
export interface Route {
  readonly operation: Operation;
  /** Percent-decoded, or as it was sent if an escape is invalid; empty for an operation without one. */
  readonly parameter: string;
  /** Undefined for an operation without an order, and for a parameter that is not an int64. */
  readonly orderId: bigint | undefined;
}

const ORDERS = "/store/orders";
const PETS = "/pets/";

/**
 * The route of a path relative to the base address and without a query, for any method: `/store/orders/17` is a route of
 * cancelOrder. Case-sensitive; a trailing slash makes another path.
 */
export function routePath(path: string): Route | undefined {
  if (path.startsWith(ORDERS)) {
    if (path.length === ORDERS.length) return { operation: OPERATIONS.listOrders, parameter: "", orderId: undefined };
    if (path[ORDERS.length] !== "/") return undefined;
    const parameter = lastSegment(path, ORDERS.length + 1);
    if (parameter === undefined) return undefined;
    return { operation: OPERATIONS.cancelOrder, parameter, orderId: parseInt64(parameter) };
  }
  if (!path.startsWith(PETS)) return undefined;
  const parameter = lastSegment(path, PETS.length);
  return parameter === undefined ? undefined : { operation: OPERATIONS.getPet, parameter, orderId: undefined };
}

/** The last segment of a path, decoded; undefined when it is empty or when more segments follow. */
function lastSegment(path: string, from: number): string | undefined {
  const raw = path.slice(from);
  if (raw === "" || raw.includes("/")) return undefined;
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
