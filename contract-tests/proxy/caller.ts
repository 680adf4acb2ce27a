/** What the app itself did wrong, told from its request, and from the list that it was given before. */
import { parseInteger } from "../../spec/int64.ts";

import { OPERATIONS, routePath } from "../../spec/operations.ts";
import type { Exchange } from "../exchange.ts";
import { hasGoodKey } from "../prism/alone.ts";

export const CALLER_FAULTS = {
  "no-key": "The request carries no API key as bearer token in its Authorization header.",
  "key-not-set": "The token is the word undefined or null: a variable of the app is not set.",
  "key-refused": "The API key is not the one that the deployment accepts.",
  "malformed-id": "The orderId is no int64.",
  "rounded-id": "The orderId was never listed, and its neighbour was: the app reads ids as doubles, which end at 2^53.",
  "undeclared-query": "Version 1 has no query parameters: it neither filters nor pages.",
  "request-body": "No operation takes a request body.",
  "unknown-operation": "The interface has no such operation.",
  "deprecated-operation": "The operation is deprecated and has a sunset date.",
  "outside-base": "The path lies outside the base address: it was passed on and not judged.",
} as const;
export type CallerFault = keyof typeof CALLER_FAULTS;

export interface CallerFinding {
  readonly fault: CallerFault;
  /** What of this request. */
  readonly detail: string;
}

/** `listed`: the ids beyond 2^53 in the last list that passed. */
export function judgeCaller(
  { call, response }: Exchange,
  requestBytes: number,
  listed: ReadonlySet<bigint>,
): readonly CallerFinding[] {
  const { method, path, query, credential } = call;
  const request = `${method} ${path}`;
  const findings: CallerFinding[] = [];
  const find = (fault: CallerFault, detail: string): void => void findings.push({ fault, detail });
  // A browser's preflight carries no key, by its nature.
  if (method === "OPTIONS") return [];
  const route = routePath(path);
  const isRead = method === "HEAD" && route?.operation.method === "GET";
  if (route === undefined || (route.operation.method !== method && !isRead)) {
    find("unknown-operation", request);
    return findings;
  }
  if (credential === "undefined" || credential === "null") find("key-not-set", `Bearer ${credential}, with ${request}`);
  else if (credential === "wrong") {
    if (response?.status === 401) find("key-refused", request);
  } else if (!hasGoodKey(call)) find("no-key", request);
  if (query !== undefined) find("undeclared-query", `${request}?${query}`);
  if (requestBytes > 0) find("request-body", `${requestBytes} bytes, with ${request}`);
  if (route.operation === OPERATIONS.getPet) find("deprecated-operation", request);
  if (route.operation === OPERATIONS.cancelOrder) {
    const original = roundedFrom(route.parameter, listed);
    if (original !== undefined) find("rounded-id", `${request}, where ${original} was listed`);
    else if (route.orderId === undefined) find("malformed-id", request);
  }
  return findings;
}

/** The listed id that became this text by way of a double: 9223372036854775807 becomes 9223372036854776000. */
function roundedFrom(parameter: string, listed: ReadonlySet<bigint>): bigint | undefined {
  const id = parseInteger(parameter);
  if (id === undefined || listed.has(id)) return undefined;
  for (const other of listed) if (Number(other) === Number(id)) return other;
  return undefined;
}
