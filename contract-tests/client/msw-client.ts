/** A `send` that calls msw handlers in this process, without a network. */
import { getResponse, type RequestHandler } from "msw";
import type { Response as ExchangeResponse, OutgoingCall, Send } from "./exchange.ts";
import { type FetchHandler, fetchClient } from "./fetch-client.ts";
import { LIMITS } from "./limits.ts";

export function mswClient(handlers: readonly RequestHandler[], baseUrl: string, key: string): Send {
  return fetchClient(handlerOf(handlers), baseUrl, key);
}

function handlerOf(handlers: readonly RequestHandler[]): FetchHandler {
  return async ({ url, method, headers }, call) => {
    const request = new Request(url, {
      method,
      headers: headers as [string, string][],
      ...(call.body !== undefined && { body: call.body }),
    });
    const limit = call.timeoutMs ?? LIMITS.firstByteMs;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"timeout">((resolve) => {
      timer = setTimeout(() => resolve("timeout"), limit);
    });
    try {
      const response = await Promise.race([getResponse([...handlers], request), timeout]);
      if (response === "timeout")
        return { failure: { kind: "timeout", message: `no answer within ${limit / 1000} s` } };
      if (response === undefined)
        return { failure: { kind: "unreachable", message: "no handler answers the request" } };
      if (response.type === "error")
        return { failure: { kind: "reset", message: "the handler breaks the connection" } };
      return { response: await toExchangeResponse(response, call) };
    } catch (error) {
      return { failure: { kind: "reset", message: `the handler throws: ${(error as Error).message}` } };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function toExchangeResponse(response: Response, call: OutgoingCall): Promise<ExchangeResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    reason: response.statusText,
    httpVersion: "1.1",
    headers: [...response.headers],
    // A client never receives the body that a handler returns for HEAD.
    body: call.method === "HEAD" ? Buffer.alloc(0) : body,
    trailingBytes: 0,
    informational: [],
  };
}
