/** Drives one world of a running mock, over HTTP. */

import type { Fault } from "../scenarios/troubles.ts";
import type { components } from "../spec/generated/types.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../spec/json.ts";
import { causeOf, PROBLEMS } from "../spec/problems.ts";
import type { Annotated } from "./control/commands.ts";

export type CalledRequest = Annotated;

export interface ResetOptions {
  /** A ready-made scenario by name; the one that the mock was started with by default. */
  readonly scenario?: string;
  readonly seed?: number;
  /** How many orders. */
  readonly orders?: number;
}

export interface OrdersState {
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<"pending" | "shipped" | "cancelled", number>>;
  /** In the list's order. */
  readonly orders: readonly {
    /** Digits; null for an order without an id. */
    readonly id: string | null;
    readonly state: "pending" | "shipped" | "cancelled";
    readonly order: Order;
  }[];
}

/** Small integers come out of JSON as numbers; an Order has both of its ids as bigint. */
function withBigInts(order: Order): Order {
  const { id, petId, ...rest } = order;
  return {
    ...(id !== undefined && { id: BigInt(id) }),
    ...(petId !== undefined && { petId: BigInt(petId) }),
    ...rest,
  };
}

type Order = components["schemas"]["Order"];

/** The most orders that the control gives at once. */
const PAGE = 10_000;

export class ControlClient {
  private readonly url: string;
  private readonly world: string;
  private readonly adminKey: string | undefined;

  /** `baseUrl` is the service's own, which ends in the version segment. */
  constructor(baseUrl: string, world: string, adminKey: string | undefined) {
    this.url = `${baseUrl.replace(/\/v1$/, "")}/__admin`;
    this.world = world;
    this.adminKey = adminKey;
  }

  async reset(options: ResetOptions = {}): Promise<void> {
    await this.call("POST", "reset", { body: { ...options } });
  }

  async ship(id: string | bigint): Promise<void> {
    await this.call("POST", `orders/${encodeURIComponent(String(id))}/ship`);
  }

  async cancel(id: string | bigint): Promise<void> {
    await this.call("POST", `orders/${encodeURIComponent(String(id))}/cancel`);
  }

  async fault(faults: readonly Fault[]): Promise<void> {
    await this.call("PUT", "faults", { body: { faults: faults as unknown as Json } });
  }

  async state(): Promise<OrdersState> {
    const page = async (offset: number) =>
      (await this.call("GET", "state", { query: `&limit=${PAGE}&offset=${offset}` })) as unknown as OrdersState & {
        listed: number;
      };
    const { scenario, seed, counts, listed, orders } = await page(0);
    const all = [...orders];
    while (all.length < listed) {
      const { orders: more } = await page(all.length);
      if (more.length === 0) break; // The world began anew in between.
      all.push(...more);
    }
    return { scenario, seed, counts, orders: all.map(({ order, ...row }) => ({ ...row, order: withBigInts(order) })) };
  }

  async requests(): Promise<readonly CalledRequest[]> {
    return (await this.call("GET", "requests")).requests as unknown as CalledRequest[];
  }

  /** Gives the world up. */
  async forget(): Promise<void> {
    await this.call("DELETE", "worlds");
  }

  /** Throws a UserError when the mock is not there, and when it does not do what it is asked. */
  private async call(
    method: string,
    path: string,
    { query = "", body }: { readonly query?: string; readonly body?: JsonObject } = {},
  ): Promise<JsonObject> {
    const response = await fetch(`${this.url}/${path}?world=${this.world}${query}`, {
      method,
      headers: {
        ...(this.adminKey !== undefined && { authorization: `Bearer ${this.adminKey}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: stringifyJson(body) }),
    }).catch((error: Error) => {
      throw PROBLEMS.mockUnreachable(this.url, causeOf(error.cause ?? error));
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = isJson ? (parseJson(text) as JsonObject) : {};
    if (response.ok) return answer;
    throw PROBLEMS.controlRefused(`${method} ${path}`, String(answer.detail ?? `status ${response.status}`));
  }
}
