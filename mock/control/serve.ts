/** Serves the control API, the panel, and descriptions for programs over node:http, below /__admin. Loaded after the start. */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type CallerHeaders,
  isForeignPage,
  isLoopback,
  isOwnHost,
  opensPage,
} from "../../spec/interface/caller.ts";
import { controlError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import { streamEvents } from "./event-stream.ts";
import { readServedFile } from "./files.ts";
import { type ControlResponse, notAllowed, problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { directAccess, routesOf, type WorldAccess, worldOf } from "./routes.ts";
import { feedOf } from "./world-feed.ts";

const BASE = "/__admin";

export interface ServedControl {
  readonly service: Service;
  readonly access: WorldAccess | undefined;
  readonly adminKey: string | undefined;
  /** Called after each command, before it is answered. */
  readonly onCommand: () => void;
}

/** Answers a request whose target starts with the base. Never rejects. */
export async function serveControl(
  control: ServedControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await dispatch(control, request, response);
    if (answer !== undefined) send(response, answer);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else send(response, problem(error));
  }
}

/** Returns undefined for a stream. Throws a UserError. */
async function dispatch(
  { service, access = directAccess(service), adminKey, onCommand }: ServedControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | undefined> {
  const { url = "", socket, headers } = request;
  // node:http sends no body after HEAD.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const [target = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const path = target.slice(BASE.length + 1);

  // A link to the panel may be on another site. Nothing else may: opening a world is an effect, even of a GET.
  const isPanel = ["", "index.html"].includes(path);
  const followsLink = method === "GET" && isPanel && opensPage(headers);
  checkCaller(
    socket.remoteAddress,
    followsLink ? { ...headers, "sec-fetch-site": undefined } : headers,
    adminKey,
  );
  if (target === BASE) return { status: 308, body: "", headers: { Location: `${BASE}/` } };
  if (!target.startsWith(`${BASE}/`)) throw controlError("not-found");

  const body = await readBody(request);
  if (path === "events") {
    if (method !== "GET") return notAllowed(["GET"]);
    checkAdminKey(headers.authorization, adminKey);
    if (request.method === "HEAD") return { status: 200, type: "text/event-stream", body: "" };
    const world = worldOf(service, query);
    await access.refresh(world);
    if (!response.destroyed)
      streamEvents(feedOf(service, access, world), response, lastEventId(request, query));
    return undefined;
  }

  const routes = routesOf(path);
  if (routes.length === 0) {
    const file = await readServedFile(path);
    if (file === undefined) throw controlError("not-found");
    return method === "GET" ? fileResponse(file) : notAllowed(["GET"]);
  }
  if (path !== "health") checkAdminKey(headers.authorization, adminKey);
  const found = routes.find(({ route }) => route.method === method);
  if (found === undefined) return notAllowed(routes.map(({ route }) => route.method));
  if (body !== "" && !/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    throw controlError("content-type");

  const text = await access.run(found.route, {
    service,
    /** A getter, since not every route needs a world, and reading it may create one. */
    get world() {
      return worldOf(service, query);
    },
    query,
    parameter: found.parameter,
    body,
  });
  if (method !== "GET") onCommand();
  return text === undefined
    ? { status: 204, body: "" }
    : { status: 200, type: found.route.type, body: text };
}

/**
 * Programs on this machine and the panel may use the control, or anyone with the admin key; never a page of another origin. `address` is
 * the other end of the connection. Throws a UserError.
 */
export function checkCaller(
  address = "",
  headers: CallerHeaders,
  adminKey: string | undefined,
): void {
  if (adminKey === undefined && !isLoopback(address)) throw controlError("not-loopback");
  if (adminKey === undefined && !isOwnHost(headers.host)) throw controlError("foreign-host");
  if (isForeignPage(headers)) throw controlError("foreign-origin");
}

/** Throws a UserError if an admin key is set and the request does not have it. */
function checkAdminKey(authorization: string | undefined, adminKey: string | undefined): void {
  if (adminKey !== undefined && authorization !== `Bearer ${adminKey}`)
    throw controlError("admin-key");
}

/** The last request that a client of the event stream has received, or infinity: it wants none that was before. */
function lastEventId({ headers }: IncomingMessage, query: URLSearchParams): number {
  const text = headers["last-event-id"] ?? query.get("after");
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
}

function fileResponse(file: Pick<ControlResponse, "type" | "body">): ControlResponse {
  return {
    status: 200,
    ...file,
    headers: {
      "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-cache",
    },
  };
}

function send(response: ServerResponse, { status, type, body, headers }: ControlResponse): void {
  const bytes = Buffer.from(body as string);
  response.writeHead(status, {
    ...(type !== undefined && { "Content-Type": type, "X-Content-Type-Options": "nosniff" }),
    ...(status !== 204 && { "Content-Length": bytes.length }),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(bytes);
}
