/** How a deployment is reached, besides its address, and what every request to it has in addition. */
import type http from "node:http";
import type { SecureContext } from "node:tls";
import type { MaskedHeader } from "./credential-entry.ts";
import type { Secret } from "./redaction.ts";

/** An HTTP proxy of the network. */
export interface NetworkProxy {
  /** Without the credentials. */
  readonly url: URL;
  /** The value of Proxy-Authorization. */
  readonly authorization?: string;
  /** The environment variable that names the proxy. */
  readonly variable: string;
  /** Agents whose connections are tunnels through the proxy (CONNECT; RFC 9110, section 9.3.6). */
  tunnel(options: http.AgentOptions): http.Agent;
}

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
  /** The variable of a proxy that is not used, because NO_PROXY excludes the host. */
  readonly excludedProxy?: string;
  /** The arguments of curl, for a POSIX shell, that make it connect and send headers in the same way. */
  readonly curl: readonly string[];
}

export const DIRECT: Connection = { headers: [], secrets: [], curl: [] };
