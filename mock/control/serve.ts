/** Serves the control API, the panel, and descriptions for programs over node:http, below /__admin. Loaded after the start. */
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UserError } from "../../spec/errors/user-error.ts";
import {
  type CallerHeaders,
  isForeignPage,
  isLoopback,
  isOwnHost,
  opensPage,
} from "../../spec/interface/caller.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import {
  adminKeyError,
  contentTypeError,
  foreignHostError,
  foreignOriginError,
  methodError,
  notFoundError,
  notLoopbackError,
} from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import { streamEvents } from "./event-stream.ts";
import { Problem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { directAccess, routesOf, type WorldAccess, worldOf } from "./routes.ts";

const BASE = "/__admin";
/** A bug of ours, so it is not in the table of user errors. */
const UNEXPECTED = {
  code: "unexpected",
  message: "The control has failed. The mock itself goes on.",
};

interface ControlResponse {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** Answers a request whose target starts with the base. Never rejects. */
export async function serveControl(
  service: Service,
  access: WorldAccess = directAccess(service),
  adminKey: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const result = await dispatch(service, access, adminKey, request, response);
    if (result !== undefined) send(request, response, result);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else send(request, response, problemResponse(error));
  }
}

async function dispatch(
  service: Service,
  access: WorldAccess,
  adminKey: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | undefined> {
  const { method = "GET", url = "" } = request;
  const [target = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const { socket, headers } = request;
  // A link to the panel may be on another site. Nothing else may: opening a world is an effect, even of a GET.
  const isPanel = target === BASE || target === `${BASE}/` || target === `${BASE}/index.html`;
  const followsLink = method === "GET" && isPanel && opensPage(headers);
  checkCaller(
    socket.remoteAddress,
    followsLink ? { ...headers, "sec-fetch-site": undefined } : headers,
    adminKey,
  );
  if (target === BASE) return { status: 308, body: "", headers: ["Location", `${BASE}/`] };
  if (!target.startsWith(`${BASE}/`)) throw notFound();
  const path = target.slice(BASE.length + 1);
  const body = await readBody(request);
  const matching = routesOf(path);
  const effectiveMethod = method === "HEAD" ? "GET" : method;
  if (path === "events" && effectiveMethod === "GET") {
    checkAdminKey(headers.authorization, adminKey);
    if (method === "HEAD") return { status: 200, type: "text/event-stream", body: "" };
    await streamEvents(
      service,
      access,
      worldOf(service, query),
      response,
      lastEventId(request, query),
    );
    return undefined;
  }
  if (matching.length === 0) return fileResponse(path, effectiveMethod);
  if (path !== "health") checkAdminKey(headers.authorization, adminKey);
  const found = matching.find(({ route }) => route.method === effectiveMethod);
  if (found === undefined) throw notAllowed(matching.map(({ route }) => route.method));
  if (body !== "" && !/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new Problem(415, contentTypeError());
  const call = {
    service,
    /** A getter, since not every route needs a world, and reading it may create one. */
    get world() {
      return worldOf(service, query);
    },
    query,
    parameter: found.parameter,
    body,
  };
  const text = await access.run(found.route, call);
  return text === undefined
    ? { status: 204, body: "" }
    : { status: 200, type: "application/json", body: text };
}

/**
 * Programs on this machine and the panel may use the control, or anyone with the admin key; never a page of another origin. `address` is
 * the other end of the connection. Throws a {@link Problem}.
 */
export function checkCaller(
  address = "",
  headers: CallerHeaders,
  adminKey: string | undefined,
): void {
  if (adminKey === undefined && !isLoopback(address)) throw new Problem(403, notLoopbackError());
  if (adminKey === undefined && !isOwnHost(headers.host))
    throw new Problem(403, foreignHostError());
  if (isForeignPage(headers)) throw new Problem(403, foreignOriginError());
}

/** Throws a {@link Problem} if an admin key is set and the request does not have it. */
function checkAdminKey(authorization: string | undefined, adminKey: string | undefined): void {
  if (adminKey === undefined || authorization === `Bearer ${adminKey}`) return;
  throw new Problem(401, adminKeyError(), [
    "WWW-Authenticate",
    'Bearer realm="orders-kit control"',
  ]);
}

/** The last request that a client of the event stream has received. */
function lastEventId({ headers }: IncomingMessage, query: URLSearchParams): number | undefined {
  const text = headers["last-event-id"] ?? query.get("after");
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function fileResponse(path: string, method: string): Promise<ControlResponse> {
  const file = fileOf(path) ?? "";
  const bytes = file === "" ? undefined : await readFile(join(root, file)).catch(() => undefined);
  if (bytes === undefined) throw notFound();
  if (method !== "GET") throw notAllowed(["GET"]);
  const policy = ["Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"];
  const type = TYPES[file.replace(/^.*\./, "")];
  return { status: 200, type, body: bytes, headers: [...policy, "Cache-Control", "no-cache"] };
}

/** Media types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8",
  yaml: "application/yaml",
  json: "application/schema+json",
};
/** By the path below /__admin/, the file below the root of the package. */
const FILES: Readonly<Record<string, string>> = {
  "": "mock/panel/index.html",
  "index.html": "mock/panel/index.html",
  "openapi.yaml": "mock/control/openapi.yaml",
  "scenario.schema.json": "scenarios/schema.json",
};
const ASSET = /^mock\/panel\/(?:[a-z]+\.css|icon\.svg)$/;
/** A compiled script of the package: the panel loads its own ones by their paths. */
const SCRIPT = /^(?:[a-z-]+\/)+[a-z0-9-]+\.js$/;

const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));

function fileOf(path: string): string | undefined {
  if (Object.hasOwn(FILES, path)) return FILES[path];
  if (ASSET.test(path)) return path;
  return SCRIPT.test(path) ? `dist/${path}` : undefined;
}

function notFound(): Problem {
  return new Problem(404, notFoundError());
}

function notAllowed(methods: readonly string[]): Problem {
  const allow = methods
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  return new Problem(405, methodError({ allow }), ["Allow", allow]);
}

function problemResponse(error: unknown): ControlResponse {
  if (error instanceof UserError) return problemResponse(new Problem(400, error));
  if (!(error instanceof Problem)) return problemResponse(new Problem(500, UNEXPECTED));
  const { status, code, message, headers } = error;
  const body = stringifyJson({
    type: "about:blank",
    title: STATUS_CODES[status] ?? "",
    status,
    code,
    detail: message,
  });
  return { status, type: "application/problem+json", body, headers };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers = [] }: ControlResponse,
): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  response.writeHead(status, [
    ...(type === undefined ? [] : ["Content-Type", type, "X-Content-Type-Options", "nosniff"]),
    ...(status === 204 ? [] : ["Content-Length", String(bytes.length)]),
    ...(headers.includes("Cache-Control") ? [] : ["Cache-Control", "no-store"]),
    ...headers,
  ]);
  response.end(request.method === "HEAD" ? undefined : bytes);
}
