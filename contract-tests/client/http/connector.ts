/** Opens requests to a deployment with node:http: directly, at another address, or through a proxy. */
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import { urlToHttpOptions } from "node:url";
import { type Connection, DIRECT } from "../connection.ts";
import { watchTunnel } from "./proxy.ts";

interface RequestOptions {
  readonly method: string;
  /** Path and query, sent byte for byte. */
  readonly path: string;
  /** Names and values, sent as they are. */
  readonly headers: readonly string[];
  /** One of the connector. */
  readonly agent: http.Agent;
}

export interface Connector {
  agent(options: http.AgentOptions): http.Agent;
  /** Throws when the path or a header cannot be sent. */
  request(options: RequestOptions): http.ClientRequest;
  /** Whether the server speaks HTTP/2. Not asked through a proxy. */
  speaksHttp2(): Promise<boolean>;
  /** Closes the connections of all agents. */
  close(): void;
}

export function connectorTo(base: URL, connection: Connection = DIRECT): Connector {
  const { connectTo, proxy } = connection;
  const usesTunnel = proxy !== undefined && (base.protocol === "https:" || connectTo !== undefined);
  // RFC 9112, section 3.2.2: a proxy that is not a tunnel takes the absolute address.
  const forwarding = usesTunnel ? undefined : proxy;
  const peer = forwarding === undefined ? peerOptions(base, connection) : urlToHttpOptions(forwarding.url);
  const { request: open, Agent } = peer.protocol === "https:" ? https : http;
  const origin = forwarding === undefined ? "" : base.origin;
  const proxyFields = forwarding?.authorization === undefined ? [] : ["Proxy-Authorization", forwarding.authorization];
  const agents: http.Agent[] = [];
  return {
    agent: (options) => {
      const agent = usesTunnel ? proxy.tunnel(options) : new Agent(options);
      agents.push(agent);
      return agent;
    },
    request: ({ method, path, headers, agent }) => {
      const outgoing = open({
        ...peer,
        method,
        path: `${origin}${path}`,
        headers: [...headers, ...proxyFields],
        agent,
        maxHeaderSize: 256 * 1024,
      });
      if (usesTunnel) watchTunnel(outgoing, proxy, hostAndPort(base, connection));
      return outgoing;
    },
    speaksHttp2: async () => {
      if (proxy !== undefined) return false;
      // Loaded on demand: few deployments speak only HTTP/2.
      const { speaksHttp2 } = await import("./http2-probe.ts");
      return speaksHttp2(base.origin, peer);
    },
    close: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}

function peerOptions(
  base: URL,
  { connectTo, secureContext }: Connection,
): https.RequestOptions & Pick<ConnectionOptions, "secureContext"> {
  const options: https.RequestOptions = urlToHttpOptions(base);
  const host = options.hostname ?? "";
  return {
    ...options,
    ...(connectTo !== undefined && { hostname: connectTo.host, port: connectTo.port }),
    ...(base.protocol === "https:" && {
      servername: isIP(host) > 0 ? "" : host,
      checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
      // A server that speaks only HTTP/2 then says so in the handshake.
      ALPNProtocols: ["http/1.1"],
      ...(secureContext !== undefined && { secureContext }),
    }),
  };
}

function hostAndPort({ host, port, protocol }: URL, { connectTo }: Connection): string {
  if (connectTo !== undefined) return `${connectTo.host}:${connectTo.port}`;
  return port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
}
