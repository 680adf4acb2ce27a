/** The network below node:http: this machine's addresses, and the TCP connections below TLS. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * Returns the IPv4 addresses at which other machines reach a server that listens on all addresses,
 * without loopback and link-local ones. Empty for a server on one address.
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

/** The open TCP connections of TLS servers, keyed by their two ends. */
const connections = new Map<string, Socket>();

const endsOf = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort} ${remoteAddress} ${remotePort}`;

/** Tracks the open connections of a TLS server, and returns the set. */
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

/**
 * Returns the TCP connection below a TLS socket, which the public API does not expose; without TLS,
 * the socket itself.
 */
export function tcpSocketOf(socket: Socket): Socket {
  return connections.get(endsOf(socket)) ?? socket;
}
