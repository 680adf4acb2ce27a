/** A call of the gate. It names its credential and never contains the key. */
import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import type { Credential } from "./credentials.ts";

export interface OutgoingCall {
  readonly method: string;
  /**
   * Path below the base address, percent-encoded as sent, without the query: `/store/orders/17`.
   */
  readonly path: string;
  /** Without the question mark. The client may add a credential. */
  readonly query?: string;
  readonly credential: Credential;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** ASCII JSON. No operation takes a body: the gate observes how a service reacts to one. */
  readonly body?: string;
  /**
   * Calls with the same label share one kept-alive connection, one after the other. Without a
   * label, a call gets a connection of its own.
   */
  readonly connection?: string;
  /** Milliseconds until the call is given up; the limits of the client apply too. */
  readonly timeoutMs?: number;
  /** The clauses that this call checks, if its table names them. */
  readonly clauses?: readonly ClauseId[];
}

/** Returns the query with its question mark, or an empty string. */
export function queryOf({ query }: Pick<OutgoingCall, "query">): string {
  return query === undefined ? "" : `?${query}`;
}

/**
 * Returns method and path of an operation, without a credential. `parameter` may be an invalid
 * text.
 */
export function outgoingCall(
  id: OperationId,
  parameter: bigint | string = "",
): Pick<Operation, "method" | "path"> {
  const { method, path } = OPERATIONS[id];
  return { method, path: path.replace(/\{\w+\}/, String(parameter)) };
}

export const LIST_CALL = outgoingCall("listOrders");
export const LIST_WITH_KEY = { ...LIST_CALL, credential: "good" } as const satisfies OutgoingCall;
export const GET_PET = outgoingCall("getPet", "1");

const ORDERS_PATH = OPERATIONS.cancelOrder.path.replace(/\{.*/, "");

/** Returns the path of an order below the base address. `id` may be a text that is no id. */
export function orderPath(id: bigint | string): string {
  return `${ORDERS_PATH}${id}`;
}

/** Returns the text where the path has the orderId; undefined if the path is no order's. */
export function orderText({ path }: Pick<OutgoingCall, "path">): string | undefined {
  return path.startsWith(ORDERS_PATH) ? path.slice(ORDERS_PATH.length) : undefined;
}

export function cancellationOf(id: bigint | string): OutgoingCall {
  return { ...outgoingCall("cancelOrder", id), credential: "good" };
}
