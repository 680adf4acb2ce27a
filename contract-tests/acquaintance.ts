/** What the checks of one run come to know of a deployment. */
import type { Exchange, Send } from "./exchange.ts";
import type { OrderList } from "./order-list.ts";

/** What checks of one run learn of a deployment together, kept by its `send`. */
export interface Acquaintance {
  /** Operations that did not answer in time, with the repetition: they are not waited for as long again. */
  readonly hanging: Set<string>;
  flukes: number;
  /** Cancellations of orders handed over that broke off before their answer and may have had their effect. */
  brokenOff: number;
  /** Orders handed over whose cancellation got its 204. */
  readonly cancelled: Set<bigint>;
  /** Cancellations of a pending order with bad credentials, and what they got. */
  readonly refusals: Exchange[];
  lastList?: { body: Uint8Array; list: OrderList; watch: string };
}
const acquaintances = new WeakMap<Send, Acquaintance>();

export function acquaintanceOf(send: Send): Acquaintance {
  const known: Acquaintance = acquaintances.get(send) ?? {
    hanging: new Set<string>(),
    flukes: 0,
    brokenOff: 0,
    cancelled: new Set<bigint>(),
    refusals: [],
  };
  acquaintances.set(send, known);
  return known;
}
