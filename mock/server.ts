/** Adapter: the service over node:http. Speaks raw header lists and bytes; what to answer is respond's part. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Scenario } from "../scenarios/scenario.ts";
import { causeOf, PROBLEMS } from "../spec/problems.ts";
import { carryOut } from "./carry-out.ts";
import { BASE_PATH, callOf } from "./http-call.ts";
import { errorReply, type Reply } from "./replies.ts";
import { respond } from "./respond.ts";
import { PENDING, SHIPPED } from "./seed.ts";
import { checkNumber, createService, type Service, type ServiceOptions } from "./service.ts";
import { currentDate, headOf, KEEP_ALIVE_MS, send } from "./wire.ts";

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = "127.0.0.1";
const ADMIN_PATH = "/__admin";

export interface MockOptions extends ServiceOptions {
  /** 4010 by default; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** What the control under /__admin asks for; without one it answers to this machine alone. */
  readonly adminKey?: string | undefined;
}

export interface RunningMock {
  /** Ends in the version segment: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** Where it is controlled, and where a browser finds the panel: `http://127.0.0.1:4010/__admin`. */
  readonly adminUrl: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** The scenario's name and the seed of its orders. */
  readonly scenario: string;
  readonly seed: number;
  /** How many orders are in a state, and the ids of some of them: the smallest and the largest. */
  orders(state: "pending" | "shipped"): { readonly count: number; readonly ids: readonly bigint[] };
  /** Starts over with another scenario: worlds that were reset to one of their own stay. */
  restage(scenario: Scenario): Promise<void>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Bytes of a request body that are read and ignored; whoever sends more is cut off. */
const MOST_BODY = 1 << 20;
/** How long a refused connection may stay half open. */
const LINGER_MS = 500;
/** As many ids as the command line and its readers are shown. */
const SHOWN_IDS = 20;

/** Serves until it is closed. Throws a UserError when the port is taken, or an option is wrong. */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, adminKey, ...rest } = options;
  checkNumber("port", port, 65_535);
  // To node:http, nothing is every address of the machine.
  if (host === "") throw PROBLEMS.badValue("host", host, "an address or a name of this machine");
  const service = await createService(rest);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (request.url?.startsWith(ADMIN_PATH) === true) control(service, adminKey, request, response);
    else serve(service, request, response);
  });
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
        error.code === "EADDRINUSE" ? PROBLEMS.portInUse(port, host) : PROBLEMS.portRefused(port, host, causeOf(error)),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
  return {
    baseUrl: `${origin}${BASE_PATH}`,
    adminUrl: `${origin}${ADMIN_PATH}`,
    port: address.port,
    apiKeys: service.apiKeys,
    get scenario() {
      return service.stage.scenario.name;
    },
    get seed() {
      return service.stage.seed;
    },
    orders: (state) => {
      const code = state === "pending" ? PENDING : SHIPPED;
      const { world } = service.main;
      return { count: world.countIn(code), ids: world.idsIn(code, SHOWN_IDS) };
    },
    restage: service.restage,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The control is loaded when it is first asked for: most mocks are started and never controlled. */
async function control(
  service: Service,
  adminKey: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { serveControl } = await import("./control/serve.ts");
  await serveControl(service, adminKey, request, response);
}

function serve(service: Service, request: IncomingMessage, response: ServerResponse): void {
  const call = callOf(request);
  if (call.body === "some") drain(request);
  const reply = respond(service, call);
  if (reply.trouble === undefined) send(response, reply);
  else carryOut(request, response, reply, reply.trouble, send);
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

/** The answer to bytes that are no request of HTTP. */
function refusal({ stage: { answers } }: Service, code: string | undefined): Reply {
  if (code === "HPE_HEADER_OVERFLOW") return errorReply(answers, 431, "headers_too_large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return errorReply(answers, 408, "request_timeout");
  return errorReply(answers, 400, "bad_request");
}

/** Writes a reply to a connection that node:http has given up, and ends it. */
function end(socket: Duplex, reply: Reply): void {
  // The client is given time to read, and what it still sends is read too: closing over unread bytes would reset the
  // connection and lose the answer. One that holds on is cut off, so that it delays no shutdown.
  socket.on("error", () => socket.destroy());
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(Buffer.concat([headOf(reply, ["Date", currentDate(), "Connection", "close"]), ...reply.body]));
}
