/**
 * Forwards a request to the deployment and the response to the app byte for byte, keeping the
 * request target, and copies both. Replaces the headers of a single connection. Leaves out
 * informational responses and trailers, which are optional.
 */
import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import { SYSTEM_CLOCK } from "../../client/clock.ts";
import type { Failure } from "../../client/exchange.ts";
import { connectionFailure } from "../../client/http/connection-failure.ts";
import { type Connection, connectorTo, DIRECT } from "../../client/http/connector.ts";
import { MAX_INFORMATIONAL, toResponse } from "../../client/http/http-response.ts";
import { readSocket, type SocketReader } from "../../client/http/socket-reader.ts";
import { escapeLine } from "../../client/masking/escape-text.ts";
import type { PassedExchange } from "../passed-exchange.ts";
import { answerBadGateway } from "./bad-gateway.ts";
import { forwardedFields } from "./forwarded-fields.ts";

/** In bytes. We forward larger response bodies, but do not judge them. */
const MAX_KEPT_BODY = 32 * 1024 * 1024;

/** Adds each header of the connection unless the app sends one with that name. */
export function forwarderTo(upstream: URL, connection: Connection = DIRECT) {
  const connector = connectorTo(upstream, connection);
  const keepAlive = connector.agent({ keepAlive: true });
  const oneRequest = connector.agent({ keepAlive: false });
  const failureOf = (error: Error): Failure =>
    connectionFailure(error, upstream.hostname, connection);
  return {
    close: connector.close,
    /**
     * Calls `done` at the end of each exchange, even a failed one, unless the app closed the
     * connection before.
     */
    async handle(
      request: IncomingMessage,
      reply: ServerResponse,
      done: (passed: PassedExchange) => void,
    ): Promise<void> {
      const { method = "GET", url: target = "/" } = request;
      const requestHeaders = forwardedFields(request.rawHeaders).filter(
        ([name]) => !/^expect$/i.test(name),
      );
      const names = new Set(requestHeaders.map(([name]) => name.toLowerCase()));
      const headers = [
        ...requestHeaders.flatMap(([name, value]) => [
          name,
          /^host$/i.test(name) ? upstream.host : value,
        ]),
        ...connection.headers.flatMap(({ name, sent }) =>
          names.has(name.toLowerCase()) ? [] : [name, sent],
        ),
      ];
      const sentAt = SYSTEM_CLOCK.now();
      let requestBytes = 0;
      const count = (chunk: Buffer): void => {
        requestBytes += chunk.length;
      };
      if (hasRequestBody(request)) request.on("data", count);
      const send = (agent: Agent) =>
        relay(
          connector.request({ method, path: target, headers, agent }),
          request,
          reply,
          failureOf,
        );
      // Only requests that we can send again use a kept-alive connection.
      const first = await send(
        /^(?:GET|HEAD|OPTIONS)$/.test(method) && !hasRequestBody(request) ? keepAlive : oneRequest,
      );
      const outcome = first === "not served" ? await send(oneRequest) : first;
      if (typeof outcome === "object")
        done({
          method,
          target,
          requestHeaders,
          requestBytes,
          ...outcome,
          sentAt,
          receivedAt: SYSTEM_CLOCK.now(),
        });
    },
  };
}

/**
 * The outcome of a request: "not served" if the deployment closed a kept-alive connection just as
 * we used it.
 */
type RelayOutcome =
  | Pick<PassedExchange, "response" | "failure" | "kept">
  | "not served"
  | "abandoned";

/**
 * Passes the request body on and the response back. Resolves when both have ended, or when the app
 * abandons them.
 */
function relay(
  outgoing: ClientRequest,
  request: IncomingMessage,
  reply: ServerResponse,
  failureOf: (error: Error) => Failure,
): Promise<RelayOutcome> {
  return new Promise((resolve) => {
    let hasResponse = false;
    let informational = 0;
    let reader: SocketReader | undefined;
    outgoing.once("socket", (socket) => {
      // We can count bytes after a response without content only on a connection with no other
      // request.
      if (!outgoing.shouldKeepAlive) reader = readSocket(socket);
    });
    reply.once("close", () => {
      if (reply.writableFinished) return;
      outgoing.destroy();
      resolve("abandoned");
    });
    const fail = (failure: Failure): void => {
      if (reply.headersSent) return; // An earlier failure has been answered.
      resolve({ failure, kept: "nothing" });
      outgoing.destroy();
      answerBadGateway(reply, request, failure);
    };
    outgoing.on("information", () => {
      if (++informational > MAX_INFORMATIONAL)
        fail(malformed("it sends informational responses without end"));
    });
    outgoing.on("upgrade", () =>
      fail(malformed("it switches protocols, which no request asks for (101)")),
    );
    outgoing.on("response", (incoming) => {
      hasResponse = true;
      const problem = writeHead(incoming, reply);
      if (problem !== undefined) fail(malformed(problem));
      else resolve(forwardContent(incoming, reply, reader));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // Other listeners handle the end of a response, and of the app's connection.
      if (hasResponse || reply.destroyed) return;
      if (outgoing.reusedSocket && error.code === "ECONNRESET") resolve("not served");
      else fail(failureOf(error));
    });
    if (hasRequestBody(request)) request.pipe(outgoing);
    else outgoing.end();
  });
}

const malformed = (message: string): Failure => ({ kind: "malformed", message });

/** Returns why the head cannot be forwarded: Node reads some heads that it does not write. */
function writeHead(
  { statusCode = 0, statusMessage, rawHeaders }: IncomingMessage,
  reply: ServerResponse,
) {
  if (statusCode < 200) return `its response has the status ${statusCode}`;
  // node:http sets Transfer-Encoding if needed. We do not forward trailers (RFC 9110, section
  // 6.5.1).
  const fields = forwardedFields(rawHeaders).filter(
    ([name]) => !/^(?:transfer-encoding|trailer)$/i.test(name),
  );
  reply.sendDate = false;
  try {
    reply.writeHead(statusCode, statusMessage, fields.flat());
    return undefined;
  } catch (error) {
    return `its response cannot be forwarded: ${escapeLine((error as Error).message)}`;
  }
}

/** Forwards content as it arrives. */
async function forwardContent(
  incoming: IncomingMessage,
  reply: ServerResponse,
  reader: SocketReader | undefined,
): Promise<RelayOutcome> {
  // Sends the head before slow content, but together with content that is already here.
  setImmediate(() => reply.destroyed || reply.flushHeaders());
  const body = new CollectedBytes();
  let kept: PassedExchange["kept"] = "bytes";
  incoming.on("data", (chunk: Buffer) => {
    if (body.size + chunk.length > MAX_KEPT_BODY) kept = "nothing";
    else body.add(chunk);
  });
  incoming.on("error", () => {}); // "close" follows and handles the error.
  incoming.pipe(reply);
  await new Promise((resolve) => incoming.once("close", resolve));
  reader?.stop();
  const response = toResponse(incoming, body.bytes, [], reader);
  if (incoming.complete) return { response, kept };
  if (reply.destroyed) return "abandoned";
  // Breaks off the app's response at the same byte.
  reply.destroy();
  const failure = {
    kind: "reset",
    message: "the connection ended before the response was complete",
  } as const;
  return { response, kept, failure };
}

function hasRequestBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
