/** A scenario: the orders that a world starts with, its events, and how the mock answers where the contract is silent. */
import type { Order } from "../fixtures/orders.ts";
import type { Answers, OperationId } from "../spec/clauses/index.ts";
import { stringifyJson } from "../spec/interface/json.ts";
import type { OrderField } from "../spec/schema/fields.ts";
import type { ErrorTexts } from "./error-texts.ts";

/** The list is then about 1 GB. */
export const MAX_ORDERS = 10_000_000;
export const MAX_SEED = 2 ** 32 - 1;
/** After how many seconds an order ships by itself at most: a day. */
export const MAX_SHIP_SECONDS = 86_400;

export interface Scenario extends ScenarioEvents {
  /** One word; for a scenario file its name without the extension. */
  readonly name: string;
  /** One sentence, shown where scenarios are listed. */
  readonly description: string;
  /** The seed of generated orders and of random faults. */
  readonly seed: number;
  readonly orders: {
    /** The total number of orders: those of `list`, then generated ones. */
    readonly count: number;
    /** The share of generated orders that are pending, from 0 to 1. */
    readonly pending: number;
    /** Orders given in full, each with exactly the given fields. */
    readonly list: readonly ListedOrder[];
    /** True if the list is sent as it is: else it is sorted, and shaped by `answers`, as the generated orders are. */
    readonly exact?: boolean;
  };
  /** Answers to silences, where they differ from the mock's defaults. */
  readonly answers: Partial<Answers>;
  /** The texts of Errors, where they differ from the mock's own. */
  readonly errors?: ErrorTexts;
}

export const STATES = ["pending", "shipped", "cancelled"] as const;
export type CurrentState = (typeof STATES)[number];

/** An order that a scenario lists. */
export interface ListedOrder {
  readonly order: Order;
  readonly state: CurrentState;
}

/** A seed and a number of orders that replace those of the scenario. */
export interface ScenarioSize {
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}

/** A scenario as JSON: `parseScenarioText` of it gives the same scenario. */
export function scenarioText({ name: _, orders, ...rest }: Scenario): string {
  const list = orders.list.map(({ order, state }) => ({ ...order, state }));
  return stringifyJson({ ...rest, orders: { ...orders, list } });
}

/**
 * How a response is lost: the connection is reset, no response is sent, the body is truncated, or the body is not JSON.
 * The request still has its effect, as after a real network failure.
 */
export const FAILURES = ["reset", "hang", "truncate", "invalid-json"] as const;
export type FaultFailure = (typeof FAILURES)[number];

/**
 * A fault affects some requests. Each fault counts the requests to its operations in one world, from 1. All conditions that
 * are given must hold. Where several faults affect a request, their delays add up, and the first with a status or a failure applies. Faults
 * with `times` take turns: of those that could affect a request, only the first one does.
 */
export interface Fault {
  /** The affected operations; all by default. */
  readonly on?: OperationId | readonly OperationId[];
  /** Only requests that name this order: decimal digits. */
  readonly id?: string;
  /** From 0 to 1. Derived from the world's seed and the number of the request, so that the same requests get the same faults. */
  readonly probability?: number;
  /** Only this request. */
  readonly nth?: number;
  /** Every nth request: 3 means the third, the sixth, and so on. */
  readonly every?: number;
  /** Only requests after this one. */
  readonly after?: number;
  /** At most this many requests. */
  readonly times?: number;
  /** Milliseconds before the response, or their minimum and maximum. */
  readonly delay?: number | readonly [min: number, max: number];
  /** The request is answered with this status, from 400 to 599, and an Error; it has no effect. */
  readonly status?: number;
  /** Seconds, sent as Retry-After with the status. */
  readonly retryAfter?: number;
  readonly fail?: FaultFailure;
  /** Requests that it has counted so far; 0 by default. */
  readonly counted?: number;
  /** How many of them it has affected. */
  readonly affected?: number;
}

/** Fields of an order, with ids as decimal digits. */
export type OrderFieldChanges = Readonly<
  Partial<Record<Exclude<OrderField, "id">, string | number | boolean>>
>;

/** Orders that ship by themselves. Exactly one of `afterSeconds`, `afterLists` and `beforeCancel` is given. */
export interface ShipRule {
  /** The order, as decimal digits; without it, pending orders chosen by the seed. */
  readonly id?: string;
  /** How many orders the seed chooses; 1 by default. */
  readonly count?: number;
  /** Seconds after the world was first listed. */
  readonly afterSeconds?: number;
  /** After this many lists have been answered. */
  readonly afterLists?: number;
  /** On every nth cancel, the order ships just before it. */
  readonly beforeCancel?: number;
  /** Fields that the order has then. A date may be relative to that moment: `+0d`. */
  readonly set?: OrderFieldChanges;
  /** Cancels that a rule with `beforeCancel` has counted so far; 0 by default. */
  readonly counted?: number;
}

/** The events of a world: plain data, which JSON keeps. */
export interface ScenarioEvents {
  readonly ships?: readonly ShipRule[];
  /** The key is refused after this many requests. */
  readonly key?: { readonly expiresAfter: number };
  readonly faults?: readonly Fault[];
}
