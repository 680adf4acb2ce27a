/**
 * Forwards a request to the deployment and the response to the app, byte for byte, and keeps a copy of both. The request target
 * stays: the app calls the same path at another origin. Only the header fields of a single connection are replaced.
 */
import type { Agent, IncomingMessage, ServerResponse } from "node:http";
import { SYSTEM_CLOCK } from "../client/clock.ts";
import { type Connection, DIRECT } from "../client/connection.ts";
import { escapeLine } from "../client/escape-text.ts";
import type { Failure, Response } from "../client/exchange.ts";
import { connectionFailure } from "../client/http/connection-failure.ts";
import { connectorTo } from "../client/http/connector.ts";
import { MAX_INFORMATIONAL } from "../client/http/http-response.ts";
import { SocketReader } from "../client/http/socket-reader.ts";

/** One request and its response, with the key of the app in it. */
export interface ForwardedExchange {
  readonly method: string;
  /** As the app sent it: path and query. */
  readonly target: string;
  readonly requestHeaders: Response["headers"];
  readonly requestBytes: number;
  readonly response?: Response;
  /** Set when no complete response arrived. `response` may then hold a part of it. */
  readonly failure?: Failure;
  /** Bytes of the response that were forwarded and not kept, because it is too large. */
  readonly notKept: number;
  /** Milliseconds of the clock of the process. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

export interface Forwarder {
  /** `done` is called at the end of the exchange, also of a failed one, unless the app has closed the connection before. */
  handle(request: IncomingMessage, reply: ServerResponse, done: (forwarded: ForwardedExchange) => void): void;
  close(): void;
}

/** Larger response bodies are forwarded and not judged. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** The headers of the connection are added where the app does not send one of that name. */
export function forwarderTo(upstream: URL, connection: Connection = DIRECT): Forwarder {
  const connector = connectorTo(upstream, connection);
  const keepAlive = connector.agent({ keepAlive: true });
  const oneRequest = connector.agent({ keepAlive: false });

  const handle: Forwarder["handle"] = (request, reply, done) => {
    const { method = "GET" } = request;
    const target = originForm(request.url ?? "/");
    const sent = forwardedFields(fieldsOf(request.rawHeaders)).filter(([name]) => !/^expect$/i.test(name));
    const names = new Set(sent.map(([name]) => name.toLowerCase()));
    const headers = [
      ...sent.map(([name, value]) => [name, /^host$/i.test(name) ? upstream.host : value] as const),
      ...connection.headers
        .filter(({ name }) => !names.has(name.toLowerCase()))
        .map(({ name, sent: value }) => [name, value] as const),
    ];
    const forwarded = { method, target, requestHeaders: sent, sentAt: SYSTEM_CLOCK.now() };
    let requestBytes = 0;
    let hasEnded = false;
    const end = (rest: Pick<ForwardedExchange, "response" | "failure" | "notKept">): void => {
      if (hasEnded) return;
      hasEnded = true;
      done({ ...forwarded, requestBytes, ...rest, receivedAt: SYSTEM_CLOCK.now() });
    };

    const send = (agent: Agent): void => {
      const outgoing = connector.request({ method, path: target, headers: headers.flat(), agent });
      let hasResponse = false;
      // Bytes after a response without content can only be counted on a connection that nothing else uses.
      let reader: SocketReader | undefined;
      if (agent === oneRequest)
        outgoing.once("socket", (socket) => {
          reader = new SocketReader(socket, () => {});
        });
      const abort = (): void => {
        if (!reply.writableFinished) outgoing.destroy();
      };
      reply.once("close", abort);
      const fail = (failure: Failure): void => {
        if (hasEnded) return;
        reply.off("close", abort);
        outgoing.destroy();
        answerBadGateway(reply, request, failure);
        end({ failure, notKept: 0 });
      };
      let informational = 0;
      outgoing.on("information", ({ statusCode, rawHeaders }) => {
        if (++informational > MAX_INFORMATIONAL) fail(malformed("it sends informational responses without end"));
        else if (statusCode === 103) forwardHints(rawHeaders, reply);
        else if (statusCode === 102) reply.writeProcessing();
      });
      outgoing.on("upgrade", () => fail(malformed("it switches protocols, which no request asks for (101)")));
      outgoing.on("response", (incoming) => {
        hasResponse = true;
        const problem = writeHead(incoming, reply);
        if (problem !== undefined) fail(malformed(problem));
        else forwardContent(incoming, reply, reader, end);
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (hasResponse || hasEnded) return; // The end of the response is handled there.
        if (reply.destroyed) return; // The app has closed the connection.
        // The deployment may close a kept connection at the moment when it is used.
        if (agent === keepAlive && outgoing.reusedSocket && error.code === "ECONNRESET") {
          reply.off("close", abort);
          send(oneRequest);
        } else fail(connectionFailure(error, upstream.hostname, connection));
      });
      if (!hasBody(request)) outgoing.end();
      else {
        request.on("data", (chunk: Buffer) => {
          requestBytes += chunk.length;
        });
        request.pipe(outgoing);
      }
    };
    // Only what can be sent again goes over a kept connection.
    send(isSafe(method) && !hasBody(request) ? keepAlive : oneRequest);
  };

  return { handle, close: connector.close };
}

const malformed = (message: string): Failure => ({ kind: "malformed", message });

/** Why the head cannot be forwarded: Node reads some heads that it does not write. */
function writeHead({ statusCode = 0, statusMessage, headers, rawHeaders }: IncomingMessage, reply: ServerResponse) {
  if (statusCode < 200) return `its response has the status ${statusCode}`;
  // node:http sets Transfer-Encoding where it is needed, and writes Trailer only with it.
  const dropped =
    headers["transfer-encoding"] === undefined ? /^(?:transfer-encoding|trailer)$/i : /^transfer-encoding$/i;
  const fields = forwardedFields(fieldsOf(rawHeaders)).filter(([name]) => !dropped.test(name));
  reply.sendDate = false;
  try {
    reply.writeHead(statusCode, statusMessage, fields.flat());
    return undefined;
  } catch (error) {
    return `its response cannot be forwarded: ${escapeLine((error as Error).message)}`;
  }
}

/** Content and trailers as they arrive. */
function forwardContent(
  incoming: IncomingMessage,
  reply: ServerResponse,
  reader: SocketReader | undefined,
  end: (rest: Pick<ForwardedExchange, "response" | "failure" | "notKept">) => void,
): void {
  const { statusCode = 0, statusMessage = "", httpVersion, rawHeaders } = incoming;
  // The head does not wait for content that takes long; content that is here already goes with it.
  setImmediate(() => reply.destroyed || reply.flushHeaders());
  const chunks: Buffer[] = [];
  let size = 0;
  let notKept = 0;
  incoming.on("data", (chunk: Buffer) => {
    if (size + chunk.length > MAX_KEPT_BYTES) notKept += chunk.length;
    else {
      size += chunk.length;
      chunks.push(chunk);
    }
  });
  incoming.on("error", () => {}); // "close" follows, and handles it.
  incoming.on("end", () => {
    if (incoming.rawTrailers.length > 0) reply.addTrailers(fieldsOf(incoming.rawTrailers));
  });
  incoming.on("close", () => {
    reader?.stop();
    const response: Response = {
      status: statusCode,
      reason: statusMessage,
      httpVersion,
      headers: fieldsOf(rawHeaders),
      body: Buffer.concat(chunks, size),
      trailingBytes: isEmpty(statusCode) ? (reader?.bytesAfterHead(incoming, []) ?? 0) : 0,
      informational: [],
    };
    if (incoming.complete) return end({ response, notKept });
    if (reply.destroyed) return; // The app has closed the connection.
    // The response to the app breaks off at the same byte.
    reply.destroy();
    end({
      response,
      notKept,
      failure: { kind: "reset", message: "the connection ended before the response was complete" },
    });
  });
  incoming.pipe(reply);
}

/** The only response of the proxy itself: an Error as in the contract, which pages of any origin may read. */
function answerBadGateway(reply: ServerResponse, request: IncomingMessage, { message, fix }: Failure): void {
  if (reply.headersSent) return void reply.destroy();
  const body = JSON.stringify({
    code: "bad_gateway",
    message: [`orders-kit proxy has no answer from the deployment: ${message}.`, fix].filter(Boolean).join(" "),
    status: 502,
  });
  // A head that could not be written has left its reason.
  reply.writeHead(502, "Bad Gateway", {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    Vary: "Origin",
  });
  reply.end(request.method === "HEAD" ? undefined : body);
}

const isEmpty = (status: number): boolean => status === 204 || status === 304;

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS";

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Path and query of a request target. A client that uses the server as a forward proxy sends an absolute address. */
function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}

/** The links of a 103 (RFC 8297). It is optional, and Node writes fewer forms of it than there are. */
function forwardHints(rawHeaders: readonly string[], reply: ServerResponse): void {
  const link = fieldsOf(rawHeaders).flatMap(([name, value]) => (/^link$/i.test(name) ? [value] : []));
  try {
    reply.writeEarlyHints({ link });
  } catch {
    // The app gets the response without it.
  }
}

/** RFC 9110, sections 7.6.1 and 11.7: fields of a connection, not of the message. */
const CONNECTION_FIELD = /^(?:connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|upgrade)$/;
/** A message is wrong without them, and no Connection field may name them. */
const MESSAGE_FIELD = /^(?:host|content-length)$/;

function fieldsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}

/** Without the fields of the connection, and those that its Connection field names. */
function forwardedFields(fields: Response["headers"]): Response["headers"] {
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.split(","))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !MESSAGE_FIELD.test(name)),
  );
  return fields.filter(([name]) => !CONNECTION_FIELD.test(name.toLowerCase()) && !named.has(name.toLowerCase()));
}
