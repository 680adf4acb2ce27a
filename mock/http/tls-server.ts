/** The mock's server over TLS, and its certificate. Loaded when it is asked for. */
import { randomUUID } from "node:crypto";
import type { Server, ServerOptions } from "node:http";
import { createServer } from "node:https";
import { isIP, type Socket } from "node:net";
import { createSecureContext } from "node:tls";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { keepTcpSockets, lanAddresses } from "./network.ts";

/** A certificate with those that lead to its CA, and its key; both in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface TlsServer {
  readonly server: Server;
  /** Its open connections, also those without a handshake, which `closeAllConnections` does not know. */
  readonly sockets: ReadonlySet<Socket>;
  /** The CA certificate that clients have to trust, in PEM form; none for a certificate that was given. */
  readonly ca?: string;
}

/** Begins the names of the CAs that are generated here. */
export const AUTHORITY = "orders-kit mock";
const DAY_MS = 86_400_000;

/** Throws a UserError if the certificate cannot be used, or if none can be made. */
export async function createTlsServer(
  given: KeyPair | true,
  host: string,
  options: ServerOptions,
): Promise<TlsServer> {
  if (given !== true) checkPair(given);
  const { cert, key, ca } =
    given === true ? await makeCertificate(host) : { ...given, ca: undefined };
  const server = createServer({ ...options, handshakeTimeout: options.requestTimeout, cert, key });
  return { server, sockets: keepTcpSockets(server), ...(ca !== undefined && { ca }) };
}

function checkPair({ cert, key }: KeyPair): void {
  for (const [pair, why] of [
    [{ cert }, "the certificate is not in PEM form"],
    [{ key }, "the key is not in PEM form, or it is encrypted"],
    [{ cert, key }, "the key is not the one of the certificate"],
  ] as const)
    try {
      createSecureContext(pair);
    } catch {
      throw USER_ERRORS.badHttps(why);
    }
}

/** For every name by which a client reaches the host. The private key of the CA is discarded: it signs nothing else. */
async function makeCertificate(host: string): Promise<KeyPair & { readonly ca: string }> {
  const { generate } = await import("selfsigned").catch(() => {
    throw USER_ERRORS.noSelfsignedPackage();
  });
  const names = new Set(["localhost", "127.0.0.1", "::1", host, ...lanAddresses(host)]);
  const altNames = [...names].map((name) =>
    isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const),
  );
  // A day ago, as the clock of a phone may be slow.
  const options = {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - DAY_MS),
  } as const;
  // Each has a name of its own: of two with one name, a client that knows both may try the wrong one.
  const value = `${AUTHORITY} ${new Date().toISOString()} ${randomUUID().slice(0, 8)}`;
  const authority = await generate([{ name: "commonName", value }], {
    ...options,
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    ...options,
    ca: { cert: authority.cert, key: authority.private },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  // It ends with a line feed, so that files of CA certificates can be joined.
  return { cert, key, ca: `${authority.cert.trim()}\n` };
}
