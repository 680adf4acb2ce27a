/** Carries out what a scenario does to a reply on its way, over node:http: the wait, and the broken connection. */
import type { ServerResponse } from "node:http";
import type { Trouble } from "./faults.ts";
import type { Reply } from "./replies.ts";

/** Sends the reply with `send` as far as the trouble lets it arrive. */
export function carryOut(
  response: ServerResponse,
  reply: Reply,
  trouble: Trouble,
  send: (response: ServerResponse, reply: Reply) => void,
): void {
  const act = (): void => {
    if (trouble.fail === "hang") return;
    if (trouble.fail === "reset") response.socket?.resetAndDestroy();
    else if (trouble.fail === "truncate" && reply.body.length > 0) truncate(response, reply);
    else send(response, reply);
  };
  if (trouble.delayMs === 0) return act();
  const timer = setTimeout(act, trouble.delayMs);
  // Of a client that went away, or a mock that ends, nothing is left to wait for.
  response.once("close", () => clearTimeout(timer));
}

/** Announces the whole body, sends half of it and closes the connection. */
function truncate(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]);
  const half = body.reduce((sum, piece) => sum + piece.length, 0) >> 1;
  let left = half;
  for (const piece of body) {
    if (left > 0) response.write(piece.subarray(0, left));
    left -= piece.length;
  }
  response.socket?.end();
}
