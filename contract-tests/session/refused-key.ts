/**
 * The key was served before, and is refused now: a ban or a quota in front of the service, an expired key, or one that may only list. None of
 * them is the service's doing (spec/rulings.md).
 */
import type { Recorder } from "../assertions/finding.ts";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { isSuccess, outcomeOf, statusOf } from "../client/outcome.ts";
import type { Rules } from "../safety/rules.ts";
import { MAX_STALE_MS } from "./budget.ts";
import type { RunEnded } from "./run-ended.ts";

/** A ban, a quota or a missing permission answers with these. */
const REFUSALS: readonly number[] = [401, 402, 403, 420];
/** Exchanges among which a list that was served is recent. */
const RECENT = 10;
/** Why a clause of cancelling is unproven. */
export const MAY_ONLY_LIST =
  "The key may only list: every cancellation with it gets 403. Use a key that may cancel.";

/** The run that asks. */
interface Run {
  readonly config: Pick<Rules, "pending" | "shipped">;
  readonly exchanges: readonly Exchange[];
  readonly report: Recorder;
  /** How many calls it has sent. */
  readonly sent: number;
  /** Undefined until a list was read. */
  readonly listed: unknown;
  mayOnlyList: boolean | undefined;
  readonly sender: { send(call: OutgoingCall): Promise<Exchange> };
  draw(): string;
  wait(ms: number, why: string): Promise<void>;
  end(why: string): RunEnded;
}

/** Asks other plain calls with the key whether they are served. Throws RunEnded where none is, and some were before. */
export async function explainRefusal(s: Run, exchange: Exchange): Promise<void> {
  const { call } = exchange;
  if (!isRefused(exchange) || isProbe(call) || s.listed === undefined) return;
  const status = statusOf(exchange)!;
  const isGood = call.credential === "good";
  // 401 is what a bad key must get.
  if (!isGood && status === 401) return;
  if (isGood && status === 403 && call.method === "DELETE") {
    s.mayOnlyList ??= await mayOnlyList(s, exchange);
    if (s.mayOnlyList) return;
  }
  // Many bad keys may get it: what was served a moment ago is not asked again.
  if (!isGood && s.exchanges.slice(-RECENT).some(isServedList)) return;
  if (!isRefused(await s.sender.send(LIST_WITH_KEY))) return;

  // A service may know its keys again a moment later: then the answer in question is its own.
  await s.wait(MAX_STALE_MS, `every call gets ${status}`);
  if (!isRefused(await s.sender.send(LIST_WITH_KEY))) return;
  const remedy =
    status === 401
      ? "It has expired, or is locked out after many wrong keys: --gentle sends fewer."
      : "This looks like a ban or a quota: --gentle sends fewer bad keys, --rate N fewer calls per second.";
  throw s.end(`After ${s.sent} calls, every call with the key gets ${status}. ${remedy}`);
}

/** True if each cancellation gets 403, of an unknown, a shipped and a pending order, while the list is served. */
async function mayOnlyList(s: Run, exchange: Exchange): Promise<boolean> {
  const isPermitted = (one: Exchange) => {
    const { kind, status } = outcomeOf(one);
    return isCancellation(one.call) && kind === "answered" && status !== 403;
  };
  if (s.exchanges.some(isPermitted)) return false;
  const ids = [...s.config.shipped.slice(0, 1), ...s.config.pending.slice(0, 1)];
  for (const id of [s.draw(), ...ids])
    if (isPermitted(await s.sender.send(cancellationOf(id)))) return false;
  if (isRefused(await s.sender.send(LIST_WITH_KEY))) return false;
  s.report.advise("may-only-list", MAY_ONLY_LIST, [exchange]);
  return true;
}

function isServedList({ call, ...received }: Exchange): boolean {
  return call === LIST_WITH_KEY && isSuccess(received);
}

function isRefused(exchange: Exchange): boolean {
  return REFUSALS.includes(statusOf(exchange) ?? 0);
}

function isCancellation(call: OutgoingCall): boolean {
  return call.method === "DELETE" && call.credential === "good" && !isProbe(call);
}
