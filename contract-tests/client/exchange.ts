/**
 * One call of the gate and its result. A target is a function, {@link Send}: whatever turns an
 * {@link OutgoingCall} into an {@link Exchange} can be judged, over HTTP or by a handler in this
 * process.
 */
import type { OutgoingCall } from "./calls.ts";
import type { Redactor } from "./masking/redaction.ts";

export interface Response {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  /** As received: order, case and repetitions are kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body after transfer coding is removed, before content coding is. */
  readonly body: Uint8Array;
  /** Number of bytes after a response that must have no content (204, 304, HEAD). */
  readonly trailingBytes: number;
  /** Size in bytes of a body that we did not keep. */
  readonly leftOut?: number;
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
  | "forbidden" // we did not send it: a safety rule refused the call
  | "harness"; // a defect of the gate itself

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence: what happened. */
  readonly message: string;
  /** One sentence: what to do, if we know more than the kind tells. */
  readonly fix?: string;
}

export interface Exchange {
  /** `5f2c9a-17`: client and call number, as in the User-Agent. */
  readonly id?: string;
  readonly call: OutgoingCall;
  /** The absolute URL, with the key masked. */
  readonly url: string;
  /**
   * Masks secrets when the exchange is shown; the response itself is kept as received. Undefined if
   * there are no secrets.
   */
  readonly redactor?: Redactor;
  /** The environment variable that holds the key, if other than ORDERS_API_KEY; for curl lines. */
  readonly keyVariable?: string;
  /** The curl arguments that reach the target the way the call did. */
  readonly curlArguments?: readonly string[];
  /** As sent, with the key masked as `${ORDERS_API_KEY}`. */
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly response?: Response;
  /** Set if there is no complete response; `response` then has whatever arrived. */
  readonly failure?: Failure;
  /**
   * True if a header or the body of the response contains the request's credential: plain, in
   * base64 or percent-encoded.
   */
  readonly credentialEchoed: boolean;
  /**
   * Milliseconds of the run's clock: before the first byte of the request is sent, and after the
   * last byte of the response, or the failure, arrives. The service took effect at some moment
   * between the two, or later if there is no complete response.
   */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The first attempt, if this exchange is a retry: the service may have acted on the first. */
  readonly repeats?: Exchange;
}

export type Answer = Pick<Exchange, "response" | "failure">;

/** Never rejects because of the deployment: its errors become `failure`. */
export type Send = (call: OutgoingCall) => Promise<Exchange>;

/** Returns the first header of this name; names are case-insensitive. */
export function header(
  { headers = [] }: Pick<OutgoingCall, "headers">,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/**
 * Joins all values of a header with commas, as HTTP permits. Returns undefined if there is none.
 */
export function joinedHeader(
  { headers }: Pick<Response, "headers">,
  name: string,
): string | undefined {
  const fields = headers.filter(([field]) => field.toLowerCase() === name.toLowerCase());
  return fields.length === 0 ? undefined : fields.map(([, value]) => value).join(", ");
}

/** Milliseconds of the run's clock. */
export type Interval = Pick<Exchange, "sentAt" | "receivedAt">;

/** In milliseconds. */
export function durationOf({ sentAt, receivedAt }: Interval): number {
  return receivedAt - sentAt;
}

/**
 * True if `a` ended before `b` began. A service takes effect at one unknown moment of an exchange:
 * if neither is before the other, we cannot order them (Lamport, "Time, Clocks, and the Ordering of
 * Events", 1978).
 */
export function isBefore(a: Interval, b: Interval): boolean {
  return a.receivedAt <= b.sentAt;
}
