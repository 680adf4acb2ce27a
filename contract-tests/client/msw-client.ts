/** A `send` that calls msw handlers in this process, without a network. */
import { setTimeout } from "node:timers/promises";
import { getResponse, type RequestHandler } from "msw";
import type { Failure, Send } from "./exchange.ts";
import { LIMITS } from "./limits.ts";
import { maskingClient, type Wire } from "./masking-client.ts";

export function mswClient(handlers: readonly RequestHandler[], baseUrl: string, key: string): Send {
  const failed = (kind: Failure["kind"], message: string) => ({ failure: { kind, message } });
  const answer: Wire = async ({ url, method, headers }, { body = null, timeoutMs = LIMITS.firstByteMs }) => {
    const request = new Request(url, { method, headers: headers as [string, string][], body });
    const timeout = setTimeout(timeoutMs, "timeout" as const, { ref: false });
    try {
      const response = await Promise.race([getResponse([...handlers], request), timeout]);
      if (response === "timeout") return failed("timeout", `no answer within ${timeoutMs / 1000} s`);
      if (response === undefined) return failed("unreachable", "no handler answers the request");
      if (response.type === "error") return failed("reset", "the handler breaks the connection");
      const { status, statusText: reason } = response;
      const content = Buffer.from(await response.arrayBuffer());
      // A client never receives the body that a handler returns for HEAD.
      const received = { headers: [...response.headers], body: method === "HEAD" ? Buffer.alloc(0) : content };
      return { response: { status, reason, httpVersion: "1.1", ...received, trailingBytes: 0, informational: [] } };
    } catch (error) {
      return failed("reset", `the handler throws: ${(error as Error).message}`);
    }
  };
  return maskingClient(answer, { baseUrl, key });
}
