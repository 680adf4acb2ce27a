/** HTTP/1.1 by hand over a socket: an answer may then be anything that a broken deployment, or its proxy, could send. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

interface Connection {
  /** Requests that came before this one. */
  served: number;
  /** Whether one of them carried the good key. */
  opened: boolean;
}

export interface Request {
  readonly method: string;
  /** Below the base address, as sent, without the query; undefined when it lies elsewhere. */
  readonly path: string | undefined;
  /** Without the question mark, as sent. */
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly connection: Connection;
}

/** What becomes of a connection when the bytes are out. `hang`: it stays open, and nothing follows. */
export type End = "keep" | "close" | "reset" | "hang";

export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** In place of the plain bytes: what really goes out, a pause between the parts. */
  readonly onWire?: (plain: Buffer) => {
    readonly parts: readonly Uint8Array[];
    readonly end: End;
    readonly pauseMs?: number;
  };
}

/** The value of a request's header, undefined when it has none. */
export function field(request: Request, name: string): string | undefined {
  return request.headers.find(([header]) => header.toLowerCase() === name)?.[1];
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The reply as a sound server writes it. */
function encode(reply: Reply, method: string): Buffer {
  const named = (name: string): boolean => reply.headers.some(([header]) => header.toLowerCase() === name);
  const bare = reply.status === 204 || reply.status === 304;
  const lines = [
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? "Unknown"}`,
    `Date: ${new Date().toUTCString()}`,
    ...reply.headers.map(([name, value]) => `${name}: ${value}`),
    ...(bare || named("content-length") || named("transfer-encoding") ? [] : [`Content-Length: ${reply.body.length}`]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return bare || method === "HEAD" ? head : Buffer.concat([head, reply.body]);
}

/** Reads requests off a socket, one after the other, and writes what `answer` says. */
export async function converse(
  socket: Socket,
  basePath: string,
  answer: (request: Request) => Promise<Reply>,
): Promise<void> {
  const connection: Connection = { served: 0, opened: false };
  let pending = Buffer.alloc(0);
  for await (const chunk of socket) {
    pending = Buffer.concat([pending, chunk as Buffer]);
    for (let end = pending.indexOf("\r\n\r\n"); end >= 0; end = pending.indexOf("\r\n\r\n")) {
      const [line = "", ...lines] = pending.subarray(0, end).toString("latin1").split("\r\n");
      const headers = lines.map((text): [string, string] => {
        const colon = text.indexOf(":");
        return [text.slice(0, colon), text.slice(colon + 1).trim()];
      });
      const [method = "", target = ""] = line.split(" ");
      const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
      if (pending.length < end + 4 + length) break;
      pending = pending.subarray(end + 4 + length);
      const mark = target.indexOf("?");
      const address = mark < 0 ? target : target.slice(0, mark);
      const request: Request = {
        method,
        path: address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : undefined,
        query: mark < 0 ? "" : target.slice(mark + 1),
        headers,
        connection,
      };
      const reply = await answer(request);
      if (!(await transmit(socket, reply, request))) return;
      connection.served += 1;
    }
  }
}

/** False when nothing more is said on this connection. */
async function transmit(socket: Socket, reply: Reply, request: Request): Promise<boolean> {
  if (reply.delayMs !== undefined) await pause(reply.delayMs);
  const plain = encode(reply, request.method);
  const { parts, end, pauseMs } = reply.onWire?.(plain) ?? { parts: [plain], end: "keep" as const };
  for (const [index, part] of parts.entries()) {
    if (index > 0 && pauseMs !== undefined) await pause(pauseMs);
    if (socket.destroyed) return false;
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  }
  if (end === "reset") socket.resetAndDestroy();
  else if (end === "close" || (end === "keep" && field(request, "connection")?.toLowerCase() === "close")) socket.end();
  return end === "keep";
}
