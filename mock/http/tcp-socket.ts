/** The TCP connection below one of TLS, which the public API does not lead to. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The open connections of servers over TLS, by their ends. */
const connections = new Map<string, Socket>();

const endsOf = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort} ${remoteAddress} ${remotePort}`;

/** Keeps the connections of a server over TLS while they are open. */
export function keepTcpSockets(server: Server): void {
  server.on("connection", (socket) => {
    const ends = endsOf(socket);
    connections.set(ends, socket);
    socket.once("close", () => connections.delete(ends));
  });
}

/** Without TLS, the socket itself. */
export function tcpSocketOf(socket: Socket): Socket {
  return connections.get(endsOf(socket)) ?? socket;
}
