/** The mock's server over TLS. Loaded on demand. */
import type { Server, ServerOptions } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { createSecureContext } from "node:tls";
import { mockError } from "../errors/mock-errors.ts";
import { keepTcpSockets } from "./network.ts";

/** A certificate, with the chain to its CA, and its key; both in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface TlsServer {
  readonly server: Server;
  /**
   * All open connections, including those before the handshake, which `closeAllConnections` misses.
   */
  readonly sockets: ReadonlySet<Socket>;
}

/** Throws a UserError if the certificate or the key cannot be used. */
export function createTlsServer({ cert, key }: KeyPair, options: ServerOptions): TlsServer {
  // TLS ignores empty and missing values, so we replace them with text that is not PEM and fails.
  const given = { cert: cert || "none", key: key || "none" };
  for (const [pair, why] of [
    [{ cert: given.cert }, "the certificate is not in PEM form"],
    [{ key: given.key }, "the key is not in PEM form, or it is encrypted"],
    [given, "the key is not the one of the certificate"],
  ] as const)
    try {
      createSecureContext(pair);
    } catch {
      throw mockError("bad-https", { why });
    }
  const server = createServer({ ...options, handshakeTimeout: options.requestTimeout, cert, key });
  return { server, sockets: keepTcpSockets(server) };
}
