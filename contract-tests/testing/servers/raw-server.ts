/** A TCP server that sends given bytes, and what our HTTP client receives. */
import net from "node:net";
import type { OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";
import { httpClient } from "../../client/http/http-client.ts";
import { listening } from "./servers.ts";

export const KEY = "sk_live_Tr4nsp0rt+K3y";
export const LIST: OutgoingCall = { method: "GET", path: "/store/orders", credential: "good" };

/** Starts a TCP server that calls `answer` with each complete request; `received` collects them. */
export async function rawServer(answer: (socket: net.Socket, request: string) => void) {
  const received: string[] = [];
  const server = net.createServer((socket) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      received.push(text);
      answer(socket, text);
      text = "";
    });
  });
  const { port, close } = await listening(server);
  return { origin: `http://127.0.0.1:${port}`, received, close };
}

export async function withRawServer<T>(
  answer: Parameters<typeof rawServer>[0],
  run: (baseUrl: string, heads: string[]) => Promise<T>,
): Promise<T> {
  const { origin, received, close } = await rawServer(answer);
  return run(`${origin}/v1`, received).finally(close);
}

export async function exchangeWith(
  answer: Parameters<typeof rawServer>[0],
  call: OutgoingCall = LIST,
): Promise<{ got: Exchange; heads: string[] }> {
  return withRawServer(answer, async (baseUrl, heads) => {
    const { send, close } = httpClient({ baseUrl, key: KEY });
    const got = await send(call);
    await close();
    return { got, heads };
  });
}

/** Sends the same bytes to every request and ends the connection. */
export const respondWith =
  (...parts: (string | Buffer)[]) =>
  (socket: net.Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
