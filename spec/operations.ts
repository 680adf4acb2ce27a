/** The operations of the interface (section Endpoints) and the way from a method and a path to one of them. */
import { parseInt64 } from "./int64.ts";

export type OperationId = "listOrders" | "cancelOrder" | "getPet";

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

/** The version segment that ends every base address (section Versioning). */
export const VERSION_SEGMENT = "v1";

/** The operation that serves a path, and its parameter as it was sent, percent-decoded where that is possible. */
export interface Route {
  readonly operation: Operation;
  readonly parameter: string;
  /** The order that a path names: undefined when the operation takes none, or when the text is not an int64. */
  readonly orderId: bigint | undefined;
}

const ORDERS = "/store/orders";
const PETS = "/pets/";

/**
 * What a path relative to the base address names, whatever the method: `/store/orders/17` is a route of cancelOrder.
 * No query, no trailing slash, segments compared letter by letter.
 */
export function routePath(path: string): Route | undefined {
  if (path.startsWith(ORDERS)) {
    if (path.length === ORDERS.length) return { operation: OPERATIONS.listOrders, parameter: "", orderId: undefined };
    if (path[ORDERS.length] !== "/") return undefined;
    const parameter = segment(path, ORDERS.length + 1);
    if (parameter === undefined) return undefined;
    return { operation: OPERATIONS.cancelOrder, parameter, orderId: parseInt64(parameter) };
  }
  if (!path.startsWith(PETS)) return undefined;
  const parameter = segment(path, PETS.length);
  return parameter === undefined ? undefined : { operation: OPERATIONS.getPet, parameter, orderId: undefined };
}

/** The one segment that ends a path, decoded; undefined when it is empty or when more segments follow. */
function segment(path: string, from: number): string | undefined {
  const raw = path.slice(from);
  if (raw === "" || raw.includes("/")) return undefined;
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw; // A bad escape stays as it was sent: it names no order.
  }
}
