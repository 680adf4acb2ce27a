/**
 * One call of the gate and what came of it. A *target is a function*: whatever can turn a {@link Call} into an
 * {@link Exchange} can be judged: the relay, a handler in this process, a faulty deployment of the corpus.
 */

/**
 * What stands in the Authorization header (or elsewhere), by name: the key itself never reaches a check. The holder of
 * the key turns the name into bytes (credentials.ts).
 */
export type Credential =
  /** The good key as the contract has it: `Authorization: Bearer <key>`. */
  | "good"
  /** No credential at all. */
  | "none"
  /** Not the key, in the right place. */
  | "wrong" // a made-up token of the same length and alphabet
  | "empty" // `Bearer ` and nothing
  | "scheme-only" // `Bearer`
  | "blank-header" // an Authorization header without a value
  | "truncated" // the key without its last character
  | "first-character" // the first character of the key alone
  | "extended" // the key and one character more
  | "prefixed" // one character and the key
  | "swapped-case" // every letter in the other case (for a key without letters: as `wrong`)
  | "last-changed" // the last character exchanged for another
  | "beheaded" // the key without its first character
  | "first-changed" // the first character exchanged for another
  | "first-case" // the first character in the other case (where it is no letter: as `wrong`)
  | "alphanumeric" // the letters and digits of the key alone (where it has nothing else: as `wrong`)
  | "undefined" // `Bearer undefined`
  | "null" // `Bearer null`
  | "repeated" // the key twice, with a space between
  | "list" // `Bearer wrong, Bearer <key>`: two credentials in one field
  | "list-first" // `Bearer <key>,wrong`: the key, a comma and more
  | "wildcard" // `Bearer *`
  /** The key by another road: advice when accepted. */
  | "basic" // `Basic base64(key:)`
  | "basic-password" // `Basic base64(user:key)`
  | "token-scheme" // `Token <key>`
  | "bare" // `Authorization: <key>`
  | "x-api-key" // `X-API-Key: <key>`
  | "query-api-key" // `?api_key=<key>`
  | "query-access-token" // `?access_token=<key>` (RFC 6750, section 2.3)
  | "cookie" // `Cookie: api_key=<key>`
  /** Not the key, by another scheme: a violation when accepted. */
  | "basic-wrong"
  | "digest-wrong"
  /** Not the key, by a road that some services look at: a violation when accepted. */
  | "x-api-key-wrong"
  | "query-api-key-wrong"
  /** The good key with the scheme in another spelling: a silence. */
  | "lower-case-scheme"
  | "upper-case-scheme"
  | "two-spaces";

export interface Call {
  readonly method: string;
  /** Below the base address, percent-encoded as it shall go out: `/store/orders/17`. No query. */
  readonly path: string;
  /** Without the question mark; the holder of the key may add a credential to it. */
  readonly query?: string;
  readonly credential: Credential;
  /** Further request headers, besides Host, Authorization and Accept: accept-anything. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The one body that is ever sent, an empty object: to see what becomes of a body that no operation takes. */
  readonly body?: "{}";
  /** Calls with the same label go over one kept-alive connection, one after the other; others over one of their own. */
  readonly connection?: string;
  /** Calls of one group are held until `size` of them have arrived, and then go out in one tick, each on its own connection. */
  readonly together?: { readonly group: string; readonly size: number };
  /** Milliseconds until the call is given up; the holder of the key bounds it. */
  readonly timeoutMs?: number;
}

export interface Response {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  /** As received: order, case and repetitions kept. The key, should it occur, is masked. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after transfer coding, before content coding: what stood on the wire. The key, should it occur, is masked. */
  readonly body: Uint8Array;
  /** Bytes that followed a response which must have no content (204, 304, HEAD). */
  readonly trailingBytes: number;
  /** Statuses of informational responses that came before, such as 103. */
  readonly informational: readonly number[];
}

export type FailureKind =
  | "unreachable" // no such host, connection refused, no route
  | "tls" // a certificate or handshake that is not good
  | "timeout" // nothing, or not all, within the time
  | "reset" // the connection broke before the answer was complete
  | "malformed" // bytes that are no HTTP response
  | "too-large" // a body beyond the limit
  | "forbidden" // the relay refused to send it: the mode, the ids or the budget do not allow it
  | "harness"; // our own machinery broke

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence: what happened. */
  readonly message: string;
}

export interface Exchange {
  readonly call: Call;
  /** Absolute, with any key in it masked. */
  readonly url: string;
  /** The environment variable that holds the key, when it is not ORDERS_API_KEY: the line that repeats the call names it. */
  readonly keyVariable?: string;
  /** As sent, with the key masked as `${ORDERS_API_KEY}`. */
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly response?: Response;
  /** Set when there is no whole response; `response` may then hold what did arrive. */
  readonly failure?: Failure;
  /** True when the credential that was sent stood in the response, in a header or in the body (plain, base64 or percent-encoded). */
  readonly credentialEchoed: boolean;
  /** Milliseconds since the epoch at which the call began. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Never throws on account of the deployment: what went wrong is the exchange's failure. */
export type Send = (call: Call) => Promise<Exchange>;

/** The value of a response header, the first when there are several, whatever its case. */
export function header(response: Response, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return response.headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
}

/** Whether the answer is "later": a rate limit, or a service that says when to come back. It is waited for, and never judged. */
export function isDeferral({ response, failure }: Exchange): boolean {
  if (response === undefined || failure !== undefined) return false;
  return response.status === 429 || (response.status === 503 && header(response, "retry-after") !== undefined);
}
