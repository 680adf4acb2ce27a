/** A `send` for what answers requests without a connection: handlers in this process. */
import { SYSTEM_CLOCK } from "./clock.ts";
import { credentialBuilder } from "./credentials.ts";
import type { Exchange, OutgoingCall, Send } from "./exchange.ts";
import { keySecret } from "./redaction.ts";
import { buildRequest } from "./request.ts";
import { responseRedactor } from "./response-redaction.ts";

/** A request as it is sent, with the key in it. */
interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Never rejects: an error is the `failure` of its result. */
export type FetchHandler = (
  request: FetchRequest,
  call: OutgoingCall,
) => Promise<Pick<Exchange, "response" | "failure">>;

export function fetchClient(fetchHandler: FetchHandler, baseUrl: string, key: string, now = SYSTEM_CLOCK.now): Send {
  const buildCredential = credentialBuilder(key);
  const redact = responseRedactor(keySecret(key));
  return async (call) => {
    const credential = buildCredential(call.credential);
    const { target, headers } = buildRequest(call, credential);
    const sentAt = now();
    const received = await fetchHandler(
      {
        url: `${baseUrl}${target.sent}`,
        method: call.method,
        headers: headers.map(({ name, sent }) => [name, sent] as const),
      },
      call,
    );
    return {
      call,
      url: `${baseUrl}${target.masked}`,
      requestHeaders: headers.map(({ name, masked }) => [name, masked] as const),
      ...redact(received, credential.token),
      sentAt,
      receivedAt: now(),
    };
  };
}
