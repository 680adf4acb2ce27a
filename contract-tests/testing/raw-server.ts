/** TCP servers that send given bytes, and what the HTTP client receives from them. */
import net from "node:net";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { httpClient } from "../client/http/http-client.ts";
import type { Limits } from "../client/limits.ts";
import { listening } from "./servers.ts";

export const KEY = "sk_live_Tr4nsp0rt+K3y";
export const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };
export const CANCEL: OutgoingCall = { method: "DELETE", path: "/store/orders/17", credential: "good" };

/** Calls `answer` with the socket and the head of each request. `heads` collects them. */
export async function withRawServer<T>(
  answer: (socket: net.Socket, head: string) => void,
  run: (baseUrl: string, heads: string[]) => Promise<T>,
): Promise<T> {
  const heads: string[] = [];
  const server = net.createServer((socket) =>
    socket.on("data", (data) => {
      heads.push(data.toString("latin1"));
      answer(socket, data.toString("latin1"));
    }),
  );
  const { port, close } = await listening(server);
  return run(`http://127.0.0.1:${port}/v1`, heads).finally(close);
}

export async function exchangeWith(
  answer: Parameters<typeof withRawServer>[0],
  call: OutgoingCall = LIST,
  limits: Partial<Limits> = {},
): Promise<{ got: Exchange; heads: string[] }> {
  return withRawServer(answer, async (baseUrl, heads) => {
    const { send, close } = httpClient({ baseUrl, key: KEY, limits });
    const got = await send(call);
    await close();
    return { got, heads };
  });
}

/** Sends the same bytes to every request, and ends the connection. */
export const respondWith =
  (...parts: (string | Buffer)[]) =>
  (socket: net.Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
