/** Exchanges for the tests of Prism. */
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../../client/calls.ts";
import type { CompleteExchange } from "../findings.ts";

/** Answers a call with the good key. */
function answered(
  call: OutgoingCall,
  status: number,
  body: string,
  type = "application/json",
): CompleteExchange {
  const message = {
    httpVersion: "1.1",
    headers: [["Content-Type", type]],
    body: Buffer.from(body),
  } as const;
  const response = { status, reason: "", ...message, trailingBytes: 0, informational: [] };
  return { call, requestHeaders: [["Authorization", "Bearer key"]], response };
}

export function listing(status: number, body: string, type?: string): CompleteExchange {
  return answered(LIST_WITH_KEY, status, body, type);
}

/** The default body of the response is an Error. */
export function cancelling(
  id: string,
  status: number,
  body = JSON.stringify({ code: "a_code", message: "A message.", status }),
): CompleteExchange {
  return answered(cancellationOf(id), status, body);
}

export function withoutKey(exchange: CompleteExchange): CompleteExchange {
  return { ...exchange, call: { ...exchange.call, credential: "none" }, requestHeaders: [] };
}
