/** msw handlers as something to send to: no wire, but the same calls and the same exchanges. */
import { getResponse, type RequestHandler } from "msw";
import type { Call, Exchange, Response as Received, Send } from "./exchange.ts";
import { LIMITS } from "./transport.ts";
import { wirelessSend } from "./wireless-sender.ts";

export function handlerSend(handlers: readonly RequestHandler[], baseUrl: string, key: string): Send {
  return wirelessSend(
    ({ url, method, headers }, call) =>
      answer(
        handlers,
        new Request(url, {
          method,
          headers: headers as [string, string][],
          ...(call.body !== undefined && { body: call.body }),
        }),
        call,
      ),
    baseUrl,
    key,
  );
}

async function answer(
  handlers: readonly RequestHandler[],
  request: Request,
  call: Call,
): Promise<Pick<Exchange, "response" | "failure">> {
  const limit = call.timeoutMs ?? LIMITS.firstByteMs;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), limit);
  });
  try {
    const response = await Promise.race([getResponse([...handlers], request), late]);
    if (response === "late") return { failure: { kind: "timeout", message: `no answer within ${limit / 1000} s` } };
    if (response === undefined) return { failure: { kind: "unreachable", message: "no handler answers the request" } };
    if (response.type === "error") return { failure: { kind: "reset", message: "the handler breaks the connection" } };
    return { response: await receivedOf(response, call) };
  } catch (error) {
    return { failure: { kind: "reset", message: `the handler throws: ${(error as Error).message}` } };
  } finally {
    clearTimeout(timer);
  }
}

async function receivedOf(response: Response, call: Call): Promise<Received> {
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    reason: response.statusText,
    httpVersion: "1.1",
    headers: [...response.headers],
    // What a handler gives for HEAD never reaches a client.
    body: call.method === "HEAD" ? Buffer.alloc(0) : body,
    trailingBytes: 0,
    informational: [],
  };
}
