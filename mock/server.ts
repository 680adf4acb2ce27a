/** Adapter: the service over node:http. Speaks raw header lists and bytes; what to answer is respond's part. */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { VERSION_SEGMENT } from "../spec/operations.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { errorReply, type Reply } from "./replies.ts";
import { type Call, respond } from "./respond.ts";
import { PENDING, SHIPPED } from "./seed.ts";
import { createService, type Service, type ServiceOptions } from "./service.ts";

export const DEFAULT_PORT = 4010;
export const DEFAULT_HOST = "127.0.0.1";

export interface MockOptions extends ServiceOptions {
  /** 4010 by default; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string | undefined;
}

export interface RunningMock {
  /** Ends in the version segment: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** The scenario's name and the seed of its orders. */
  readonly scenario: string;
  readonly seed: number;
  /** How many orders are in a state, and the ids of some of them: the smallest and the largest. */
  orders(state: "pending" | "shipped"): { readonly count: number; readonly ids: readonly bigint[] };
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

const BASE_PATH = `/${VERSION_SEGMENT}`;
/** Bytes of a request body that are read and ignored; whoever sends more is cut off. */
const MOST_BODY = 1 << 20;
/** As many ids as the command line and its readers are shown. */
const SHOWN_IDS = 20;

/** Serves until it is closed. Throws a UserError when the port is taken. */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, ...rest } = options;
  const service = await createService(rest);
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => serve(service, request, response));
  // RFC 9110 lets a server ignore an expectation that it does not know; the call behind it is answered like any other.
  server.on("checkExpectation", (request, response) => serve(service, request, response));
  server.on("connect", (request: IncomingMessage, socket: Duplex) => end(socket, respond(service, callOf(request))));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else end(socket, refusal(service, error.code));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? PROBLEMS.portInUse(port, host)
          : PROBLEMS.portRefused(port, host, error.code ?? error.message),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const { world } = service.lookupKey(service.apiKeys[0]!)!;
  return {
    baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}${BASE_PATH}`,
    port: address.port,
    apiKeys: service.apiKeys,
    scenario: service.scenario.name,
    seed: service.seed,
    orders: (state) => {
      const code = state === "pending" ? PENDING : SHIPPED;
      return { count: world.countIn(code), ids: world.idsIn(code, SHOWN_IDS) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serve(service: Service, request: IncomingMessage, response: ServerResponse): void {
  const call = callOf(request);
  if (call.body === "some") drain(request);
  send(response, respond(service, call));
}

/** Reads a body and forgets it: what is left unread would stand before the connection's next request. */
function drain(request: IncomingMessage): void {
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MOST_BODY) request.destroy();
  });
  request.on("error", () => request.destroy());
}

function send(response: ServerResponse, reply: Reply): void {
  const { status, headers, body } = reply;
  response.writeHead(status, headers as string[]);
  if (body.length === 1) response.end(body[0]);
  else {
    response.cork();
    for (const piece of body) response.write(piece);
    response.uncork();
    response.end();
  }
}

/** What respond needs of a request, in one pass over its raw headers. */
function callOf(request: IncomingMessage): Call {
  const { rawHeaders } = request;
  let authorization: string | undefined;
  let origin: string | undefined;
  let asked: string | undefined;
  let announced = "";
  let privateNetwork = false;
  let body: Call["body"] = "none";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1]!;
    switch (rawHeaders[at]!.toLowerCase()) {
      case "authorization":
        authorization = authorization === undefined ? value : `${authorization}, ${value}`;
        break;
      case "origin":
        origin = value;
        break;
      case "access-control-request-method":
        asked = value;
        break;
      case "access-control-request-headers":
        announced = value;
        break;
      case "access-control-request-private-network":
        privateNetwork = value === "true";
        break;
      case "content-length":
        if (value !== "0") body = "some";
        break;
      case "transfer-encoding":
        body = "some";
        break;
    }
  }
  return {
    method: request.method ?? "GET",
    path: pathOf(request.url ?? ""),
    authorization,
    origin,
    preflight: asked === undefined ? undefined : { method: asked, headers: announced, privateNetwork },
    body,
  };
}

/** What follows the base address in a request target, without its query; undefined when it is not below it. */
function pathOf(target: string): string | undefined {
  let start = 0;
  if (target[0] !== "/") {
    // The absolute form (RFC 9112, section 3.2.2), which proxies send.
    const authority = target.indexOf("://");
    start = authority < 0 ? -1 : target.indexOf("/", authority + 3);
    if (start < 0) return undefined;
  }
  if (!target.startsWith(BASE_PATH, start)) return undefined;
  const query = target.indexOf("?", start);
  const path = target.slice(start + BASE_PATH.length, query < 0 ? undefined : query);
  return path === "" || path[0] === "/" ? path : undefined;
}

/** The answer to bytes that are no request of HTTP. */
function refusal({ answers }: Service, code: string | undefined): Reply {
  if (code === "HPE_HEADER_OVERFLOW") return errorReply(answers, 431, "headers_too_large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return errorReply(answers, 408, "request_timeout");
  return errorReply(answers, 400, "bad_request");
}

/** Writes a reply to a connection that node:http has given up, and ends it. */
function end(socket: Duplex, { status, headers, body }: Reply): void {
  const fields = [...headers, "Connection", "close", "Date", new Date().toUTCString()];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  socket.on("error", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), ...body]));
}
