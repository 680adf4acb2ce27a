/**
 * Answers the requests of a node:http server: those of apps, those to the control API below
 * /__admin, and malformed ones.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BASE_PATH } from "../../spec/base-address.ts";
import type { Replica } from "../replicas/replica.ts";
import type { Reply } from "../replies/call-and-reply.ts";
import { errorReply } from "../replies/error-reply.ts";
import { respond } from "../service/respond.ts";
import type { Service } from "../service/service.ts";
import type { ServedControl } from "./control/serve.ts";
import { tcpSocketOf } from "./network.ts";
import { callOf, endConnection, sendReply } from "./node-messages.ts";

export const ADMIN_PATH = "/__admin";
/** How much of a request body we read and ignore, in bytes, before closing the connection. */
const MAX_REQUEST_BODY = 1 << 20;
/**
 * When to load the control API after the start, whose duration it would double. We do not wait for
 * its first use: the process may then have no file descriptor left, and Node does not retry a
 * failed import.
 */
const LOAD_CONTROL_MS = 250;

async function loadControl() {
  // Modules that a world loads on first use.
  await Promise.all([
    import("../control/read-arguments.ts"),
    import("../control/request-notes.ts"),
    import("../control/world-scenario.ts"),
    import("../../scenarios/parse.ts"),
  ]);
  return import("./control/serve.ts");
}

/** Answers from the worlds of this process, or from worlds shared with other mocks. */
export function answerRequests(
  server: Server,
  control: ServedControl,
  answer: Replica["answer"] = (call, send) => send(respond(control.service, call)),
): void {
  setTimeout(() => loadControl().catch(() => {}), LOAD_CONTROL_MS).unref();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const call = callOf(request);
    if (call.body === "some") drain(request);
    answer(call, (reply) => sendReply(request, response, reply));
  };
  const serveControl = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const loaded = await loadControl().catch(() => undefined);
    if (loaded !== undefined) return loaded.serveControl(control, request, response);
    response
      .writeHead(503, { "Content-Type": "text/plain" })
      .end("The control cannot be loaded. Restart the mock.\n");
  };
  server.on("request", (request, response) => {
    if (request.url?.startsWith(ADMIN_PATH) === true) void serveControl(request, response);
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
    const reply = clientErrorReply(control.service, error.code);
    // The request came without TLS, so the reply does, too.
    if (error.code === "ERR_SSL_HTTP_REQUEST") endConnection(tcpSocketOf(socket), reply);
    else if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else endConnection(socket, reply);
  });
}

/**
 * True if someone opens the origin or the base address in a browser. That is no operation, and its
 * reply would be of no use to a reader.
 */
function isBrowserNavigation(request: IncomingMessage): boolean {
  const { method, url = "" } = request;
  if (method !== "GET" || !["/", BASE_PATH, `${BASE_PATH}/`].includes(url)) return false;
  // Read the headers last, because node:http builds an object of all of them for the first one
  // read.
  const { accept, authorization } = request.headers;
  return authorization === undefined && accept?.startsWith("text/html") === true;
}

/** Reads and discards a body, which would otherwise precede the next request on the connection. */
function drain(request: IncomingMessage): void {
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_REQUEST_BODY) request.destroy();
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
