/** A proxy that opens tunnels (RFC 9110, section 9.3.6). Every name leads to one port of this machine. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** The user and password that the proxy may ask for. */
export const PROXY_LOGIN = "kit:pass%20word";

export interface Proxy {
  readonly port: number;
  close(): void;
}

/** With `login`, it asks for {@link PROXY_LOGIN}. */
export async function startConnectProxy(destination: number, login: "open" | "login"): Promise<Proxy> {
  const wanted = `Basic ${Buffer.from(decodeURIComponent(PROXY_LOGIN)).toString("base64")}`;
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", ({ headers }, client: Socket) => {
    client.on("error", () => client.destroy());
    if (login === "login" && headers["proxy-authorization"] !== wanted)
      return client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n',
      );
    const upstream = connect(destination, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
