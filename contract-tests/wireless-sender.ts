/** A `send` to whatever answers requests without a connection of ours: handlers in this process, a page's fetch. */
import { credentialsFor } from "./credentials.ts";
import type { Call, Exchange, Send } from "./exchange.ts";
import { withoutSecrets } from "./transport.ts";

/** What goes out: the key is in it. */
interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Never rejects: what went wrong is the failure. */
export type Answer = (request: OutgoingRequest, call: Call) => Promise<Pick<Exchange, "response" | "failure">>;

export function wirelessSend(answer: Answer, baseUrl: string, key: string): Send {
  const present = credentialsFor(key);
  return async (call) => {
    const presented = present(call.credential);
    const startedAt = Date.now();
    const began = performance.now();
    const address = (query: string | undefined): string => {
      const parts = [call.query, query].filter((part) => part !== undefined);
      return `${baseUrl}${call.path}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
    };
    const headers = [
      ...presented.headers.map(({ name, sent, shown }) => ({ name, sent, shown })),
      ...(call.headers ?? []).map(([name, value]) => ({ name, sent: value, shown: value })),
    ];
    const received = await answer(
      {
        url: address(presented.query?.sent),
        method: call.method,
        headers: headers.map(({ name, sent }) => [name, sent] as const),
      },
      call,
    );
    return {
      call,
      url: address(presented.query?.shown),
      requestHeaders: headers.map(({ name, shown }) => [name, shown] as const),
      ...withoutSecrets(received, key, presented),
      startedAt,
      durationMs: performance.now() - began,
    };
  };
}
