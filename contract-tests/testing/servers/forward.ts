/** For tests of forwarding: the bytes on both sides of a forwarder. */
import http from "node:http";
import net from "node:net";
import type { Connection } from "../../client/http/connector.ts";
import type { PassedExchange } from "../../traffic/passed-exchange.ts";
import { forwarderTo } from "../../traffic/proxy/forward.ts";
import { rawServer, respondWith } from "./raw-server.ts";
import { listening } from "./servers.ts";

/** Starts a forwarder in front of a deployment, and collects its exchanges. */
export async function proxyTo(origin: string, connection?: Connection) {
  const forwarder = forwarderTo(new URL(origin), connection);
  const exchanges: PassedExchange[] = [];
  const waiting: (() => void)[] = [];
  const server = http.createServer((request, reply) =>
    forwarder.handle(request, reply, (exchange) => {
      exchanges.push(exchange);
      waiting.shift()?.();
    }),
  );
  const { port, close } = await listening(server);
  return {
    port,
    exchanges,
    async next(): Promise<PassedExchange> {
      if (exchanges.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return exchanges.shift() as PassedExchange;
    },
    close() {
      forwarder.close();
      close();
    },
  };
}

/** Sends a text to a port and collects the response until the connection ends. */
export function exchangeRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

export const GET = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, "Host: app.example", "Connection: close", ...headers, "", ""].join(
    "\r\n",
  );

/** Removes the headers of the connection from a response. */
export function withoutConnection(text: string): string {
  return text.replace(/^(?:Connection|Keep-Alive): .*\r\n/gim, "");
}

/** What the app and the deployment get of a request, and its exchange. */
export async function through(
  answer: string | Buffer,
  request = GET("/api/v1/store/orders"),
  connection?: Connection,
) {
  const deployment = await rawServer(respondWith(answer));
  const proxy = await proxyTo(deployment.origin, connection);
  const text = await exchangeRaw(proxy.port, request);
  const exchange = await proxy.next();
  proxy.close();
  deployment.close();
  return {
    text,
    exchange,
    received: deployment.received[0] ?? "",
    host: new URL(deployment.origin).host,
  };
}

/** An HTTP message, with its line ends. */
export const message = (text: string): string => text.replaceAll("\n", "\r\n");
