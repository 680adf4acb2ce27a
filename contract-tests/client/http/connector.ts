/**
 * Opens requests to a deployment with node:http: directly, to another address, or through a proxy.
 */
import { X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type SecureContext } from "node:tls";
import { urlToHttpOptions } from "node:url";
import type { MaskedHeader } from "../credential-entry.ts";
import type { Secret } from "../masking/redaction.ts";
import { type NetworkProxy, watchTunnel } from "./proxy.ts";

/** How to reach a deployment besides its address, and what to add to every request. */
export interface Connection {
  readonly headers: readonly MaskedHeader[];
  /** Secrets in the headers and in the proxy's address. */
  readonly secrets: readonly Secret[];
  /** Has the certificate authorities and the client certificate. */
  readonly secureContext?: SecureContext;
  /** True if `secureContext` has a client certificate. */
  readonly hasClientCertificate?: boolean;
  readonly proxy?: NetworkProxy;
  /**
   * Arguments, quoted for a POSIX shell, that make curl connect and send headers in the same way.
   */
  readonly curl: readonly string[];
}

export const DIRECT: Connection = { headers: [], secrets: [], curl: [] };

interface RequestOptions extends Pick<http.RequestOptions, "method" | "agent"> {
  /** Path and query, sent byte for byte. */
  readonly path: string;
  /** Names and values in turn, sent as they are. */
  readonly headers: readonly string[];
}

const CONNECTION_LIMITS = {
  maxHeaderSize: 256 * 1024,
  /**
   * Milliseconds that Node gives each of several addresses. Node's default of 250 gives up on a
   * host with a slow handshake, in favor of an IPv6 address that leads nowhere.
   */
  autoSelectFamilyAttemptTimeout: 2_500,
};

type Peer = https.RequestOptions & Pick<ConnectionOptions, "secureContext">;

export type Connector = ReturnType<typeof connectorTo>;

export function connectorTo(base: URL, connection: Connection = DIRECT) {
  const { proxy } = connection;
  const usesTunnel = proxy !== undefined && base.protocol === "https:";
  // Without a tunnel, a proxy takes the absolute address (RFC 9112, section 3.2.2).
  const forwarding = usesTunnel ? undefined : proxy;
  const peer =
    forwarding === undefined ? peerOptions(base, connection) : urlToHttpOptions(forwarding.url);
  const { request: open, Agent } = peer.protocol === "https:" ? https : http;
  const origin = forwarding === undefined ? "" : base.origin;
  const proxyFields = Object.entries(forwarding?.headers ?? {}).flat();
  const agents: http.Agent[] = [];
  return {
    agent: (options: http.AgentOptions): http.Agent => {
      const agent = usesTunnel ? proxy.tunnel(options) : new Agent(options);
      agents.push(agent);
      return agent;
    },
    /** `agent` must come from this connector. Throws if the path or a header cannot be sent. */
    request: (options: RequestOptions): http.ClientRequest => {
      const [path, headers] = [`${origin}${options.path}`, [...options.headers, ...proxyFields]];
      const outgoing = open({ ...peer, ...CONNECTION_LIMITS, ...options, path, headers });
      if (usesTunnel) watchTunnel(outgoing, proxy, hostAndPort(base));
      return outgoing;
    },
    close: (): void => {
      for (const agent of agents) agent.destroy();
    },
  };
}

function peerOptions(base: URL, { secureContext }: Connection): Peer {
  const options: https.RequestOptions = urlToHttpOptions(base);
  const host = options.hostname ?? "";
  return {
    ...options,
    ...(base.protocol === "https:" && {
      // Node itself checks the certificate for a name. Since 22.23 it does not reuse a connection
      // whose request brings its own check, so we pass one for IP addresses only.
      ...(isIP(host) > 0
        ? { servername: "", checkServerIdentity: identityCheckFor(host) }
        : { servername: host }),
      // Makes a server that speaks only HTTP/2 say so in the handshake.
      ALPNProtocols: ["http/1.1"],
      ...(secureContext !== undefined && { secureContext }),
    }),
  };
}

/**
 * Node 22.23 finds no IPv6 address in any certificate, so we check it here; Node's own error text
 * for a mismatch is right.
 */
function identityCheckFor(host: string): typeof checkServerIdentity {
  return (_, certificate) =>
    new X509Certificate(certificate.raw).checkIP(host) === undefined
      ? checkServerIdentity(host, certificate)
      : undefined;
}

function hostAndPort({ host, port, protocol }: URL): string {
  return port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}
