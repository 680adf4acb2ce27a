/** What the app does wrong, as far as its requests show. */
import { match } from "../../spec/interface/match.ts";
import { parseInteger } from "../../spec/schema/integers.ts";
import { isGood } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";

export const APP_FAULTS = {
  "no-key": "The request has no API key as bearer token in its Authorization header.",
  "key-not-set": "The token is the word undefined or null: a variable of the app is not set.",
  "key-refused": "The API key is not the one that the deployment accepts.",
  "malformed-id": "The orderId is not an int64.",
  "rounded-id":
    "The orderId was not listed, but a neighbouring id was: the app reads ids as doubles, which are exact only up to 2^53.",
  "undeclared-query": "Version 1 has no query parameters: it neither filters nor pages.",
  "request-body": "No operation takes a request body.",
  "unknown-operation": "The interface has no such operation.",
  "deprecated-operation": "The operation is deprecated and has a sunset date.",
  "outside-base": "The path is outside the base address: the request was passed on and not judged.",
} as const;
export type AppFaultId = keyof typeof APP_FAULTS;

export interface AppFault {
  readonly id: AppFaultId;
  /** The request, and what is wrong in it. */
  readonly detail: string;
}

/** `listed`: the ids beyond 2^53 in the lists that had ended when the request was sent. */
export function findAppFaults(
  { call, response }: Exchange,
  requestBytes: number,
  listed: ReadonlySet<bigint>,
): readonly AppFault[] {
  const { method, path, query, credential } = call;
  const request = `${method} ${path}`;
  const faults: AppFault[] = [];
  const add = (id: AppFaultId, detail: string): void => void faults.push({ id, detail });
  // A preflight of a browser never has a key.
  if (method === "OPTIONS") return [];
  const { operation, parameter, orderId } = match(method === "HEAD" ? "GET" : method, path);
  if (operation === undefined) return [{ id: "unknown-operation", detail: request }];
  if (credential === "undefined" || credential === "null")
    add("key-not-set", `Bearer ${credential}, with ${request}`);
  else if (credential === "wrong") {
    if (response?.status === 401) add("key-refused", request);
  } else if (!isGood(credential)) add("no-key", request);
  if (query !== undefined) add("undeclared-query", `${request}?${query}`);
  if (requestBytes > 0) add("request-body", `${requestBytes} bytes, with ${request}`);
  if (operation.deprecated === true) add("deprecated-operation", request);
  if (operation.parameter?.names === "order") {
    const original = listedOriginal(parameter, listed);
    if (original !== undefined) add("rounded-id", `${request}, where ${original} was listed`);
    else if (orderId === undefined) add("malformed-id", request);
  }
  return faults;
}

/** The listed id that a double rounds to this one: 9223372036854775807 becomes 9223372036854776000. */
function listedOriginal(parameter: string, listed: ReadonlySet<bigint>): bigint | undefined {
  const id = parseInteger(parameter);
  if (id === undefined || listed.has(id)) return undefined;
  for (const other of listed) if (Number(other) === Number(id)) return other;
  return undefined;
}
