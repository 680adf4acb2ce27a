/** Sends a reply on a connection without a ServerResponse: after CONNECT, and after a malformed request. */
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Reply } from "../replies/messages.ts";

/** How long the client has to read the reply and close its side. */
const LINGER_MS = 500;

export function endConnection(socket: Duplex, reply: Reply): void {
  // Read what the client still sends: closing with unread bytes would reset the connection and lose the reply.
  socket.on("error", () => socket.destroy());
  socket.resume();
  // A client that does not close its side must not delay the shutdown.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(Buffer.concat([headBytes(reply), ...reply.body]));
}

function headBytes({ status, headers }: Reply): Buffer {
  const fields = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, "latin1");
}
