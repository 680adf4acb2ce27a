/** How a deployment is reached, besides its address, and what every request to it has in addition. */
import type { SecureContext } from "node:tls";
import type { MaskedHeader } from "./credential-entry.ts";
import type { NetworkProxy } from "./http/proxy.ts";
import type { Secret } from "./redaction.ts";

export interface Connection {
  /** Sent with every request. */
  readonly headers: readonly MaskedHeader[];
  /** What must not be shown of the headers and of the proxy. */
  readonly secrets: readonly Secret[];
  /** Where to connect. The Host field, SNI and the check of the certificate keep the host of the address. */
  readonly connectTo?: { readonly host: string; readonly port: number };
  /** With the authorities and the client certificate. */
  readonly secureContext?: SecureContext;
  /** Whether `secureContext` has one. */
  readonly hasClientCertificate?: boolean;
  readonly proxy?: NetworkProxy;
  /** The arguments of curl, for a POSIX shell, that make it connect and send headers in the same way. */
  readonly curl: readonly string[];
}

export const DIRECT: Connection = { headers: [], secrets: [], curl: [] };
