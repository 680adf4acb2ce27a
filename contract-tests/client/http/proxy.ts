/** Requests through an HTTP proxy of the network. */
import type { Agent, AgentOptions, ClientRequest } from "node:http";
import type { Socket } from "node:net";
import type { HttpsProxyAgent as ProxyAgent } from "https-proxy-agent";
import type { Failure } from "../exchange.ts";
import { NETWORK_FIXES } from "../network-fixes.ts";

export type NetworkProxy = Awaited<ReturnType<typeof openProxy>>;

/** `url` may contain credentials; `variable` is the environment variable that has it. */
export async function openProxy({ username, password, origin }: URL, variable: string) {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers =
    pair === ":" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
  const url = new URL(origin);
  return { url, headers, variable, tunnel: await tunnelsThrough(url, headers) };
}

/**
 * Returns a factory of agents whose connections are tunnels through the proxy (CONNECT; RFC 9110,
 * section 9.3.6). Loads the package on demand, because most runs use no proxy.
 */
async function tunnelsThrough(
  proxy: URL,
  headers: Record<string, string>,
): Promise<(options: AgentOptions) => Agent> {
  const { HttpsProxyAgent } = await import("https-proxy-agent");

  /**
   * Also closes connections whose proxy has not answered yet; the package's agent does not know
   * them.
   */
  class TunnelAgent extends HttpsProxyAgent<string> {
    private readonly connecting = new Set<AbortController>();

    override async connect(...call: Parameters<ProxyAgent<string>["connect"]>): Promise<Socket> {
      // One signal per connection: Node never removes a socket's listeners from its signal.
      const connection = new AbortController();
      this.connecting.add(connection);
      Object.assign(this.connectOpts, { signal: connection.signal });
      try {
        return await super.connect(...call);
      } finally {
        this.connecting.delete(connection);
      }
    }

    override destroy(): void {
      for (const connection of this.connecting) connection.abort();
      super.destroy();
    }
  }
  return (options) => new TunnelAgent(proxy, { ...options, headers });
}

/** Returns the failure of a call that the proxy answered itself. `host` may have a port. */
export function proxyRefusal(
  { url, variable, headers }: NetworkProxy,
  status: number,
  host: string,
): Failure {
  const failure = (what: string, fix: string): Failure => ({
    kind: "unreachable",
    message: `the proxy ${url.origin} ${what} (${status})`,
    fix,
  });
  if (status !== 407)
    return failure(
      `refuses to connect to ${host}`,
      NETWORK_FIXES.proxyRefused(host.replace(/:\d+$/, "")),
    );
  const what =
    "Proxy-Authorization" in headers ? "does not accept the credentials" : "asks for credentials";
  return failure(what, NETWORK_FIXES.proxyCredentials(variable));
}

/** Thrown if the proxy refuses the tunnel of a request. */
export class TunnelError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Makes a refused tunnel fail the request; the agent would pass the proxy's answer off as the
 * deployment's.
 */
export function watchTunnel(request: ClientRequest, proxy: NetworkProxy, host: string): void {
  request.once("proxyConnect", ({ statusCode }: { statusCode: number }) => {
    if (statusCode !== 200) request.destroy(new TunnelError(proxyRefusal(proxy, statusCode, host)));
  });
  // The request itself reports an abort.
  request.once("proxy", ({ socket }: { socket: Socket }) => socket.on("error", () => {}));
}
