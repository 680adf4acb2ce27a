/** Opens requests to a deployment with node:http: directly, at another address, or through a proxy. */
import { X509Certificate } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type SecureContext } from "node:tls";
import { urlToHttpOptions } from "node:url";
import type { MaskedHeader } from "../credential-entry.ts";
import type { Secret } from "../masking/redaction.ts";
import { type NetworkProxy, watchTunnel } from "./proxy.ts";

/** How a deployment is reached, besides its address, and what every request to it has in addition. */
export interface Connection {
  /** Sent with every request. */
  readonly headers: readonly MaskedHeader[];
  /** The secrets in the headers and in the address of the proxy. */
  readonly secrets: readonly Secret[];
  /** With the authorities and the client certificate. */
  readonly secureContext?: SecureContext;
  /** True if `secureContext` has one. */
  readonly hasClientCertificate?: boolean;
  readonly proxy?: NetworkProxy;
  /** The arguments of curl, for a POSIX shell, that make it connect and send headers in the same way. */
  readonly curl: readonly string[];
}

export const DIRECT: Connection = { headers: [], secrets: [], curl: [] };

interface RequestOptions extends Pick<http.RequestOptions, "method" | "agent"> {
  /** Path and query, sent byte for byte. */
  readonly path: string;
  /** Names and values, sent as they are. */
  readonly headers: readonly string[];
}

/** Limits of a connection, and of the head of a response. */
const LIMITS = {
  maxHeaderSize: 256 * 1024,
  /**
   * Milliseconds for one of several addresses. With the 250 of Node, a host with a slow handshake is given up for an IPv6 address that
   * nothing leads to.
   */
  autoSelectFamilyAttemptTimeout: 2_500,
};

type Peer = https.RequestOptions & Pick<ConnectionOptions, "secureContext">;

export type Connector = ReturnType<typeof connectorTo>;

export function connectorTo(base: URL, connection: Connection = DIRECT) {
  const { proxy } = connection;
  const usesTunnel = proxy !== undefined && base.protocol === "https:";
  // RFC 9112, section 3.2.2: a proxy that is not a tunnel takes the absolute address.
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
    /** `agent` is one of the connector. Throws when the path or a header cannot be sent. */
    request: (options: RequestOptions): http.ClientRequest => {
      const [path, headers] = [`${origin}${options.path}`, [...options.headers, ...proxyFields]];
      const outgoing = open({ ...peer, ...LIMITS, ...options, path, headers });
      if (usesTunnel) watchTunnel(outgoing, proxy, hostAndPort(base));
      return outgoing;
    },
    /** Closes the connections of all agents. */
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
      // Node checks the certificate of a name. From 22.23, a connection is not used again after a check of the request's own.
      ...(isIP(host) > 0
        ? { servername: "", checkServerIdentity: checkAddress(host) }
        : { servername: host }),
      // A server that speaks only HTTP/2 then says so in the handshake.
      ALPNProtocols: ["http/1.1"],
      ...(secureContext !== undefined && { secureContext }),
    }),
  };
}

/** Node 22.23 itself finds no IPv6 address in any certificate; its words for a mismatch are right. */
function checkAddress(host: string): typeof checkServerIdentity {
  return (_, certificate) =>
    new X509Certificate(certificate.raw).checkIP(host) === undefined
      ? checkServerIdentity(host, certificate)
      : undefined;
}

function hostAndPort({ host, port, protocol }: URL): string {
  return port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}
