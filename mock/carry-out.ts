/** Carries out what a scenario does to a reply on its way, over node:http: the wait, and the broken connection. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Trouble } from "./faults.ts";
import type { Reply } from "./replies.ts";

type Send = (response: ServerResponse, reply: Reply) => void;

/** Sends the reply with `send` as far as the trouble lets it arrive. */
export function carryOut(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  trouble: Trouble,
  send: Send,
): void {
  const act = (): void => {
    if (trouble.fail === "hang") return;
    // The request's socket: the response has none while an earlier one of the connection is still to come.
    if (trouble.fail === "reset") request.socket.resetAndDestroy();
    else send(response, trouble.fail === "truncate" ? halved(reply) : reply);
  };
  if (trouble.delayMs === 0) return act();
  const timer = setTimeout(act, trouble.delayMs);
  // Of a client that went away, or a mock that ends, nothing is left to wait for.
  response.once("close", () => clearTimeout(timer));
}

/** Announces the whole body and holds half of it; the connection ends there. */
function halved({ status, headers, body }: Reply): Reply {
  let left = body.reduce((sum, piece) => sum + piece.length, 0) >> 1;
  const half = body.map((piece) => {
    const part = piece.subarray(0, left);
    left -= part.length;
    return part;
  });
  return { status, headers: [...headers, "Connection", "close"], body: half };
}
