/**
 * Passes a request on to the deployment and its answer back, byte for byte, and keeps a copy of what passed. The request
 * target stays as it is: the app calls the same path at another origin. Only what belongs to one connection is made anew.
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";
import type { Failure, Response } from "../exchange.ts";
import { Tap } from "../receive.ts";

/** One request and what came of it, with the app's key still in it. */
export interface Passage {
  readonly method: string;
  /** As the app sent it: path and query. */
  readonly target: string;
  readonly requestHeaders: Response["headers"];
  readonly requestBytes: number;
  readonly response?: Response;
  /** Set when no whole answer came. `response` may then hold what did arrive. */
  readonly failure?: Failure;
  /** Bytes of the answer that were passed on and not kept, because it is too large. */
  readonly notKept: number;
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface Forwarder {
  /** `done` is called once the exchange is over, whatever came of it, unless the app did not wait for that. */
  handle(request: IncomingMessage, reply: ServerResponse, done: (passage: Passage) => void): void;
  close(): void;
}

/** Of a response body: larger ones are passed on and not judged. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** RFC 9110, section 7.6.1: of one connection, not of the message. Transfer-Encoding is set by node:http where it is needed. */
const OF_ONE_CONNECTION = /^(?:connection|keep-alive|proxy-connection|upgrade)$/i;
const isFraming = (name: string): boolean => /^transfer-encoding$/i.test(name);

export function forwarderTo(upstream: URL): Forwarder {
  const { request: open, Agent } = upstream.protocol === "https:" ? https : http;
  const kept = new Agent({ keepAlive: true });
  const fresh = new Agent({ keepAlive: false });
  // A kept connection may be closed by the deployment just as it is used: only what can be sent again goes over one.
  const agentFor = (method: string): http.Agent => (isSafe(method) ? kept : fresh);

  const handle: Forwarder["handle"] = (request, reply, done) => {
    const { method = "GET" } = request;
    const target = originForm(request.url ?? "/");
    const sent = pairs(request.rawHeaders).filter(([name]) => !OF_ONE_CONNECTION.test(name) && !/^expect$/i.test(name));
    const headers = sent.map(([name, value]) => [name, /^host$/i.test(name) ? upstream.host : value] as const);
    const passage = { method, target, requestHeaders: sent, startedAt: Date.now() };
    const began = performance.now();
    let requestBytes = 0;
    let over = false;
    const end = (rest: Pick<Passage, "response" | "failure" | "notKept">): void => {
      if (over) return;
      over = true;
      done({ ...passage, requestBytes, ...rest, durationMs: performance.now() - began });
    };

    const send = (agent: http.Agent): void => {
      const options: http.RequestOptions = {
        ...urlToHttpOptions(upstream),
        method,
        path: target,
        headers: headers.flat(),
        agent,
        maxHeaderSize: 256 * 1024,
      };
      const outgoing = open(options);
      let answered = false;
      // Content behind an answer that has none can only be told on a connection that nothing else uses.
      let tap: Tap | undefined;
      if (agent === fresh)
        outgoing.once("socket", (socket) => {
          tap = new Tap(socket, () => {});
        });
      const abandon = (): void => {
        if (!reply.writableFinished) outgoing.destroy();
      };
      reply.once("close", abandon);
      outgoing.on("information", ({ statusCode, rawHeaders }) => {
        if (statusCode === 103) reply.writeEarlyHints(hints(rawHeaders));
        else if (statusCode === 102) reply.writeProcessing();
      });
      outgoing.on("response", (incoming) => {
        answered = true;
        relay(incoming, reply, tap, end);
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (answered) return; // The end of the response tells.
        reply.off("close", abandon);
        if (reply.destroyed) return; // It was the app that went away.
        if (agent === kept && outgoing.reusedSocket && error.code === "ECONNRESET") return send(fresh);
        const failure = failureOf(error);
        refuse(reply, request, failure);
        end({ failure, notKept: 0 });
      });
      if (!hasBody(request)) outgoing.end();
      else {
        request.on("data", (chunk: Buffer) => {
          requestBytes += chunk.length;
        });
        request.pipe(outgoing);
      }
    };
    send(hasBody(request) ? fresh : agentFor(method));
  };

  const close = (): void => {
    kept.destroy();
    fresh.destroy();
  };
  return { handle, close };
}

/** The answer on its way to the app: head, content and trailers as they came. */
function relay(
  incoming: IncomingMessage,
  reply: ServerResponse,
  tap: Tap | undefined,
  end: (rest: Pick<Passage, "response" | "failure" | "notKept">) => void,
): void {
  const { statusCode = 0, statusMessage = "", httpVersion, rawHeaders } = incoming;
  const headers = pairs(rawHeaders);
  reply.sendDate = false;
  reply.writeHead(
    statusCode,
    statusMessage,
    headers.filter(([name]) => !OF_ONE_CONNECTION.test(name) && !isFraming(name)).flat(),
  );
  // With the first of the content where that has come already, else at once: a list can take long.
  setImmediate(() => reply.destroyed || reply.flushHeaders());
  const chunks: Buffer[] = [];
  let size = 0;
  let notKept = 0;
  incoming.on("data", (chunk: Buffer) => {
    if (size + chunk.length > KEPT_BYTES) notKept += chunk.length;
    else {
      size += chunk.length;
      chunks.push(chunk);
    }
  });
  incoming.on("error", () => {}); // "close" tells whether the answer is whole.
  incoming.on("end", () => {
    if (incoming.rawTrailers.length > 0) reply.addTrailers(pairs(incoming.rawTrailers));
  });
  incoming.on("close", () => {
    tap?.stop();
    const response: Response = {
      status: statusCode,
      reason: statusMessage,
      httpVersion,
      headers,
      body: Buffer.concat(chunks, size),
      trailingBytes: isEmpty(statusCode) ? (tap?.behind(incoming, []) ?? 0) : 0,
      informational: [],
    };
    if (incoming.complete) return end({ response, notKept });
    if (reply.destroyed) return; // It was the app that went away.
    // Broken off: the app's answer breaks off at the same byte.
    reply.destroy();
    end({ response, notKept, failure: { kind: "reset", message: "the connection ended before the answer was whole" } });
  });
  incoming.pipe(reply);
}

/** The one answer that is ours: an Error as the contract has it, which pages of any origin may read. */
function refuse(reply: ServerResponse, request: IncomingMessage, { message }: Failure): void {
  if (reply.headersSent) return void reply.destroy();
  const body = JSON.stringify({
    code: "bad_gateway",
    message: `orders-kit proxy has no answer from the deployment: ${message}.`,
    status: 502,
  });
  reply.writeHead(502, {
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

/** Path and query of a request target; a client that takes us for a forward proxy sends the whole address. */
function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  return path === undefined ? target : path.startsWith("/") ? path : `/${path}`;
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}

/** Link fields are what 103 carries (RFC 8297). */
function hints(rawHeaders: readonly string[]): { link: string[] } {
  return { link: pairs(rawHeaders).flatMap(([name, value]) => (/^link$/i.test(name) ? [value] : [])) };
}

function failureOf(error: NodeJS.ErrnoException): Failure {
  const { code = "", message } = error;
  if (code === "ECONNREFUSED")
    return { kind: "unreachable", message: "nothing listens there, the connection was refused" };
  if (code === "ENOTFOUND") return { kind: "unreachable", message: "there is no such host" };
  if (/^(?:EAI_|EHOST|ENET|ETIMEDOUT|EADDRNOTAVAIL|EACCES)/.test(code))
    return { kind: "unreachable", message: `the host cannot be reached (${code})` };
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code))
    return { kind: "tls", message: `the connection cannot be made secure (${code})` };
  if (code.startsWith("HPE_")) return { kind: "malformed", message: "what came back is no HTTP response" };
  if (code === "ECONNRESET" || code === "EPIPE")
    return { kind: "reset", message: "the connection broke without an answer" };
  return { kind: "harness", message };
}
