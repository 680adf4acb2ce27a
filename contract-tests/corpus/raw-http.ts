/**
 * HTTP/1.1 over plain sockets: a broken deployment, or a proxy in front, can send bytes that
 * `node:http` refuses to write. No other file of the corpus imports `node:net`.
 */
import { STATUS_CODES } from "node:http";
import { createServer, type Socket } from "node:net";
import { type Listening, listening } from "../testing/servers/servers.ts";

interface Connection {
  /** True if an earlier request carried the good key. */
  authorized: boolean;
}

export interface Request {
  readonly method: string;
  /** Path below the base address as sent, without the query; undefined outside the base address. */
  readonly path: string | undefined;
  /** As sent, without the question mark. */
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
  /** Replaces the encoded reply. */
  readonly writeRaw?: RawWriter;
}

export type RawWriter = (encoded: Buffer) => RawResponse;

export interface RawResponse {
  readonly parts: readonly Uint8Array[];
  /** The connection after the last part. `hang` keeps it open and sends nothing more. */
  readonly end: "keep" | "close" | "reset" | "hang";
  /** Milliseconds between the parts. */
  readonly pauseMs?: number;
}

/** Splits a request target, or a whole address, into path and query. */
export function addressed(target: string, basePath: string): Pick<Request, "path" | "query"> {
  const [address = "", ...query] = target.split("?");
  const path = address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : undefined;
  return { path, query: query.join("?") };
}

/** Returns undefined if the request has no such header. */
export function header(request: Request, name: string): string | undefined {
  return request.headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

export const authorization = (request: Request): string | undefined =>
  header(request, "authorization");

/** Returns the token of `Authorization: Bearer token`; undefined for any other value, or none. */
export const bearer = (request: Request): string | undefined =>
  /^bearer (.*)$/i.exec(authorization(request) ?? "")?.[1];

/** Returns the last segment of the path, percent-decoded if possible. */
export const parameter = ({ path = "" }: Request): string =>
  decoded(path.slice(path.lastIndexOf("/") + 1));

/** Decodes percent escapes; returns the text unchanged if one is malformed. */
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

/** Serves the requests of a connection one after the other. */
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
        // trim() would also remove a no-break space.
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

/** Encodes the reply as a correct server does. */
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
