/** Exchanges for the tests of Prism. */
import type { OutgoingCall, Response } from "../../client/exchange.ts";
import type { CompleteExchange } from "../answer.ts";

interface ResponseOptions {
  /** Undefined: no Content-Type. */
  readonly type?: string | undefined;
  readonly headers?: Response["headers"];
}

const AUTHORIZED = [["Authorization", "Bearer key"]] as const;

/** A list call with the good key. */
export function listing(status: number, body: string | Uint8Array, options: ResponseOptions = {}): CompleteExchange {
  return {
    call: { method: "GET", path: "/store/orders", credential: "good" },
    requestHeaders: AUTHORIZED,
    response: responseOf(status, body, options),
  };
}

/** A cancel call with the good key; by default, the body of the response is an Error. */
export function cancelling(
  id: string,
  status: number,
  body = errorBody(status),
  options: ResponseOptions = {},
): CompleteExchange {
  return {
    call: { method: "DELETE", path: `/store/orders/${id}`, credential: "good" },
    requestHeaders: AUTHORIZED,
    response: responseOf(status, body, options),
  };
}

export function withoutKey(exchange: CompleteExchange): CompleteExchange {
  const call: OutgoingCall = { ...exchange.call, credential: "none" };
  return { ...exchange, call, requestHeaders: [] };
}

export function errorBody(status: number): string {
  return JSON.stringify({ code: "a_code", message: "A message.", status });
}

function responseOf(status: number, body: string | Uint8Array, options: ResponseOptions): Response {
  const type = "type" in options ? options.type : "application/json";
  return {
    status,
    reason: "",
    httpVersion: "1.1",
    headers: [...(type === undefined ? [] : [["Content-Type", type] as const]), ...(options.headers ?? [])],
    body: Buffer.from(body),
    trailingBytes: 0,
    informational: [],
  };
}
