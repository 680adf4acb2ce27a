/** Entries of the request log in the store, without credentials. */
import { exchangeDetails } from "../control/exchange.ts";
import { redactRequest } from "../control/request-notes.ts";
import type { LoggedRequest } from "../service/request-log.ts";

export function logEntry(request: LoggedRequest, apiKeys: readonly string[]): string {
  const details = exchangeDetails(request, apiKeys);
  return JSON.stringify({ ...redactRequest(request, apiKeys), exchange: undefined, details });
}

/** The nth request of the log. */
export function parseLogEntry(n: number, text: string): LoggedRequest {
  const { details, ...request } = JSON.parse(text) as LoggedRequest & { details?: ReturnType<typeof exchangeDetails> };
  if (details === undefined) return { ...request, n };
  const { requestHeaders, responseHeaders, body, bytes } = details;
  const reply = { headers: responseHeaders.flat(), body: [new TextEncoder().encode(body)] };
  return { ...request, n, exchange: { requestHeaders: requestHeaders.flat(), reply, bytes } };
}
