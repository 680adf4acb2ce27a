/**
 * HTTP/1.1 over plain sockets, because a broken deployment, or the proxy before it, can send bytes that `node:http` refuses
 * to write. Only raw-http.ts writes to sockets: no other file of the corpus imports `node:net`.
 */
import { STATUS_CODES } from "node:http";
import { createServer, type Socket } from "node:net";
import { type Listening, listening } from "../testing/servers/servers.ts";

interface Connection {
  /** Whether an earlier request carried the good key. */
  authorized: boolean;
}

export interface Request {
  readonly method: string;
  /** Below the base address, as sent, without the query; undefined when it is elsewhere. */
  readonly path: string | undefined;
  /** Without the question mark, as sent. */
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly connection: Connection;
}

export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** What to send in place of the encoded reply. */
  readonly writeRaw?: RawWriter;
}

export type RawWriter = (encoded: Buffer) => RawResponse;

export interface RawResponse {
  readonly parts: readonly Uint8Array[];
  /** What happens to the connection after the last part. `hang`: it stays open, and nothing follows. */
  readonly end: "keep" | "close" | "reset" | "hang";
  /** Milliseconds between the parts. */
  readonly pauseMs?: number;
}

/** Where a request goes, from its target, or its whole address. */
export function addressed(target: string, basePath: string): Pick<Request, "path" | "query"> {
  const [address = "", ...query] = target.split("?");
  const path = address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : undefined;
  return { path, query: query.join("?") };
}

/** The value of a request's header, undefined when it has none. */
export function header(request: Request, name: string): string | undefined {
  return request.headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

export const authorization = (request: Request): string | undefined =>
  header(request, "authorization");

/** The token of `Authorization: Bearer token`; undefined for any other value, or none. */
export const bearer = (request: Request): string | undefined =>
  /^bearer (.*)$/i.exec(authorization(request) ?? "")?.[1];

/** The last segment of the path, percent-decoded where that is possible. */
export const parameter = ({ path = "" }: Request): string =>
  decoded(path.slice(path.lastIndexOf("/") + 1));

/** A text with its percent escapes decoded, or as it is where one is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const queryOf = ({ query }: Request): URLSearchParams => new URLSearchParams(query);

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Listens on a free port of the loopback interface. */
export function startRawServer(
  basePath: string,
  answer: (request: Request) => Promise<Reply>,
): Promise<Listening> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    serveConnection(socket, basePath, answer).catch(() => socket.destroy());
  });
  return listening(server);
}

/** Reads the requests of a connection one after the other, and writes the reply to each. */
async function serveConnection(
  socket: Socket,
  basePath: string,
  answer: (request: Request) => Promise<Reply>,
): Promise<void> {
  const connection: Connection = { authorized: false };
  let pending = Buffer.alloc(0);
  for await (const chunk of socket) {
    pending = Buffer.concat([pending, chunk as Buffer]);
    for (let end = pending.indexOf("\r\n\r\n"); end >= 0; end = pending.indexOf("\r\n\r\n")) {
      const [line = "", ...lines] = pending.subarray(0, end).toString("latin1").split("\r\n");
      const headers = lines.map((text): [string, string] => {
        const colon = text.indexOf(":");
        // Not trim(), which also removes a no-break space.
        return [text.slice(0, colon), text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, "")];
      });
      const [method = "", target = ""] = line.split(" ");
      const length = Number(
        headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0,
      );
      const [start, next] = [end + 4, end + 4 + length];
      if (pending.length < next) break;
      const body = pending.subarray(start, next).toString();
      pending = pending.subarray(next);
      const request = { method, ...addressed(target, basePath), headers, body, connection };
      if ((await writeReply(socket, await answer(request), request)) === "ended") return;
    }
  }
}

async function writeReply(
  socket: Socket,
  reply: Reply,
  request: Request,
): Promise<"kept" | "ended"> {
  if (reply.delayMs !== undefined) await pause(reply.delayMs);
  const encoded = encode(reply, request.method);
  const { parts, end, pauseMs } = reply.writeRaw?.(encoded) ?? {
    parts: [encoded],
    end: "keep" as const,
  };
  for (const [index, part] of parts.entries()) {
    if (index > 0 && pauseMs !== undefined) await pause(pauseMs);
    if (socket.destroyed) return "ended";
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  }
  if (end === "reset") socket.resetAndDestroy();
  else if (
    end === "close" ||
    (end === "keep" && header(request, "connection")?.toLowerCase() === "close")
  )
    socket.end();
  return end === "keep" ? "kept" : "ended";
}

/** The reply as a correct server writes it. */
function encode(reply: Reply, method: string): Buffer {
  const has = (name: string): boolean =>
    reply.headers.some(([other]) => other.toLowerCase() === name);
  const withoutContent = reply.status === 204 || reply.status === 304;
  const lines = [
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? "Unknown"}`,
    `Date: ${new Date().toUTCString()}`,
    ...reply.headers.map(([name, value]) => `${name}: ${value}`),
    ...(withoutContent || has("content-length") || has("transfer-encoding")
      ? []
      : [`Content-Length: ${reply.body.length}`]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return withoutContent || method === "HEAD" ? head : Buffer.concat([head, reply.body]);
}
