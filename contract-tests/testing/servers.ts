/** Servers on free ports of the loopback interface, for tests of connections. */
import http from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";

export interface Listening {
  readonly port: number;
  /** Sockets that are open. */
  readonly sockets: ReadonlySet<Socket>;
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
    sockets,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export interface NetworkProxyServer extends Listening {
  /** The request lines and the Proxy-Authorization of what it got. */
  readonly requests: readonly { readonly line: string; readonly authorization: string | undefined }[];
}

/** An HTTP proxy that reaches the loopback port for every host, or answers with a status that is not 200. */
export async function networkProxy(to: number, status = 200): Promise<NetworkProxyServer> {
  const requests: { line: string; authorization: string | undefined }[] = [];
  const note = ({ method, url, headers }: http.IncomingMessage): void =>
    void requests.push({ line: `${method} ${url}`, authorization: headers["proxy-authorization"] });
  const server = http.createServer((request, reply) => {
    note(request);
    if (status !== 200) return void reply.writeHead(status).end();
    const { method, headers } = request;
    const path = request.url?.replace(/^http:\/\/[^/]+/, "");
    const outgoing = http.request({ host: "127.0.0.1", port: to, method, path, headers, agent: false }, (incoming) => {
      reply.writeHead(incoming.statusCode ?? 0, incoming.headers);
      incoming.pipe(reply);
    });
    outgoing.on("error", () => reply.destroy());
    request.pipe(outgoing);
  });
  server.on("connect", (request: http.IncomingMessage, socket: Socket) => {
    note(request);
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
    const peer = net.connect(to, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      peer.pipe(socket).pipe(peer);
    });
    peer.on("error", () => socket.destroy());
    socket.on("close", () => peer.destroy());
  });
  return { ...(await listening(server)), requests };
}
