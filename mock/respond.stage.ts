/** For the tests of respond: calls to a service, and its replies as a test reads them. */
import { type Json, type JsonObject, parseJson } from "../spec/json.ts";
import { type Call, respond } from "./respond.ts";
import { concat } from "./seed.ts";
import type { Service } from "./service.ts";

const CALL: Call = {
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
  preflight: { method: "DELETE", headers: "authorization", privateNetwork: false },
};
export const PENDING = "/store/orders/9007199254740993";
export const SHIPPED = "/store/orders/9223372036854775807";

/** A reply as a test reads it. */
interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Json | undefined;
}

export function ask(service: Service, call: Partial<Call>): Seen {
  const { status, headers, body } = respond(service, { ...CALL, ...call });
  const named: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) named[headers[at]!] = headers[at + 1]!;
  const text = new TextDecoder().decode(concat(body));
  const json = text !== "" && named["Content-Type"] === "application/json" ? parseJson(text) : undefined;
  return { status, headers: named, text, json };
}

export const listed = (service: Service): string[] =>
  (ask(service, {}).json as JsonObject[]).map(({ id }) => String(id));
export const code = (seen: Seen): string => (seen.json as { code: string }).code;
