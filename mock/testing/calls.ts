/** Sends calls to a service and reads its replies, for the tests of respond. */
import { type Json, type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { Call, FaultEffect } from "../replies/call-and-reply.ts";
import { respond } from "../service/respond.ts";
import type { Service } from "../service/service.ts";

export const CALL: Call = {
  method: "GET",
  path: "/store/orders",
  query: undefined,
  authorization: "Bearer demo-key",
  origin: undefined,
  preflight: undefined,
  body: "none",
};
export const PREFLIGHT: Partial<Call> = {
  method: "OPTIONS",
  authorization: undefined,
  origin: "http://localhost:5173",
  preflight: { method: "DELETE", headers: "authorization" },
};
export const PENDING = "/store/orders/9007199254740993";
export const SHIPPED = "/store/orders/9223372036854775807";

interface PlainReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Throws if the text is not JSON. */
  readonly json: Json | undefined;
  readonly fault: FaultEffect | undefined;
}

export function ask(service: Service, call: Partial<Call>): PlainReply {
  const { status, headers, body, fault } = respond(service, { ...CALL, ...call });
  const named: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
  const text = new TextDecoder().decode(body);
  return {
    status,
    headers: named,
    text,
    get json() {
      return text !== "" && named["Content-Type"] === "application/json"
        ? parseJson(text)
        : undefined;
    },
    fault,
  };
}

export const listed = (service: Service): string[] =>
  (ask(service, {}).json as JsonObject[]).map(({ id }) => String(id));
