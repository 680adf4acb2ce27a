/** Bytes of HTTP for a mock, sent on a connection of their own. */
import { connect, type Socket } from "node:net";

export const KEY = "Authorization: Bearer demo-key\r\n";
/** Keeps the connection open. */
export const LIST = `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\n${KEY}\r\n`;
/** The last request of a connection. */
export const lastRequest = (line: string, headers = KEY, body = ""): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n${body}`;

interface Connection {
  readonly socket: Socket;
  /** What has arrived so far, one character a byte. */
  readonly received: () => string;
  /** Resolves with all that has arrived, once the connection has ended, or was reset. */
  readonly closed: Promise<string>;
}

export function openConnection(port: number, bytes: string | Buffer): Connection {
  const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1");
  let text = "";
  socket.on("data", (part) => (text += part)).on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  socket.write(bytes);
  return { socket, received: () => text, closed };
}

export const statusesIn = (received: string): string[] =>
  received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
