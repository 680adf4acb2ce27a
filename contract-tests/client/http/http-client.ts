/** Sends calls over HTTP/1.1 with node:http: follows no redirects and decompresses no bodies. */
import type http from "node:http";
import { VERSION } from "../../../spec/version.ts";
import type { OutgoingCall } from "../calls.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import { contentOf } from "../content.ts";
import type { Answer, Send } from "../exchange.ts";
import { type ClientOptions, maskingClient } from "../masking/masking-client.ts";
import { type Connector, connectorTo, DIRECT } from "./connector.ts";
import { LIMITS, type Limits, receiveResponse, tooLarge } from "./http-response.ts";
import { proxyRefusal } from "./proxy.ts";

export interface HttpClientOptions extends ClientOptions {
  readonly limits?: Partial<Limits>;
}

export interface Client {
  readonly send: Send;
  /** Closes kept-alive connections. */
  close(): Promise<void> | void;
}

/** Factor for the limit of later bodies once one was too large: the next are likely as large. */
const REDUCED_BYTES = 0.1;
/** Largest body in bytes of a response that is no list of orders: an Error has a few hundred. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024;

export function httpClient({ limits: givenLimits, ...options }: HttpClientOptions): Client {
  const { connection = DIRECT, now = SYSTEM_CLOCK.now } = options;
  const base = new URL(options.baseUrl);
  const baseUrl = `${base.origin}${base.pathname.replace(/\/$/, "")}`;
  const connector = connectorTo(base, connection);
  const agentFor = agentsOf(connector);
  const limits = { ...LIMITS, ...givenLimits };
  let { bodyBytes } = limits;

  const send = maskingClient(
    async ({ url, method, headers }, call) => {
      const openRequest = (): http.ClientRequest => {
        const path = url.slice(base.origin.length);
        const outgoing = connector.request({
          method,
          path,
          headers: headers.flat(),
          agent: agentFor(call.connection),
        });
        if (call.body !== undefined) outgoing.write(call.body);
        return outgoing;
      };
      const bodyLimit = (status: number) =>
        isListCall(call, status) ? bodyBytes : Math.min(bodyBytes, MAX_OTHER_BYTES);
      const { timeoutMs = limits.maxMs } = call;
      const { sentAt, receivedAt, ...arrived } = await receiveResponse(openRequest, {
        ...limits,
        maxMs: Math.min(timeoutMs, limits.maxMs),
        bodyLimit,
        keptAlive: call.connection !== undefined,
        host: base.hostname,
        connection,
        now,
      });
      const received = withinMemory(arrived, bodyLimit(arrived.response?.status ?? 0));
      if (received.failure?.kind === "too-large") bodyBytes = limits.bodyBytes * REDUCED_BYTES;
      const isRefused = received.response?.status === 407 && connection.proxy !== undefined;
      const outcome = isRefused
        ? { failure: proxyRefusal(connection.proxy, 407, base.host) }
        : received;
      return { ...outcome, sentAt, receivedAt };
    },
    { ...options, baseUrl },
    (call, id) => ownHeaders(call, id, base.host),
  );

  return { send, close: connector.close };
}

/**
 * Returns the agent for a connection label; without a label, an agent that closes its connections.
 */
function agentsOf(connector: Connector): (connection: string | undefined) => http.Agent {
  const closing = connector.agent({ keepAlive: false });
  const kept = new Map<string, http.Agent>();
  return (connection) => {
    if (connection === undefined) return closing;
    const agent = kept.get(connection) ?? connector.agent({ keepAlive: true, maxSockets: 1 });
    kept.set(connection, agent);
    return agent;
  };
}

/** Only a list of orders may be large. 203 means that a proxy changed it. */
function isListCall({ method, path }: OutgoingCall, status: number): boolean {
  return method === "GET" && path === "/store/orders" && (status === 200 || status === 203);
}

/** Rejects a compressed body whose content is too large. */
function withinMemory(received: Answer, limit: number): Answer {
  const { response, failure } = received;
  if (response === undefined || failure !== undefined) return received;
  const content = contentOf(response);
  const isTooLarge =
    content === "too-large" || (content instanceof Uint8Array && content.length > limit);
  return isTooLarge
    ? { response: { ...response, body: Buffer.alloc(0) }, failure: tooLarge(limit) }
    : received;
}

function ownHeaders(
  { connection, body }: OutgoingCall,
  id: string,
  host: string,
): (readonly [name: string, value: string])[] {
  return [
    ["Host", host],
    ["Accept", "*/*"],
    ["User-Agent", `orders-kit/${VERSION} (call ${id})`],
    ["Connection", connection === undefined ? "close" : "keep-alive"],
    ...(body === undefined ? [] : [["Content-Length", String(body.length)] as const]),
  ];
}
