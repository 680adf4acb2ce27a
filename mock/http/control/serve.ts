/**
 * Serves the control API, the panel, and descriptions for programs over node:http, below /__admin.
 * Loaded after the start.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type CallerHeaders,
  isForeignPage,
  isLoopback,
  isOwnHost,
  opensPage,
} from "../../../spec/interface/caller.ts";
import { actOn, type OpenWorlds } from "../../control/open-world.ts";
import { feedOf } from "../../control/world-feed.ts";
import { controlError } from "../../errors/control-errors.ts";
import type { Service } from "../../service/service.ts";
import { streamEvents } from "./event-stream.ts";
import { readServedFile } from "./files.ts";
import { type ControlResponse, notAllowed, problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { routesOf } from "./routes.ts";

const BASE = "/__admin";

export interface ServedControl {
  readonly service: Service;
  readonly worlds: OpenWorlds;
  readonly adminKey: string | undefined;
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
  { service, worlds, adminKey }: ServedControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | undefined> {
  const { url = "", socket, headers } = request;
  // node:http sends no body after HEAD.
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const [target = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const path = target.slice(BASE.length + 1);

  // Other sites may link to the panel, but nothing else: even a GET may open a world, which is an
  // effect.
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
    const world = worlds.open(query.get("world") ?? "");
    await actOn(world, () => {});
    if (!response.destroyed) streamEvents(feedOf(world), response, lastEventId(request, query));
    return undefined;
  }

  const { methods, answer } = routesOf(path);
  if (methods.length === 0) {
    const file = await readServedFile(path);
    if (file === undefined) throw controlError("not-found");
    return method === "GET" ? file : notAllowed(["GET"]);
  }
  if (path !== "health") checkAdminKey(headers.authorization, adminKey);
  if (!methods.includes(method)) return notAllowed(methods);
  if (body !== "" && !/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    throw controlError("content-type");

  const text = await answer(method, { service, worlds, query, body });
  if (text === undefined) return { status: 204, body: "" };
  const isFile = method === "GET" && path === "scenario";
  const type = isFile ? "application/yaml" : "application/json";
  return { status: 200, type, body: text };
}

/**
 * Allows programs on this machine, the panel, and anyone with the admin key, but never a page of
 * another origin. `address` is the other end of the connection. Throws a UserError.
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

/** Throws a UserError if an admin key is set and the request lacks it. */
function checkAdminKey(authorization: string | undefined, adminKey: string | undefined): void {
  if (adminKey !== undefined && authorization !== `Bearer ${adminKey}`)
    throw controlError("admin-key");
}

/**
 * Returns the number of the last request that the client of an event stream received, or infinity
 * if it wants no earlier requests.
 */
function lastEventId({ headers }: IncomingMessage, query: URLSearchParams): number {
  const text = headers["last-event-id"] ?? query.get("after");
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
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
