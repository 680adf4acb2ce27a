/**
 * Decides when a call may go: how many are under way at once, how fast they follow each other, which must go together, and how long all
 * of them wait because the deployment has asked for it.
 */
import type { Clock } from "../client/clock.ts";
import type { OutgoingCall } from "../client/exchange.ts";
import type { Stage } from "./sending.ts";

/** Calls at the same time when nothing else is asked for. */
export const PARALLEL = 8;
/** Milliseconds between two calls after a rate limit was noticed; doubled each time that it is noticed again. */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1_000;
/** Milliseconds of all waits of a run that the deployment has asked for. */
const MAX_WAITS_MS = 180_000;

export interface PaceOptions {
  readonly clock: Clock;
  /** Calls per second; unlimited when undefined. */
  readonly rate?: number | undefined;
  readonly parallel?: number | undefined;
  /** Whether calls are sent one at a time, as the run stands. */
  readonly isOneAtATime: () => boolean;
}

export type Pace = ReturnType<typeof createPace>;

interface Waiting {
  readonly call: OutgoingCall;
  readonly go: () => void;
}

export function createPace({ clock, rate, parallel = PARALLEL, isOneAtATime }: PaceOptions) {
  const waiting: Waiting[] = [];
  let [inFlight, paceMs, nextSlot, pausedUntil, waitedMs] = [0, 0, 0, 0, 0];
  let slowedAt = -Infinity;
  let [isLimited, isWaking] = [false, false];
  const intervalMs = () => Math.max(rate === undefined ? 0 : 1000 / rate, paceMs);
  const limit = () => (isLimited || paceMs > 0 || isOneAtATime() ? 1 : Math.max(1, parallel));

  const pump = (): void => {
    for (;;) {
      // Calls that are sent together would exceed a rate.
      const calls = nextOf(waiting, limit(), limit() - inFlight, intervalMs() === 0);
      if (calls.length === 0) return;
      const at = Math.max(pausedUntil, intervalMs() > 0 ? nextSlot : 0);
      if (at > clock.now()) return wakeAt(at);
      for (const one of calls) {
        waiting.splice(waiting.indexOf(one), 1);
        inFlight++;
        nextSlot = Math.max(nextSlot, clock.now()) + intervalMs();
        one.go();
      }
    }
  };

  const wakeAt = (at: number): void => {
    if (isWaking) return;
    isWaking = true;
    void clock.sleep(at - clock.now()).then(() => {
      isWaking = false;
      pump();
    });
  };

  const stage: Stage = (send) => async (call) => {
    await new Promise<void>((go) => {
      waiting.push({ call, go });
      pump();
    });
    try {
      const exchange = await send(call);
      // A call that was not sent takes no slot.
      if (exchange.failure?.kind === "forbidden") nextSlot -= intervalMs();
      return exchange;
    } finally {
      inFlight--;
      pump();
    }
  };

  return {
    stage,
    /** Calls that may be under way at once. */
    parallel: limit,
    /** No call goes for so many milliseconds. False when the deployment has asked for too many waits. */
    wait(ms: number): boolean {
      const until = clock.now() + ms;
      waitedMs += Math.max(0, until - Math.max(pausedUntil, clock.now()));
      pausedUntil = Math.max(pausedUntil, until);
      return waitedMs <= MAX_WAITS_MS;
    },
    /** From now on calls go one at a time, because the deployment limits them. */
    oneAtATime(): void {
      isLimited = true;
    },
    /** Calls follow each other one at a time and more slowly: once for all calls that were sent before this took effect. */
    slowDown({ sentAt }: { readonly sentAt: number }): void {
      if (sentAt < slowedAt) return;
      slowedAt = clock.now();
      paceMs = Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, 2 * paceMs));
    },
    /** It was not the rate of calls: they go as before. */
    speedUp(): void {
      paceMs = 0;
    },
    /** Milliseconds between two calls. */
    intervalMs,
  };
}

/** The calls that go next: one, or a whole group. One place is kept for those with priority. */
function nextOf(
  waiting: readonly Waiting[],
  limit: number,
  free: number,
  mayGroup: boolean,
): readonly Waiting[] {
  const isTogether = ({ call: { barrier } }: Waiting) =>
    barrier !== undefined && mayGroup && barrier.size <= limit;
  const group = waiting.find(isTogether)?.call.barrier;
  const members = waiting.filter(
    ({ call }) => group !== undefined && call.barrier?.group === group.group,
  );
  if (group !== undefined && members.length === group.size)
    return group.size <= free ? members : [];
  const single = waiting.filter((one) => !isTogether(one));
  const first = single.find(({ call }) => call.priority || call.barrier) ?? single[0];
  if (first === undefined) return [];
  const kept = first.call.priority || first.call.barrier || limit === 1 ? 0 : 1;
  return free > kept ? [first] : [];
}
