/**
 * One call of the gate and its result. A target is a function, {@link Send}: whatever turns an {@link OutgoingCall} into an
 * {@link Exchange} can be judged, over HTTP or by a handler in this process.
 */
import type { OutgoingCall } from "./calls.ts";
import type { Redactor } from "./masking/redaction.ts";

export interface Response {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  /** As received, with order, case and repetitions. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after transfer coding and before content coding. */
  readonly body: Uint8Array;
  /** Bytes after a response that must have no content (204, 304, HEAD). */
  readonly trailingBytes: number;
  /** Bytes of a body of which nothing was kept. */
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
  | "forbidden" // not sent: the rule of safety refused the call
  | "harness"; // a defect of the gate itself

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence: what happened. */
  readonly message: string;
  /** One sentence: what to do, where more is known than the kind says. */
  readonly fix?: string;
}

export interface Exchange {
  /** `5f2c9a-17`: the client and the number of the call, as the User-Agent has them. */
  readonly id?: string;
  readonly call: OutgoingCall;
  /** Absolute, with the key masked. */
  readonly url: string;
  /** Masks what is shown of the exchange: the response is as it was received. Undefined where there is no secret. */
  readonly redactor?: Redactor;
  /** The environment variable that holds the key, unless it is ORDERS_API_KEY; curl lines name it. */
  readonly keyVariable?: string;
  /** The arguments of curl that reach the target as the call did. */
  readonly curlArguments?: readonly string[];
  /** As sent, with the key masked as `${ORDERS_API_KEY}`. */
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly response?: Response;
  /** Set when there is no complete response; `response` may then hold what arrived. */
  readonly failure?: Failure;
  /** True if a header or the body of the response contains the credential of the request, plain, in base64 or percent-encoded. */
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

/** A call and its answer. */
export type Received = Pick<Exchange, "response" | "failure">;

/** Never rejects because of the deployment: errors are the exchange's failure. */
export type Send = (call: OutgoingCall) => Promise<Exchange>;

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

/** Milliseconds of the clock of the run. */
export type Interval = Pick<Exchange, "sentAt" | "receivedAt">;

/** Milliseconds. */
export function durationOf({ sentAt, receivedAt }: Interval): number {
  return receivedAt - sentAt;
}

/**
 * True if `a` had ended before `b` began. A service takes effect at one unknown moment of an exchange: where neither is before the other,
 * nothing follows from their order (Lamport, "Time, Clocks, and the Ordering of Events", 1978).
 */
export function isBefore(a: Interval, b: Interval): boolean {
  return a.receivedAt <= b.sentAt;
}
