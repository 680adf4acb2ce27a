/** For the tests of forwarding: bytes on both sides of a proxy without a jury. */
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { forwarderTo, type Passage } from "./forward.ts";

/** A deployment that answers every connection with the same bytes, and keeps what it received. */
export async function rawDeployment(answer: (request: string) => string | Buffer | "hang up") {
  const received: string[] = [];
  const server = net.createServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      received.push(text);
      const bytes = answer(text);
      text = "";
      if (bytes === "hang up") socket.destroy();
      else socket.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

/** A proxy before it, without a jury, and what passed through it. */
export async function proxyTo(origin: string) {
  const forwarder = forwarderTo(new URL(origin));
  const passages: Passage[] = [];
  const waiting: (() => void)[] = [];
  const server = http.createServer((request, reply) =>
    forwarder.handle(request, reply, (passage) => {
      passages.push(passage);
      waiting.shift()?.();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    passages,
    /** What passed next. */
    async next(): Promise<Passage> {
      if (passages.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return passages.shift() as Passage;
    },
    close() {
      forwarder.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends text to a port and collects all that comes back until the connection ends. */
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
  [`GET ${path} HTTP/1.1`, "Host: app.example", "Connection: close", ...headers, "", ""].join("\r\n");

/** The answer as the app has it, without what belongs to its connection. */
export function withoutConnection(text: string): string {
  return text.replace(/^(?:Connection|Keep-Alive): .*\r\n/gim, "");
}

export async function through(answer: string | Buffer, request = GET("/api/v1/store/orders")) {
  const deployment = await rawDeployment(() => answer);
  const proxy = await proxyTo(deployment.origin);
  const text = await exchangeRaw(proxy.port, request);
  const passage = await proxy.next();
  proxy.close();
  deployment.close();
  return { text, passage, received: deployment.received[0] ?? "", host: new URL(deployment.origin).host };
}

export const lines = (...all: string[]): string => all.join("\r\n");
