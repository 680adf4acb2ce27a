/** The Orders Service as this page uses it. Every way in which a call can end is a value; nothing is thrown. */
import { parseExact } from "./exact-json.ts";

/** The contract requires none of the fields. Ids are digits: they are compared and sent, never counted with. */
export interface Order {
  readonly id?: string;
  readonly petId?: string;
  readonly quantity?: number;
  readonly shipDate?: string;
  readonly complete?: boolean;
}

/** Why a call was not carried out. */
export type Failure =
  /** 401: the key is missing, wrong, or no longer good. */
  | "unauthorized"
  /** 404: there is no such order. */
  | "not-found"
  /** 409: the order has already shipped. */
  | "shipped"
  /** No answer within the time, or none that can be read; later it may work. */
  | "unavailable";

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export interface OrdersApi {
  list(): Promise<Result<readonly Order[]>>;
  cancel(id: string): Promise<Result<undefined>>;
}

const FAILURES: Readonly<Record<number, Failure>> = { 401: "unauthorized", 404: "not-found", 409: "shipped" };
const TIMEOUT_MS = 10_000;
/** Calls that are asked for again, as long as the service asks for patience. */
const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 5_000;

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
      const answer = await call("GET", "/store/orders");
      if (!answer.ok) return answer;
      try {
        return { ok: true, value: parseExact(answer.value, ["id", "petId"]) as Order[] };
      } catch {
        return { ok: false, failure: "unavailable" };
      }
    },
    cancel: async (id) => {
      const answer = await call("DELETE", `/store/orders/${id}`);
      return answer.ok ? { ok: true, value: undefined } : answer;
    },
  };
}

/** How long a busy service asks to wait; undefined when it does not, or for longer than people wait. */
function retryAfterMs({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "1");
  const wait = Number.isNaN(seconds) ? 1000 : seconds * 1000;
  return wait <= LONGEST_WAIT_MS ? wait : undefined;
}
