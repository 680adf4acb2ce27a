/**
 * One call of the gate and its result. A target is a function, {@link Send}: whatever turns an {@link OutgoingCall} into an
 * {@link Exchange} can be judged, over HTTP or by a handler in this process.
 */
import { OPERATIONS } from "../../spec/interface/operations.ts";
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
}

const { method, path } = OPERATIONS.listOrders;
/** The call of listOrders, without a credential. */
export const LIST_CALL = { method, path } as const;
export const LIST_WITH_KEY = { ...LIST_CALL, credential: "good" } as const satisfies OutgoingCall;
export const GET_PET = { method: "GET", path: "/pets/1" } as const;

const ORDERS = OPERATIONS.cancelOrder.path.replace(/\{.*/, "");

/** The address of an order, or of a text in the place of its id, below the base address. */
export function orderPath(id: bigint | string): string {
  return `${ORDERS}${id}`;
}

/** What is in the place of the orderId; undefined for another address. */
export function orderText({ path }: Pick<OutgoingCall, "path">): string | undefined {
  return path.startsWith(ORDERS) ? path.slice(ORDERS.length) : undefined;
}

export function cancellationOf(id: bigint | string): OutgoingCall {
  return { method: "DELETE", path: orderPath(id), credential: "good" };
}

export interface Response {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  /** As received, with order, case and repetitions, and with the key masked. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after transfer coding and before content coding, with the key masked. */
  readonly body: Uint8Array;
  /** Bytes after a response that must have no content (204, 304, HEAD). */
  readonly trailingBytes: number;
  /** Statuses of the informational responses before this one, such as 103. */
  readonly informational: readonly number[];
}

export type FailureKind =
  | "unreachable" // no such host, connection refused, no route
  | "tls" // an invalid certificate, a failed handshake
  | "timeout" // no response, or not all of it, in time
  | "reset" // the connection was closed before the response was complete
  | "malformed" // not an HTTP response
  | "too-large" // a body beyond the limit
  | "forbidden" // not sent: the guard refused the call
  | "harness"; // a defect of the gate itself

export interface Failure {
  readonly kind: FailureKind;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What to do, as a sentence, where more is known than the kind says. */
  readonly fix?: string;
  /** Of a timeout: the time was shorter than that of other calls, so that it proves nothing. */
  readonly isShortened?: true;
}

export interface Exchange {
  readonly call: OutgoingCall;
  /** Absolute, with the key masked. */
  readonly url: string;
  /** The environment variable that holds the key, unless it is ORDERS_API_KEY; curl lines name it. */
  readonly keyVariable?: string;
  /** The arguments of curl that reach the target as the call did. */
  readonly curlArguments?: readonly string[];
  /** As sent, with the key masked as `${ORDERS_API_KEY}`. */
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly response?: Response;
  /** Set when there is no complete response; `response` may then hold what arrived. */
  readonly failure?: Failure;
  /** Whether a header or the body of the response contains the credential of the request, plain, in base64 or percent-encoded. */
  readonly credentialEchoed: boolean;
  /**
   * Milliseconds of the clock of the run: before the first byte of the request leaves, and after the last byte of the response, or
   * the failure, has arrived. The service took effect at some moment between them, or after them where there is no complete response.
   */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The first attempt, when this is a repeated one: the service may have taken effect then. */
  readonly repeats?: Exchange;
}

/** What came back of a call. */
export type Received = Pick<Exchange, "response" | "failure">;

/** Never rejects because of the deployment: errors are the exchange's failure. */
export type Send = (call: OutgoingCall) => Promise<Exchange>;

/** Milliseconds. */
export function durationOf({
  sentAt,
  receivedAt,
}: Pick<Exchange, "sentAt" | "receivedAt">): number {
  return receivedAt - sentAt;
}

/** The first value of a header of a response, or of a call; names are compared without regard to case. */
export function header(
  { headers = [] }: Pick<OutgoingCall, "headers">,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** All values of a response header, joined as HTTP permits it. Undefined without one. */
export function joinedHeader(
  { headers }: Pick<Response, "headers">,
  name: string,
): string | undefined {
  const fields = headers.filter(([field]) => field.toLowerCase() === name.toLowerCase());
  return fields.length === 0 ? undefined : fields.map(([, value]) => value).join(", ");
}

/** Whether the call has more than the operation declares: a gateway may refuse it for that. */
export function isProbe({ headers = [], query }: OutgoingCall): boolean {
  return headers.length > 0 || query !== undefined;
}

/** Milliseconds of the clock of the run. */
export type Interval = Pick<Exchange, "sentAt" | "receivedAt">;

/**
 * Whether `a` had ended before `b` began. A service takes effect at one unknown moment of an exchange: where neither is before the other,
 * nothing follows from their order (Lamport, "Time, Clocks, and the Ordering of Events", 1978).
 */
export function isBefore(a: Interval, b: Interval): boolean {
  return a.receivedAt <= b.sentAt;
}

/** Statuses with which a gateway answers in the place of the service. 500 is the service's own. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Whether the service may not have answered: nothing complete arrived, or a gateway answered in its place. Such a call may have had its
 * effect at any later moment, and a gateway may have repeated it.
 */
export function isOpenEnded({ failure, response }: Received): boolean {
  if (failure?.kind === "forbidden") return false;
  return (
    failure !== undefined || (response !== undefined && GATEWAY_STATUSES.includes(response.status))
  );
}

/** Whether a gateway answered in the place of the service, or nobody: refused, reset, 502, 503, 504. */
export function isGatewayAnswer({ failure, response }: Received): boolean {
  if (failure !== undefined)
    return failure.kind === "unreachable" || (failure.kind === "reset" && response === undefined);
  return response !== undefined && GATEWAY_STATUSES.includes(response.status);
}

/** Whether the response asks the client to retry later: 429, or 503 with Retry-After. Such a response is never judged. */
export function asksToWait({ response, failure }: Pick<Exchange, "response" | "failure">): boolean {
  if (response === undefined || failure !== undefined) return false;
  return (
    response.status === 429 ||
    (response.status === 503 && header(response, "retry-after") !== undefined)
  );
}
