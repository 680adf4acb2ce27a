/** For tests of the transport: servers that speak in bytes, and what the transport makes of them. */
import net from "node:net";
import type { Call, Exchange } from "./exchange.ts";
import type { Limits } from "./receive.ts";
import { httpSender } from "./transport.ts";

export const KEY = "sk_live_Tr4nsp0rt+K3y";
export const LIST: Call = { method: "GET", path: "/store/orders", credential: "good" };
export const CANCEL: Call = { method: "DELETE", path: "/store/orders/17", credential: "good" };

/** A server that speaks in bytes: `answer` gets the head of the request and the socket. */
export async function against(
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

export async function exchange(
  answer: Parameters<typeof against>[0],
  call: Call = LIST,
  limits: Partial<Limits> = {},
): Promise<{ got: Exchange; heads: string[] }> {
  let result: { got: Exchange; heads: string[] } | undefined;
  await against(answer, async (baseUrl, heads) => {
    const { send, close } = httpSender({ baseUrl, key: KEY, limits });
    result = { got: await send(call), heads };
    await close();
  });
  return result!;
}

/** A server that says the same bytes to every request, and closes. */
export const says =
  (...parts: (string | Buffer)[]) =>
  (socket: net.Socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
