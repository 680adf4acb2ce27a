/**
 * What the store has of a world: the entries of its journal, the calls and control requests that change it, which every replica
 * applies in one order; and those of its request log, without credentials.
 */
import { exchangeDetails, redactRequest } from "../control/request-notes.ts";
import { type ControlRoute, ROUTES } from "../control/routes.ts";
import type { Call } from "../replies/messages.ts";
import type { LoggedRequest } from "../service/request-log.ts";
import { answer } from "../service/respond.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";

/** The part of a call that decides about its effect. It has no key. */
type CallEntry = Pick<Call, "method" | "path" | "body">;

/** A control request: the method and path of its route, its parameter and its body. */
interface ControlEntry {
  readonly route: string;
  readonly parameter: string;
  readonly body: string;
}

/** Without a call or a control request it only makes the shipments that are due. */
export interface JournalEntry {
  /** Milliseconds since 1970, by the clock of the replica that added it. */
  readonly at: number;
  readonly call?: CallEntry;
  readonly control?: ControlEntry;
}

/** The entry of a call, without its key, which may also be in a path that names no order. */
export function callEntry({ apiKeys, now }: Service, { method, path, body }: Call): JournalEntry {
  const namesOrders = path !== undefined && /^\/store\/orders\/?(?:-?\d*)\/?$/i.test(path);
  const { path: redacted } = namesOrders ? { path } : redactRequest({ path, query: undefined }, apiKeys);
  return { at: now(), call: { method, path: redacted, body } };
}

const NO_CALL: Call = {
  method: "",
  path: undefined,
  query: undefined,
  authorization: undefined,
  origin: undefined,
  preflight: undefined,
  body: "none",
};

/** Applies an entry of another replica. */
export function applyEntry(service: Service, world: World, { at, call, control }: JournalEntry): void {
  if (call !== undefined) answer(world, { ...NO_CALL, ...call }, at);
  else if (control !== undefined) runControl(service, world, control);
  else world.shipDue(at);
}

/** The name of a route in the journal. */
export function routeName({ method, path }: ControlRoute): string {
  return `${method} ${path}`;
}

const BY_NAME = new Map(ROUTES.map((route) => [routeName(route), route]));

/** A request that was refused has changed nothing. */
function runControl(service: Service, world: World, { route, parameter, body }: ControlEntry): void {
  try {
    BY_NAME.get(route)?.run({ service, world, query: new URLSearchParams(), parameter, body });
  } catch {
    // The replica that got the request has answered it with the error.
  }
}

/** An entry of the request log. */
export function logEntry(request: LoggedRequest, apiKeys: readonly string[]): string {
  const details = exchangeDetails(request, apiKeys);
  return JSON.stringify({ ...redactRequest(request, apiKeys), exchange: undefined, details });
}

/** The nth request of the log. */
export function parseLogEntry(n: number, text: string): LoggedRequest {
  const { details, ...request } = JSON.parse(text) as LoggedRequest & { details?: ReturnType<typeof exchangeDetails> };
  if (details === undefined) return { ...request, n };
  const { requestHeaders, responseHeaders, body, bytes } = details;
  const reply = { headers: responseHeaders.flat(), body: [new TextEncoder().encode(body)] };
  return { ...request, n, exchange: { requestHeaders: requestHeaders.flat(), reply, bytes } };
}
