/** Adapter: the control and the panel over node:http, below /__admin. Loaded when it is first asked for. */
import { readFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { stringifyJson } from "../../spec/json.ts";
import { PROBLEMS, UserError } from "../../spec/problems.ts";
import { panelFile } from "../panel/files.ts";
import type { Service } from "../service.ts";
import type { Session } from "../session.ts";
import { streamEvents } from "./events.ts";
import { guardKey, guardPlace, type Sender } from "./guard.ts";
import { Problem } from "./problem.ts";
import { ROUTES, type Route } from "./routes.ts";

/** Where the control is served on the mock's host. */
const BASE = "/__admin";
/** Bytes of a body: faults and resets are small. */
const MOST_BODY = 1 << 18;
/** Bytes of a longer one that are read and ignored before the connection is cut. */
const MOST_READ = 1 << 22;
/** Files for programs, beside the panel's: by the path below the base, where they stand below the package's root. */
const DOCUMENTS: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  "openapi.yaml": { file: "mock/control/openapi.yaml", type: "application/yaml" },
  "scenario.schema.json": { file: "scenarios/schema.json", type: "application/schema+json" },
};

/** Our own fault, and so in no table of what users can put right. */
const UNEXPECTED = { code: "unexpected", message: "The control has failed. The mock itself goes on." };

interface Content {
  readonly status: number;
  readonly type?: string;
  readonly body: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** Answers a request whose target begins with the base. Never rejects. */
export async function serveControl(
  service: Service,
  adminKey: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await answerTo(service, adminKey, request, response);
    if (answer !== undefined) send(request, response, answer);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else send(request, response, problemContent(error));
  }
}

async function answerTo(
  service: Service,
  adminKey: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Content | undefined> {
  const { method = "GET", url = "" } = request;
  const [target = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const sender = senderOf(request);
  // Whoever follows a link to the panel comes from another site, and reads nothing by it.
  const visit = method === "GET" && request.headers["sec-fetch-mode"] === "navigate";
  guardPlace(visit ? { ...sender, site: undefined } : sender, adminKey);
  if (target === BASE) return { status: 308, body: "", headers: ["Location", `${BASE}/`] };
  if (!target.startsWith(`${BASE}/`)) throw notFound();
  const path = target.slice(BASE.length + 1);
  const body = await readBody(request);
  const known = ROUTES.map((route) => ({ route, parameter: match(route, path) })).filter(
    ({ parameter }) => parameter !== undefined,
  );
  const readable = method === "HEAD" ? "GET" : method;
  if (path === "events" && readable === "GET") {
    guardKey(sender, adminKey);
    if (method === "HEAD") return { status: 200, type: "text/event-stream", body: "" };
    streamEvents(service, sessionOf(service, query), response, lastSeen(request, query));
    return undefined;
  }
  if (known.length === 0) return fileContent(path, readable);
  if (path !== "health") guardKey(sender, adminKey);
  const found = known.find(({ route }) => route.method === readable);
  if (found === undefined) throw notAllowed(known.map(({ route }) => route.method));
  if (body !== "" && !/^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new Problem(415, PROBLEMS.contentType());
  const call = {
    service,
    /** Opened when it is first asked for: some calls concern no world. */
    get session() {
      return sessionOf(service, query);
    },
    query,
    parameter: found.parameter ?? "",
    body,
  };
  const text = await found.route.run(call);
  return text === undefined ? { status: 204, body: "" } : { status: 200, type: "application/json", body: text };
}

function senderOf({ socket, headers }: IncomingMessage): Sender {
  const site = headers["sec-fetch-site"];
  return {
    address: socket.remoteAddress,
    host: headers.host,
    origin: headers.origin,
    site: typeof site === "string" ? site : undefined,
    authorization: headers.authorization,
  };
}

function sessionOf(service: Service, query: URLSearchParams): Session {
  const session = service.worlds.open(query.get("world") ?? "");
  if (session !== undefined) return session;
  throw new Problem(400, PROBLEMS.badWorld(service.worlds.most === 0 ? "none" : "some"));
}

/** The call that a client of the events had last. */
function lastSeen({ headers }: IncomingMessage, query: URLSearchParams): number | undefined {
  const text = headers["last-event-id"] ?? query.get("after");
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The parameter of a path that the route serves, empty where it has none; undefined when it serves another. */
function match({ path }: Route, target: string): string | undefined {
  const [before = "", after] = path.split("{id}");
  if (after === undefined) return target === path ? "" : undefined;
  if (!target.startsWith(before) || !target.endsWith(after)) return undefined;
  const parameter = target.slice(before.length, target.length - after.length);
  return parameter === "" || parameter.includes("/") ? undefined : parameter;
}

/** All of the body, read to its end even when it is too long: an answer that comes earlier could get lost. */
function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const tooLong = new Problem(413, PROBLEMS.tooLarge(MOST_BODY));
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MOST_BODY) chunks.push(chunk);
      else if (length > MOST_READ) request.destroy();
    });
    request.on("end", () => (length > MOST_BODY ? reject(tooLong) : resolve(Buffer.concat(chunks).toString("utf8"))));
    request.on("error", () => reject(tooLong));
    request.on("close", () => reject(tooLong));
  });
}

async function fileContent(path: string, method: string): Promise<Content> {
  const document = Object.hasOwn(DOCUMENTS, path) ? DOCUMENTS[path] : undefined;
  const found = document === undefined ? await panelFile(path) : await readDocument(document);
  if (found === undefined) throw notFound();
  if (method !== "GET") throw notAllowed(["GET"]);
  const headers = [
    "Content-Security-Policy",
    "default-src 'self'; frame-ancestors 'none'",
    "Cache-Control",
    "no-cache",
  ];
  return { status: 200, type: found.type, body: found.bytes, headers };
}

async function readDocument({ file, type }: { readonly file: string; readonly type: string }) {
  const root = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
  return { type, bytes: await readFile(join(root, file)) };
}

function notFound(): Problem {
  return new Problem(404, PROBLEMS.notFound());
}

function notAllowed(methods: readonly string[]): Problem {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  return new Problem(405, PROBLEMS.wrongMethod(allow), ["Allow", allow]);
}

function problemContent(error: unknown): Content {
  if (error instanceof UserError) return problemContent(new Problem(400, error));
  if (!(error instanceof Problem)) return problemContent(new Problem(500, UNEXPECTED));
  const { status, code, message, headers } = error;
  const body = stringifyJson({ type: "about:blank", title: STATUS_CODES[status] ?? "", status, code, detail: message });
  return { status, type: "application/problem+json", body, headers };
}

function send(request: IncomingMessage, response: ServerResponse, { status, type, body, headers = [] }: Content): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  response.writeHead(status, [
    ...(type === undefined ? [] : ["Content-Type", type, "X-Content-Type-Options", "nosniff"]),
    ...(status === 204 ? [] : ["Content-Length", String(bytes.length)]),
    ...(headers.includes("Cache-Control") ? [] : ["Cache-Control", "no-store"]),
    ...headers,
  ]);
  response.end(request.method === "HEAD" ? undefined : bytes);
}
