/** Serves the mock over node:http. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Scenario } from "../../scenarios/scenario.ts";
import { badValueError, portInUseError, portRefusedError } from "../../spec/errors/inputs.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { storeScenarioError } from "../errors/mock.ts";
import type { Replica, StoreOptions } from "../replicas/replica.ts";
import { errorReply } from "../replies/error-reply.ts";
import type { Reply } from "../replies/messages.ts";
import { mayReset, respond } from "../service/respond.ts";
import {
  checkNumber,
  checkOptions,
  createService,
  type Service,
  type ServiceOptions,
} from "../service/service.ts";
import { BASE_PATH, callOf, endConnection, sendReply } from "./messages.ts";
import { lanAddresses, tcpSocketOf } from "./network.ts";
import type { KeyPair, TlsServer } from "./tls-server.ts";

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = "127.0.0.1";
const ADMIN_PATH = "/__admin";

export interface MockOptions extends StoreOptions, ServiceOptions {
  /** Default: 4010. 0 selects a free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Serve over HTTPS with this certificate and its key, in PEM form. Default: HTTP. */
  readonly https?: KeyPair | undefined;
  /** The key that the control API under /__admin requires. Without one it accepts requests from this machine only. */
  readonly adminKey?: string | undefined;
}

export interface RunningMock {
  /** The base address of the service: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** The address of the control API, and of the panel in a browser: `http://127.0.0.1:4010/__admin`. */
  readonly adminUrl: string;
  /** The base addresses at which other machines of the network reach it; none unless it listens on all addresses. */
  readonly networkUrls: readonly string[];
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** The name of the scenario. */
  readonly scenario: string;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  /** The number of orders of the main world in a state, and the ids of up to 20 of them, from both ends of the list. */
  orders(state: "pending" | "shipped"): { readonly count: number; readonly ids: readonly bigint[] };
  /** Resets to another scenario, except worlds that have been reset to a scenario of their own. Rejects with a store. */
  useScenario(scenario: Scenario): Promise<void>;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/** Bytes of a request body that are read and ignored; then the connection is closed. */
const MAX_BODY = 1 << 20;
const KEEP_ALIVE_MS = 65_000;
/** Milliseconds in which a request must be complete, body included. */
const REQUEST_MS = 20_000;
const SHOWN_IDS = 20;
/**
 * When the control is loaded after the start, which it would double. On first use the process may have no descriptor left to read it, and
 * Node does not try again.
 */
const LOAD_CONTROL_MS = 250;

/**
 * Starts a mock that serves until `close` is called. Throws a UserError if the port is in use or an option is invalid.
 * `requestMs` is for tests, which would wait too long.
 */
export async function startMock(
  options: MockOptions = {},
  requestMs = REQUEST_MS,
): Promise<RunningMock> {
  checkOptions(options, "startMock", "port host https adminKey store onOtherSetup onStoreNotice");
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, https, adminKey, store } = options;
  checkNumber("port", port, 65_535);
  // node:http would listen on all addresses.
  if (host === "")
    throw badValueError({
      flag: "host",
      expected: "an address or a name of this machine",
      value: host,
    });
  const { server, sockets } = await openServer(https, {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: requestMs,
    // How often node:http looks for requests that take longer.
    connectionsCheckingInterval: requestMs / 10,
  });
  const local = await createService(options);
  const replica =
    store === undefined
      ? undefined
      : await (await loadReplica()).openReplica(local, store, options);
  const service = replica?.service ?? local;
  answerRequests(server, service, replica, adminKey);
  await listen(server, port, host).catch((error: unknown) => {
    replica?.close();
    throw error;
  });
  setTimeout(() => loadControl().catch(() => {}), LOAD_CONTROL_MS).unref();
  return {
    ...addressesOf(server, host, https === undefined ? "http" : "https"),
    apiKeys: service.apiKeys,
    get scenario() {
      return service.template.scenario.name;
    },
    get seed() {
      return service.template.seed;
    },
    orders: (state) => {
      const { store } = service.main;
      return { count: store.counts()[state], ids: store.idsIn(state, SHOWN_IDS) };
    },
    useScenario: async (scenario) => {
      if (replica !== undefined) throw storeScenarioError();
      await service.useScenario(scenario);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          replica?.close();
          resolve();
        });
        server.closeAllConnections();
        for (const socket of sockets ?? []) socket.destroy();
      }),
  };
}

function addressesOf(
  server: Server,
  host: string,
  scheme: "http" | "https",
): Pick<RunningMock, "baseUrl" | "adminUrl" | "networkUrls" | "port"> {
  const { port } = server.address() as AddressInfo;
  const originAt = (name: string): string =>
    `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
  return {
    baseUrl: `${originAt(host)}${BASE_PATH}`,
    adminUrl: `${originAt(host)}${ADMIN_PATH}`,
    networkUrls: lanAddresses(host).map((name) => `${originAt(name)}${BASE_PATH}`),
    port,
  };
}

async function openServer(
  https: MockOptions["https"],
  settings: ServerOptions,
): Promise<Pick<TlsServer, "server"> & Partial<TlsServer>> {
  if (https === undefined) return { server: createServer(settings) };
  return (await import("./tls-server.ts")).createTlsServer(https, settings);
}

const loadControl = () => import("../control/serve.ts");
const loadReplica = () => import("../replicas/replica.ts");

/** Answers from the worlds of this process, or from those that it shares with other mocks. */
function answerRequests(
  server: Server,
  service: Service,
  replica: Replica | undefined,
  adminKey: string | undefined,
): void {
  const answer: Replica["answer"] =
    replica?.answer ?? ((call, send) => send(respond(service, call)));
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const call = callOf(request);
    if (call.body === "some") drain(request);
    answer(call, (reply) => sendReply(request, response, reply));
  };
  // A fault that resets connections must meet none that has been used (service/respond.ts).
  const onCommand = (): void => {
    if (service.worlds.all().some(mayReset)) server.closeIdleConnections();
  };
  const control = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const loaded = await loadControl().catch(() => undefined);
    if (loaded !== undefined)
      return loaded.serveControl(
        { service, access: replica?.control, adminKey, onCommand },
        request,
        response,
      );
    response
      .writeHead(503, { "Content-Type": "text/plain" })
      .end("The control cannot be loaded. Restart the mock.\n");
  };
  server.on("request", (request, response) => {
    if (request.url?.startsWith(ADMIN_PATH) === true) void control(request, response);
    else if (isBrowserNavigation(request))
      response.writeHead(303, { Location: `${ADMIN_PATH}/` }).end();
    else serve(request, response);
  });
  // A server may ignore an unknown expectation (RFC 9110, section 10.1.1).
  server.on("checkExpectation", serve);
  server.on("connect", (request: IncomingMessage, socket: Duplex) =>
    answer(callOf(request), (reply) => endConnection(socket, reply)),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const reply = clientErrorReply(service, error.code);
    // The request came without TLS, so the reply goes without it.
    if (error.code === "ERR_SSL_HTTP_REQUEST") endConnection(tcpSocketOf(socket), reply);
    else if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else endConnection(socket, reply);
  });
}

/** Throws a UserError. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? portInUseError({ port, host })
          : portRefusedError({ port, host, why: describeSystemError(error) }),
      ),
    );
    server.listen(port, host, resolve);
  });
}

/** Whether somebody has opened the origin or the base address in a browser, which is neither an operation nor of use to read. */
function isBrowserNavigation({ method, url = "", headers }: IncomingMessage): boolean {
  if (url.length > BASE_PATH.length + 1 || method !== "GET" || headers.authorization !== undefined)
    return false;
  return (
    ["/", BASE_PATH, `${BASE_PATH}/`].includes(url) &&
    headers.accept?.startsWith("text/html") === true
  );
}

/** Reads and discards a body, which would otherwise precede the next request on the connection. */
function drain(request: IncomingMessage): void {
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_BODY) request.destroy();
  });
  request.on("error", () => request.destroy());
}

/** The reply to a malformed request. */
function clientErrorReply({ template: { answers } }: Service, code: string | undefined): Reply {
  if (code === "HPE_HEADER_OVERFLOW") return errorReply(answers, 431, "headers_too_large");
  if (code === "ERR_SSL_HTTP_REQUEST") return errorReply(answers, 400, "https_required");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return errorReply(answers, 408, "request_timeout");
  return errorReply(answers, 400, "bad_request");
}
