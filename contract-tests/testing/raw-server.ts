/** TCP servers that send given bytes, and what the HTTP client receives from them. */
import net from "node:net";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { httpClient } from "../client/http/http-client.ts";
import type { Limits } from "../client/limits.ts";

export const KEY = "sk_live_Tr4nsp0rt+K3y";
export const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
export const CANCEL: OutgoingCall = { method: "DELETE", path: "/store/orders/17", credential: "good" };

/** Calls `answer` with the socket and the head of each request. `heads` collects them. */
export async function withRawServer(
  answer: (socket: net.Socket, head: string) => void,
  run: (baseUrl: string, heads: string[]) => Promise<void>,
): Promise<void> {
  const heads: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      heads.push(data.toString("latin1"));
      answer(socket, data.toString("latin1"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/v1`, heads);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

export async function exchangeWith(
  answer: Parameters<typeof withRawServer>[0],
  call: OutgoingCall = LIST,
  limits: Partial<Limits> = {},
): Promise<{ got: Exchange; heads: string[] }> {
  let result: { got: Exchange; heads: string[] } | undefined;
  await withRawServer(answer, async (baseUrl, heads) => {
    const { send, close } = httpClient({ baseUrl, key: KEY, limits });
    result = { got: await send(call), heads };
    await close();
  });
  return result!;
}

/** Sends the same bytes to every request, and ends the connection. */
export const respondWith =
  (...parts: (string | Buffer)[]) =>
  (socket: net.Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
