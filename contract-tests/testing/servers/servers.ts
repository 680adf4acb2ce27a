/** Servers on free ports of the loopback interface, for tests of connections. */
import http from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream";

export interface Listening {
  readonly port: number;
  close(): void;
}

export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Forwards a request to a port of the loopback interface, and its response back. */
function forward(
  request: http.IncomingMessage,
  reply: http.ServerResponse,
  port: number,
  path = request.url,
): void {
  const { method, rawHeaders: headers } = request;
  const outgoing = http.request(
    { host: "127.0.0.1", port, method, path, headers, agent: false },
    (incoming) => {
      reply.writeHead(incoming.statusCode ?? 0, incoming.rawHeaders);
      pipeline(incoming, reply, () => {});
    },
  );
  outgoing.on("error", () => reply.destroy());
  pipeline(request, outgoing, () => {});
}

/** A balancer that sends each request to the next port, even on one connection. */
export function balancer(ports: readonly number[]): Promise<Listening> {
  let turn = 0;
  return listening(
    http.createServer((request, reply) => forward(request, reply, ports[turn++ % ports.length]!)),
  );
}

export interface NetworkProxyServer extends Listening {
  /** Request lines and Proxy-Authorization headers that the proxy received. */
  readonly requests: readonly {
    readonly line: string;
    readonly authorization: string | undefined;
  }[];
}

/**
 * An HTTP proxy that connects every host to the port `to`, or refuses with another status than 200.
 */
export async function networkProxy(
  to: number,
  statusFor: number | ((authorization: string | undefined) => number) = 200,
): Promise<NetworkProxyServer> {
  const requests: { line: string; authorization: string | undefined }[] = [];
  const received = ({ method, url, headers }: http.IncomingMessage): number => {
    const authorization = headers["proxy-authorization"];
    requests.push({ line: `${method} ${url}`, authorization });
    return typeof statusFor === "number" ? statusFor : statusFor(authorization);
  };
  const server = http.createServer((request, reply) => {
    const status = received(request);
    if (status !== 200) reply.writeHead(status).end();
    else forward(request, reply, to, request.url?.replace(/^http:\/\/[^/]+/, ""));
  });
  server.on("connect", (request: http.IncomingMessage, socket: Socket) => {
    const status = received(request);
    if (status !== 200)
      return void socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
    const peer = net.connect(to, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      peer.pipe(socket).pipe(peer);
    });
    peer.on("error", () => socket.destroy());
    socket.on("close", () => peer.destroy());
  });
  return { ...(await listening(server)), requests };
}
