/** The network below node:http: the addresses of this machine, and the TCP connections below those of TLS. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * The addresses at which other machines reach a server that listens on all of this machine's: IPv4, neither of this machine alone
 * nor of a link without a network. None for a server on one address.
 */
export function lanAddresses(host: string, interfaces = networkInterfaces()): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [];
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ family, internal, address }) =>
        family === "IPv4" && !internal && !address.startsWith("169.254."),
    )
    .map(({ address }) => address);
}

/** The open connections of servers over TLS, by their ends. */
const connections = new Map<string, Socket>();

const endsOf = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort} ${remoteAddress} ${remotePort}`;

/** Keeps the connections of a server over TLS while they are open, and returns them. */
export function keepTcpSockets(server: Server): ReadonlySet<Socket> {
  const own = new Set<Socket>();
  server.on("connection", (socket) => {
    const ends = endsOf(socket);
    connections.set(ends, socket);
    own.add(socket);
    socket.once("close", () => {
      connections.delete(ends);
      own.delete(socket);
    });
  });
  return own;
}

/** The TCP connection below one of TLS, which the public API does not lead to. Without TLS, the socket itself. */
export function tcpSocketOf(socket: Socket): Socket {
  return connections.get(endsOf(socket)) ?? socket;
}
