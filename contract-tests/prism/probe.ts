/** Exchanges made up to show how Prism behaves, and for tests. */
import type { Call, Response } from "../exchange.ts";
import type { Answerable } from "./artefacts.ts";

interface Make {
  /** Undefined: no Content-Type. */
  readonly type?: string | undefined;
  readonly headers?: Response["headers"];
}

const AUTHORIZED = [["Authorization", "Bearer key"]] as const;

/** A list call with the good key, and its response. */
export function listing(status: number, body: string | Uint8Array, make: Make = {}): Answerable {
  return {
    call: { method: "GET", path: "/store/orders", credential: "good" },
    requestHeaders: AUTHORIZED,
    response: respond(status, body, make),
  };
}

/** A cancel call with the good key, and its response; with an Error for a body unless told otherwise. */
export function cancelling(id: string, status: number, body = errorBody(status), make: Make = {}): Answerable {
  return {
    call: { method: "DELETE", path: `/store/orders/${id}`, credential: "good" },
    requestHeaders: AUTHORIZED,
    response: respond(status, body, make),
  };
}

/** The same call without a credential. */
export function withoutKey(exchange: Answerable): Answerable {
  const call: Call = { ...exchange.call, credential: "none" };
  return { ...exchange, call, requestHeaders: [] };
}

export function errorBody(status: number): string {
  return JSON.stringify({ code: "a_code", message: "A message.", status });
}

function respond(status: number, body: string | Uint8Array, make: Make): Response {
  const type = "type" in make ? make.type : "application/json";
  return {
    status,
    reason: "",
    httpVersion: "1.1",
    headers: [...(type === undefined ? [] : [["Content-Type", type] as const]), ...(make.headers ?? [])],
    body: Buffer.from(body),
    trailingBytes: 0,
    informational: [],
  };
}
