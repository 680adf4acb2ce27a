/** A client for the Orders Service. Every result of a call is a value; it never throws. */
import { parseJson, type Order as ServiceOrder, type WithStringIds } from "orders-kit/json";

/** No field is required by the contract. Ids are strings of digits. */
export type Order = WithStringIds<ServiceOrder>;

/** Why a call failed. */
export type Failure =
  /** 401: the key is missing, wrong or expired. */
  | "unauthorized"
  /** 404: the order does not exist. */
  | "not-found"
  /** 409: the order has already shipped. */
  | "shipped"
  /** No response in time, or none that can be parsed. A later call may succeed. */
  | "unavailable";

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export interface OrdersApi {
  list(): Promise<Result<readonly Order[]>>;
  cancel(id: string): Promise<Result<undefined>>;
}

const FAILURES: Readonly<Record<number, Failure>> = {
  401: "unauthorized",
  404: "not-found",
  409: "shipped",
};
const TIMEOUT_MS = 10_000;
/** How often a call is made if the service responds with Retry-After. */
const ATTEMPTS = 4;
const MAX_WAIT_MS = 5_000;

export function ordersApi(baseUrl: string, key: string): OrdersApi {
  async function call(method: string, path: string, attempt = 1): Promise<Result<string>> {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return { ok: true, value: text };
      const wait = retryAfterMs(response);
      if (wait !== undefined && attempt < ATTEMPTS) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        return call(method, path, attempt + 1);
      }
      return { ok: false, failure: FAILURES[response.status] ?? "unavailable" };
    } catch {
      return { ok: false, failure: "unavailable" };
    }
  }
  return {
    list: async () => {
      const result = await call("GET", "/store/orders");
      if (!result.ok) return result;
      try {
        return { ok: true, value: parseJson<Order[]>(result.value, { ids: "string" }) };
      } catch {
        return { ok: false, failure: "unavailable" };
      }
    },
    cancel: async (id) => {
      const result = await call("DELETE", `/store/orders/${id}`);
      return result.ok ? { ok: true, value: undefined } : result;
    },
  };
}

/**
 * The wait that a busy service requests; undefined if it does not, or if it is too long for a user.
 */
function retryAfterMs({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "1");
  const wait = Number.isNaN(seconds) ? 1000 : seconds * 1000;
  return wait <= MAX_WAIT_MS ? wait : undefined;
}
