/**
 * Converts node:http requests to calls, and sends replies with their faults. Uses only the public
 * API of node:http.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { BASE_PATH } from "../../spec/base-address.ts";
import { type Call, type Reply, readCall } from "../replies/call-and-reply.ts";
import { tcpSocketOf } from "./network.ts";

/** Reads the raw headers and target, without creating URL or Headers objects. */
export function callOf({ method = "GET", url = "", rawHeaders }: IncomingMessage): Call {
  const mark = url.indexOf("?");
  const end = mark < 0 ? url.length : mark;
  const query = mark < 0 ? undefined : url.slice(mark + 1);
  return readCall(method, pathOf(url, end), query, rawHeaders, url.slice(0, end));
}

/**
 * Returns the request target relative to the base address, without the query; undefined if the
 * target is outside the base.
 */
function pathOf(target: string, end: number): string | undefined {
  let start = 0;
  if (target[0] !== "/") {
    // Absolute form (RFC 9112, section 3.2.2), as sent to proxies.
    const authority = target.indexOf("://");
    start = authority < 0 ? -1 : target.indexOf("/", authority + 3);
    if (start < 0) return undefined;
  }
  if (!target.startsWith(BASE_PATH, start)) return undefined;
  const path = target.slice(start + BASE_PATH.length, end);
  return path === "" || path[0] === "/" ? path : undefined;
}

/**
 * How long a client may take to read the last reply of a connection and close its side, in
 * milliseconds.
 */
const LINGER_MS = 500;

/** Sends a reply with its fault: the delay, and the lost or broken response. */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { fault } = reply;
  if (fault === undefined) return writeReply(response, reply);
  const apply = (): void => {
    if (fault.fail === "hang") return;
    // We take the request's socket: the response has none while an earlier response on the
    // connection is pending.
    if (fault.fail === "reset") tcpSocketOf(request.socket).resetAndDestroy();
    else writeReply(response, fault.fail === "truncate" ? truncated(reply) : reply);
  };
  if (fault.delayMs === 0) return apply();
  const timer = setTimeout(apply, fault.delayMs);
  // The client has disconnected, or the mock is closing.
  response.once("close", () => clearTimeout(timer));
}

/**
 * Up to this size in bytes, sending a body as text in one piece with the head is faster than as a
 * second piece.
 */
const MAX_HEADER_TEXT = 1 << 14;

function writeReply(response: ServerResponse, { status, headers, body, isLast }: Reply): void {
  response.writeHead(status, isLast ? [...headers, "Connection", "close"] : (headers as string[]));

  // Without a socket, an earlier response on the connection is still pending.
  const { socket } = response;
  if (socket === null || body.length === 0 || body.length > MAX_HEADER_TEXT)
    return void response.end(body);

  // `end` with a body would also write an empty text, and `write` would wait for more unless the
  // socket is corked first.
  socket.cork();
  response.write(headerText(body), "latin1");
  socket.uncork();
  response.end();
}

const texts = new WeakMap<Uint8Array, string>();

/**
 * Returns the body as text with one character per byte, cached because many replies share the last
 * list.
 */
function headerText(body: Uint8Array): string {
  const text = texts.get(body) ?? Buffer.from(body).toString("latin1");
  texts.set(body, text);
  return text;
}

/** Sends the Content-Length of the whole body but only half of it, then ends the connection. */
function truncated(reply: Reply): Reply {
  return { ...reply, body: reply.body.subarray(0, reply.body.length >> 1), isLast: true };
}

/**
 * Sends a reply on a connection that has no ServerResponse: after CONNECT, and after a malformed
 * request.
 */
export function endConnection(socket: Duplex, { status, headers, body }: Reply): void {
  // Read what the client still sends: closing with unread bytes would reset the connection and lose
  // the reply.
  socket.on("error", () => socket.destroy());
  socket.resume();
  // A client that does not close its side must not delay the shutdown.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const fields = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]));
}
