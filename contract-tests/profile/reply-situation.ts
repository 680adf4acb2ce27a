/** The situation of the catalogue (spec/interface/situations.ts) that a response answers. */
import { routePath } from "../../spec/interface/match.ts";
import { SITUATIONS, type Situation, type SituationId, UNDOCUMENTED_PATH } from "../../spec/interface/situations.ts";
import { parseInteger } from "../../spec/schema/int64.ts";
import { WORD } from "../checks/cancel/malformed-ids.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";

/** Undefined when the call is in no situation of the catalogue, or the situation does not allow the status. */
export function situationOf(
  call: OutgoingCall,
  status: number,
  provided: Pick<Rules, "pending" | "shipped">,
): (Situation & { readonly id: SituationId }) | undefined {
  const id = situationId(call, status, provided);
  const situation = SITUATIONS.find((entry) => entry.id === id);
  return situation !== undefined && allowsStatus(situation, status) ? situation : undefined;
}

function situationId(
  call: OutgoingCall,
  status: number,
  { pending, shipped }: Pick<Rules, "pending" | "shipped">,
): SituationId | undefined {
  if (status === 429) return "rate-limited";
  const { method, path, credential, headers = [], query, body } = call;
  if (body !== undefined) return status === 404 ? undefined : "body-refused";
  if (method === "OPTIONS") return headers.some(([name]) => name === "Origin") ? "preflight" : undefined;
  if (headers.length > 0 || query !== undefined) return undefined;
  const route = routePath(path);
  if (credential === "none" || credential === "wrong")
    return route?.operation.method === method ? (credential === "none" ? "key-missing" : "key-wrong") : undefined;
  if (credential !== "good") return undefined;
  if (route === undefined) return method === "GET" && path === UNDOCUMENTED_PATH ? "other-path" : undefined;
  if (method === "HEAD") return route.operation.id === "listOrders" ? "head" : undefined;
  if (method !== route.operation.method) return route.operation.id === "cancelOrder" ? "other-method" : undefined;
  if (route.operation.id === "listOrders") return "list";
  if (route.operation.id === "getPet") return "pets";
  if (status === 204) return "cancelled";
  const { orderId, parameter } = route;
  if (orderId === undefined) return parseInteger(parameter) !== undefined ? "id-beyond-int64" : MALFORMED[parameter];
  if (shipped.includes(orderId)) return "order-shipped";
  return pending.includes(orderId) ? "order-cancelled" : "order-unknown";
}

/** One malformed id of each kind that services distinguish. */
const MALFORMED: Readonly<Record<string, SituationId>> = { [WORD]: "id-malformed", "%zz": "id-bad-escape" };

function allowsStatus({ status, range: [min, max] = [200, 599] }: Situation, received: number): boolean {
  return status === "open" ? received >= min && received <= max : received === status;
}
