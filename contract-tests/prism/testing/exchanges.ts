/** Exchanges for the tests of Prism. */
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall, type Response } from "../../client/exchange.ts";
import type { CompleteExchange } from "../answer.ts";

interface ResponseOptions {
  /** Undefined: no Content-Type. */
  readonly type?: string | undefined;
  readonly headers?: Response["headers"];
}

/** A call with the good key. */
function answered(
  call: OutgoingCall,
  status: number,
  body: string | Uint8Array,
  { headers = [], ...options }: ResponseOptions,
): CompleteExchange {
  const type = "type" in options ? options.type : "application/json";
  const response: Response = {
    ...{ status, reason: "", httpVersion: "1.1", body: Buffer.from(body), trailingBytes: 0, informational: [] },
    headers: [...(type === undefined ? [] : [["Content-Type", type] as const]), ...headers],
  };
  return { call, requestHeaders: [["Authorization", "Bearer key"]], response };
}

export function listing(status: number, body: string | Uint8Array, options: ResponseOptions = {}): CompleteExchange {
  return answered(LIST_WITH_KEY, status, body, options);
}

/** By default, the body of the response is an Error. */
export function cancelling(id: string, status: number, body = errorBody(status)): CompleteExchange {
  return answered(cancellationOf(id), status, body, {});
}

export function withoutKey(exchange: CompleteExchange): CompleteExchange {
  return { ...exchange, call: { ...exchange.call, credential: "none" }, requestHeaders: [] };
}

export function errorBody(status: number): string {
  return JSON.stringify({ code: "a_code", message: "A message.", status });
}
