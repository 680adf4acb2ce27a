/** The mock's server over TLS. Loaded when it is asked for. */
import type { Server, ServerOptions } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { createSecureContext } from "node:tls";
import { mockError } from "../errors/mock.ts";
import { keepTcpSockets } from "./network.ts";

/** A certificate with those that lead to its CA, and its key; both in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface TlsServer {
  readonly server: Server;
  /** Its open connections, also those without a handshake, which `closeAllConnections` does not know. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Throws a UserError if the certificate or the key cannot be used. */
export function createTlsServer({ cert, key }: KeyPair, options: ServerOptions): TlsServer {
  // TLS ignores what is empty, and what JavaScript leaves out: a text that is not PEM stands for it.
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
