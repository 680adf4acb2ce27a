/**
 * A conforming service that other clients use during the run: they place, ship and cancel orders all the time. It takes effect at a moment
 * within each call, and its lists may come from a copy that is a little old. All of it follows from a seed, on a virtual clock.
 */
import type { Clock } from "../../client/clock.ts";
import { isGood } from "../../client/credentials.ts";
import {
  type Exchange,
  LIST_CALL,
  type OutgoingCall,
  orderText,
  type Response,
  type Send,
} from "../../client/exchange.ts";
import type { Draw } from "./draw.ts";

/** Plain data: printed with a seed that fails. */
export interface LiveSettings {
  /** Orders of others at the start. */
  readonly orders: number;
  readonly ids: "small" | "dense" | "beyond int32" | "snowflake";
  /** Orders that others place, ship or cancel in a second. */
  readonly changesPerSecond: number;
  /** Milliseconds of a call. */
  readonly latency: readonly [min: number, max: number];
  /** Where in a call the service takes effect: from 0, at its arrival, to 1, at the reply. */
  readonly effectAt: readonly [min: number, max: number];
  /** Milliseconds that a list of others' orders may be old. */
  readonly staleMs: number;
  readonly shuffled: boolean;
  /** Milliseconds for which a cancelled order stays listed; Infinity where it never leaves. */
  readonly cancelledStaysMs: number;
}

export interface LiveService {
  readonly send: Send;
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  /** Orders of others that a call of the run has cancelled. */
  readonly harmed: bigint[];
}

interface Order {
  readonly id: bigint;
  readonly text: string;
  state: "pending" | "shipped" | "cancelled";
  cancelledAt: number;
}

const FIRST_ID: Readonly<Record<LiveSettings["ids"], bigint>> = {
  small: 1_000n,
  dense: 700_000n,
  "beyond int32": 3n * 2n ** 32n,
  snowflake: 1_780_000_000_000_000_000n,
};
/** More changes at once are not told from fewer. */
const MAX_CHANGES = 4_000;

export function liveService(settings: LiveSettings, draw: Draw, clock: Clock): LiveService {
  const { ids, latency, effectAt, cancelledStaysMs } = settings;
  let lastId = FIRST_ID[ids];
  const nextId = (): bigint => {
    lastId += BigInt(ids === "snowflake" ? draw.integer(1, 4_194_304) : draw.integer(1, ids === "dense" ? 1 : 9));
    return lastId;
  };
  const place = (state: Order["state"] = "pending"): Order => {
    const id = nextId();
    const date = new Date(clock.epoch + draw.integer(0, 10 ** 9)).toISOString();
    const text = `{"id":${id},"petId":${draw.integer(1, 99)},"quantity":${draw.integer(1, 9)},"shipDate":"${date}","complete":${state === "shipped"}}`;
    return { id, text, state, cancelledAt: 0 };
  };
  let others = new Map(Array.from({ length: settings.orders }, () => place()).map((order) => [order.id, order]));
  const own = [..."pppps"].map((kind) => place(kind === "s" ? "shipped" : "pending"));
  // Others place orders among those of the run, too.
  others = new Map([
    ...others,
    ...Array.from({ length: settings.orders }, () => place()).map((one) => [one.id, one] as const),
  ]);
  const harmed: bigint[] = [];
  let changedAt = 0;
  /** What others' lists showed, the last first. */
  const copies: { readonly at: number; readonly orders: readonly Order[] }[] = [];

  const change = (): void => {
    const [some] = pick(others, draw);
    // About as many as are deleted: the lists of a run stay small.
    if (some === undefined || draw.happens(0.27)) {
      const placed = place();
      others.set(placed.id, placed);
    } else if (some.state === "pending" && draw.happens(0.5)) some.state = "shipped";
    else if (some.state === "pending") others.delete(some.id);
    // A shop deletes what was delivered long ago.
    else if (draw.happens(0.3)) others.delete(some.id);
  };

  const live = (): void => {
    const now = clock.now();
    const count = Math.min(MAX_CHANGES, Math.floor(((now - changedAt) * settings.changesPerSecond) / 1000));
    if (count > 0) changedAt = now;
    for (let nth = 0; nth < count; nth++) change();
    if (settings.staleMs === 0 || now - (copies[0]?.at ?? -Infinity) < 100) return;
    copies.unshift({ at: now, orders: [...others.values()] });
    while (copies.length > 1 && copies.at(-2)!.at < now - settings.staleMs) copies.pop();
  };

  const listed = (): string => {
    const now = clock.now();
    const copy = draw.happens(0.5)
      ? draw.one(
          copies.filter(({ at }) => now - at <= settings.staleMs).concat({ at: now, orders: [...others.values()] }),
        )
      : undefined;
    const mine = own.filter(({ state, cancelledAt }) => state !== "cancelled" || now - cancelledAt < cancelledStaysMs);
    const all = [...(copy?.orders ?? others.values()), ...mine].map(({ text }) => text);
    if (settings.shuffled) all.sort(() => draw.number() - 0.5);
    return `[${all.join()}]`;
  };

  const cancel = (text: string): Response => {
    const id = /^(?:0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
    const mine = own.find((order) => order.id === id);
    const order = mine ?? (id === undefined ? undefined : others.get(id));
    if (order === undefined || order.state === "cancelled") return error(404);
    if (order.state === "shipped") return { ...error(409), body: new Uint8Array(), headers: [] };
    if (mine === undefined) {
      harmed.push(order.id);
      others.delete(order.id);
    }
    order.state = "cancelled";
    order.cancelledAt = clock.now();
    return { ...error(204), body: new Uint8Array(), headers: [] };
  };

  const answer = (call: OutgoingCall): Response => {
    if (!isGood(call.credential)) return error(401);
    const text = orderText(call);
    if (call.method === "DELETE" && text !== undefined) return cancel(text);
    if (call.method === LIST_CALL.method && call.path === LIST_CALL.path) return json(200, listed());
    return error(404);
  };

  const send: Send = async (call): Promise<Exchange> => {
    const sentAt = clock.now();
    const ms = latency[0] + draw.number() * (latency[1] - latency[0]);
    const before = ms * (effectAt[0] + draw.number() * (effectAt[1] - effectAt[0]));
    await clock.sleep(before);
    live();
    const response = answer(call);
    await clock.sleep(ms - before);
    return {
      ...{ call, response, url: `http://live.test/v1${call.path}`, requestHeaders: [], credentialEchoed: false },
      ...{ sentAt, receivedAt: clock.now() },
    };
  };
  const ofState = (state: Order["state"]) => own.filter((order) => order.state === state).map(({ id }) => id);
  return { send, pending: ofState("pending"), shipped: ofState("shipped"), harmed };
}

function* pick<T>(map: ReadonlyMap<bigint, T>, draw: Draw): Generator<T> {
  let left = draw.integer(0, Math.min(map.size - 1, 50));
  for (const value of map.values()) if (left-- === 0) yield value;
}

function json(status: number, text: string): Response {
  return {
    ...{ status, reason: "", httpVersion: "1.1", headers: [["Content-Type", "application/json"]] },
    ...{ body: Buffer.from(text), trailingBytes: 0, informational: [] },
  };
}

function error(status: number): Response {
  return json(status, `{"code":"refused","message":"The request is refused.","status":${status}}`);
}
