/** Applies a fault to a reply over node:http: the delay, and the lost or broken response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultEffect, Reply } from "../replies/messages.ts";
import { tcpSocketOf } from "./tcp-socket.ts";

type Send = (response: ServerResponse, reply: Reply) => void;

export function applyFault(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  effect: FaultEffect,
  send: Send,
): void {
  const apply = (): void => {
    if (effect.fail === "hang") return;
    // The request's socket: the response has none while an earlier response of the connection is pending.
    if (effect.fail === "reset") tcpSocketOf(request.socket).resetAndDestroy();
    else send(response, effect.fail === "truncate" ? truncated(reply) : reply);
  };
  if (effect.delayMs === 0) return apply();
  const timer = setTimeout(apply, effect.delayMs);
  // The client has disconnected, or the mock is closing.
  response.once("close", () => clearTimeout(timer));
}

/** The Content-Length of the whole body, and half of it; then the connection ends. */
function truncated({ status, headers, body }: Reply): Reply {
  let left = body.reduce((sum, piece) => sum + piece.length, 0) >> 1;
  const half = body.map((piece) => {
    const part = piece.subarray(0, left);
    left -= part.length;
    return part;
  });
  return { status, headers: [...headers, "Connection", "close"], body: half };
}
