/** The answer to the app if the deployment gives none. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Failure } from "../../client/exchange.ts";

/**
 * The only response that the proxy itself makes: an Error as in the contract, readable for pages of
 * any origin.
 */
export function answerBadGateway(
  reply: ServerResponse,
  request: IncomingMessage,
  { message, fix }: Failure,
): void {
  const body = JSON.stringify({
    code: "bad_gateway",
    message: [`orders-kit proxy has no answer from the deployment: ${message}.`, fix]
      .filter(Boolean)
      .join(" "),
    status: 502,
  });
  // A head that failed to be written has left its reason phrase, so we set our own.
  reply.writeHead(502, "Bad Gateway", {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    Vary: "Origin",
  });
  reply.end(request.method === "HEAD" ? undefined : body);
}
