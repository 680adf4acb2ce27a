/** Writes replies to responses of node:http, with its public API only. */
import type { ServerResponse } from "node:http";
import type { Reply } from "../replies/messages.ts";

/** Up to this many bytes, copying a body once is cheaper than writing it in pieces. */
const ONE_BUFFER = 1 << 15;

/** The body of a reply as it is written. Replies are reused, so the copy is made once. */
const bodies = new WeakMap<Reply, readonly Uint8Array[]>();

export function writeReply(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, reply.headers as string[]);
  const pieces = bodyOf(reply);
  const last = pieces.length - 1;
  if (last <= 0) {
    response.end(pieces[0]);
    return;
  }
  // In one write. The pieces belong to the world: a slow client holds references, not copies.
  response.cork();
  for (const [at, piece] of pieces.entries())
    if (at === last) response.end(piece);
    else response.write(piece);
  response.uncork();
}

function bodyOf(reply: Reply): readonly Uint8Array[] {
  if (reply.body.length <= 1) return reply.body;
  const known = bodies.get(reply);
  if (known !== undefined) return known;
  const length = reply.body.reduce((sum, piece) => sum + piece.length, 0);
  const body = length <= ONE_BUFFER ? [Buffer.concat(reply.body)] : reply.body;
  bodies.set(reply, body);
  return body;
}
