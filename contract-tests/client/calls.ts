/** A call of the gate, without the key: a credential is a name. */
import type { ClauseId, OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import type { Credential } from "./credentials.ts";

export interface OutgoingCall {
  readonly method: string;
  /** Below the base address, percent-encoded as it is sent: `/store/orders/17`. No query. */
  readonly path: string;
  /** Without the question mark; the client may add a credential to it. */
  readonly query?: string;
  readonly credential: Credential;
  /** Further request headers. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** JSON of ASCII. No operation takes a body: the gate observes how a service reacts to one. */
  readonly body?: string;
  /** Calls with the same label use one kept-alive connection, one after the other; a call without uses its own. */
  readonly connection?: string;
  /** Milliseconds until the call is given up; the limits of the client apply too. */
  readonly timeoutMs?: number;
  /** The clauses that it is sent for, where the table has them from which it comes. */
  readonly clauses?: readonly ClauseId[];
}

/** With its question mark; empty where a call has none. */
export function queryOf({ query }: Pick<OutgoingCall, "query">): string {
  return query === undefined ? "" : `?${query}`;
}

/** A call of an operation with a valid parameter, or a text in its place; without a credential. */
export function callOf(
  id: OperationId,
  parameter: bigint | string = "",
): Pick<Operation, "method" | "path"> {
  const { method, path } = OPERATIONS[id];
  return { method, path: path.replace(/\{\w+\}/, String(parameter)) };
}

export const LIST_CALL = callOf("listOrders");
export const LIST_WITH_KEY = { ...LIST_CALL, credential: "good" } as const satisfies OutgoingCall;
export const GET_PET = callOf("getPet", "1");

const ORDERS = OPERATIONS.cancelOrder.path.replace(/\{.*/, "");

/** The address of an order, or of a text in the place of its id, below the base address. */
export function orderPath(id: bigint | string): string {
  return `${ORDERS}${id}`;
}

/** The text in the place of the orderId; undefined for another address. */
export function orderText({ path }: Pick<OutgoingCall, "path">): string | undefined {
  return path.startsWith(ORDERS) ? path.slice(ORDERS.length) : undefined;
}

export function cancellationOf(id: bigint | string): OutgoingCall {
  return { ...callOf("cancelOrder", id), credential: "good" };
}
