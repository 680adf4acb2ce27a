/** The gatekeeper between the checks and a deployment: every call passes the policy, the budget and the rate, or is refused. */

import { routePath } from "../spec/operations.ts";
import { undoCoding } from "./content-coding.ts";
import { type Call, type Exchange, header, type Send } from "./exchange.ts";
import { type Rules, refusal, type SeenList } from "./safety.ts";
import { LIMITS } from "./transport.ts";

export interface Budget {
  /** Calls that may go out in the whole run. */
  readonly maxRequests: number;
  /** Calls a second; as fast as they come when undefined. */
  readonly rate?: number | undefined;
  /** Milliseconds that the whole run may take; calls after that are refused. */
  readonly runMs: number;
}

export const BUDGET: Budget = { maxRequests: 2000, runMs: 15 * 60_000 };

/** After so many calls that were not answered in time, the others are not waited for as long. */
const PATIENCE = 2;
/** Milliseconds that even then an answer may take; or three times what the slowest one took. */
const LEAST_WAIT_MS = 2_000;

/** Time as the guard needs it; tests hand in their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A `send` that lets through only what the rules allow. What it refuses comes back as a failure `forbidden`. */
export function guarded(send: Send, baseUrl: string, rules: Rules, budget: Budget, clock: Clock = SYSTEM_CLOCK): Send {
  const started = clock.now();
  let sent = 0;
  let nextSlot = 0;
  let list: SeenList | undefined;
  const cancelled = new Set<bigint>();
  let timeouts = 0;
  let slowestMs = 0;

  /** A deployment that hangs is told by a few calls; the rest of them shall not take hours. */
  const hurried = (call: Call): Call => {
    if (timeouts < PATIENCE) return call;
    const most = Math.max(LEAST_WAIT_MS, 3 * slowestMs);
    return { ...call, timeoutMs: Math.min(call.timeoutMs ?? most, most) };
  };

  const refuse = (call: Call): string | undefined => {
    const now = clock.now();
    if (now - started > budget.runMs) return `The time of the run (${budget.runMs / 1000} s) is used up.`;
    if (sent >= budget.maxRequests)
      return `The budget of ${budget.maxRequests} requests is used up; --max-requests raises it.`;
    return refusal(call, rules, { list, cancelled }, now);
  };

  return async (call) => {
    let why = refuse(call);
    if (why === undefined) {
      sent++;
      if (budget.rate !== undefined) {
        const slot = Math.max(nextSlot, clock.now());
        nextSlot = slot + 1000 / budget.rate;
        if (slot > clock.now()) await clock.sleep(slot - clock.now());
        // The list may have grown old, or been replaced, while the call waited for its turn.
        why = refusal(call, rules, { list, cancelled }, clock.now());
      }
    }
    if (why !== undefined) return forbidden(call, why, baseUrl, clock.now());
    const exchange = await send(hurried(budget.rate === undefined ? call : apart(call)));
    if (exchange.failure?.kind === "timeout") timeouts++;
    else if (exchange.failure === undefined) slowestMs = Math.max(slowestMs, exchange.durationMs);
    list = seenList(exchange, clock.now()) ?? list;
    const id = exchange.response?.status === 204 ? routePath(call.path)?.orderId : undefined;
    if (id !== undefined && call.method === "DELETE") cancelled.add(id);
    return exchange;
  };
}

/** Under a rate, calls that would leave together leave apart: they would be a burst. */
function apart({ together: _, ...call }: Call): Call {
  return call;
}

function forbidden(call: Call, message: string, baseUrl: string, startedAt: number): Exchange {
  const query = call.query === undefined ? "" : `?${call.query}`;
  return {
    call,
    url: `${baseUrl}${call.path}${query}`,
    requestHeaders: [],
    failure: { kind: "forbidden", message },
    credentialEchoed: false,
    startedAt,
    durationMs: 0,
  };
}

/** The list in an exchange, when it is the whole list of all orders. */
function seenList({ call, response, failure }: Exchange, at: number): SeenList | undefined {
  if (call.method !== "GET" || call.path !== "/store/orders" || call.query !== undefined || call.credential !== "good")
    return undefined;
  if (failure !== undefined || response?.status !== 200) return undefined;
  if (header(response, "content-range") !== undefined || /rel="?next/i.test(header(response, "link") ?? ""))
    return undefined;
  const content = undoCoding(response.body, header(response, "content-encoding") ?? "", LIMITS.bodyBytes);
  return content === undefined ? undefined : { content, at };
}
