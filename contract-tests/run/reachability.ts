/** Waits for a deployment that cannot be reached: a gateway that restarts, or fails over, refuses connections for some time. */
import type { Exchange, OutgoingCall, Send } from "../client/exchange.ts";
import type { Run } from "./run.ts";

/** Milliseconds between attempts to reach the deployment. */
export const UNREACHABLE_WAITS_MS = [250, 500, 1000, 2000, 4000];

/** Calls that time out, without any complete response, before the run gives up. */
const MAX_TIMEOUTS = 8;

/**
 * Sends a call, and waits for some seconds when the deployment cannot be reached: one call is then repeated, and all others wait
 * for it. When it stays away, the run has ended. `record` is called with every exchange.
 */
export function sendWhenReachable({ state, clock }: Run, send: Send, record: (exchange: Exchange) => void): Send {
  const attempt = async (call: OutgoingCall): Promise<Exchange> => {
    const exchange = await send(call);
    record(exchange);
    const { failure } = exchange;
    const { guard } = state;
    if (failure?.kind === "timeout" && guard.slowestMs === 0 && guard.timeouts >= MAX_TIMEOUTS)
      guard.ended ??= `The deployment completes no response in time: ${failure.message}.`;
    return exchange;
  };

  const untilReached = async (call: OutgoingCall): Promise<Exchange> => {
    let message = "";
    for (const wait of UNREACHABLE_WAITS_MS) {
      await clock.sleep(wait);
      const exchange = await attempt(call);
      if (exchange.failure?.kind !== "unreachable") return exchange;
      message = exchange.failure.message;
    }
    state.guard.ended = `The deployment could not be reached any more: ${message}.`;
    return send(call); // The guard refuses it.
  };

  const sendCall: Send = async (call) => {
    await state.recovery;
    const exchange = await attempt(call);
    if (exchange.failure?.kind !== "unreachable") return exchange;
    if (state.recovery !== undefined) return sendCall(call);
    const reached = untilReached(call).finally(() => {
      delete state.recovery;
    });
    state.recovery = reached.catch(() => {});
    return reached;
  };
  return sendCall;
}
