/** Adapter: the service as msw handlers, for browsers and Node, with msw 2 and 3 alike. What to answer is respond's part. */
import { HttpResponse, http } from "msw";
import { PROBLEMS } from "../spec/problems.ts";
import { createWorld, type MockWorld, serviceOf } from "./control/handle.ts";
import type { Trouble } from "./faults.ts";
import type { Reply } from "./replies.ts";
import { type Call, respond } from "./respond.ts";
import { concat } from "./seed.ts";
import type { ServiceOptions } from "./service.ts";

export { createWorld, type MockWorld } from "./control/handle.ts";

export interface HandlersOptions extends ServiceOptions {
  /**
   * The world behind them, which a test can then drive; all other options but `baseUrl` are then those of createWorld.
   * Without it the handlers have a world of their own.
   */
  readonly world?: MockWorld | undefined;
  /**
   * The address below which the handlers answer, as the app calls it; in a browser also a path on the page's own origin,
   * such as `/v1`. By default http://127.0.0.1:4010/v1, where `orders-kit mock` serves.
   */
  readonly baseUrl?: string | undefined;
}

const DEFAULT_BASE_URL = "http://127.0.0.1:4010/v1";

/**
 * Handlers with a world of their own, or the given one. They answer every method and every path below the base address, and nothing outside of it.
 * Throws a UserError for a base address that is none, and for options that no service can be made of.
 */
export function createHandlers(options: HandlersOptions = {}) {
  const { baseUrl = DEFAULT_BASE_URL, world = createWorld(options) } = options;
  const base = resolveBase(baseUrl);
  const service = serviceOf(world);
  // A pattern without groups: the path engines of msw 2 and 3 differ in letter case, colons and bad escapes, this does not.
  const below = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?:[/?#].*)?$`);
  return [
    http.all(below, async ({ request }) => {
      const reply = respond(await service(), callOf(request, base));
      return reply.trouble === undefined ? responseOf(reply) : await troubled(reply, reply.trouble);
    }),
  ];
}

/** The base address as it begins the URL of a request: absolute, without a slash at the end. */
function resolveBase(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  try {
    return new URL(baseUrl, page).href.replace(/\/+$/, "");
  } catch {
    throw PROBLEMS.badBaseUrl(baseUrl);
  }
}

function callOf(request: Request, base: string): Call {
  const { headers } = request;
  const asked = headers.get("access-control-request-method");
  const target = request.url.slice(base.length).replace(/#.*$/s, "");
  const mark = target.indexOf("?");
  return {
    method: request.method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? undefined : target.slice(mark + 1),
    authorization: headers.get("authorization") ?? undefined,
    origin: headers.get("origin") ?? undefined,
    preflight:
      asked === null
        ? undefined
        : {
            method: asked,
            headers: headers.get("access-control-request-headers") ?? "",
            privateNetwork: headers.get("access-control-request-private-network") === "true",
          },
    // Not every browser shows the body as a stream; those announce its length.
    body: (request.body ?? null) !== null || (headers.get("content-length") ?? "0") !== "0" ? "some" : "none",
  };
}

function responseOf({ status, headers, body }: Reply): Response {
  const fields: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) fields.push([headers[at]!, headers[at + 1]!]);
  const content = body.length === 1 ? body[0]! : concat(body);
  return new HttpResponse(body.length === 0 ? null : (content as Uint8Array<ArrayBuffer>), { status, headers: fields });
}

/** The response as far as the trouble lets it arrive: fetch knows a network error, and a body that breaks off. */
async function troubled(reply: Reply, { delayMs, fail }: Trouble): Promise<Response> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (fail === "hang") return new Promise(() => {});
  if (fail === "reset") return HttpResponse.error();
  const response = responseOf(reply);
  if (fail !== "truncate" || reply.body.length === 0) return response;
  const content = concat(reply.body);
  const halves = [content.subarray(0, content.length >> 1)];
  const body = new ReadableStream({
    pull(controller) {
      const half = halves.pop();
      if (half === undefined) controller.error(new TypeError("terminated"));
      else controller.enqueue(half);
    },
  });
  return new HttpResponse(body, { status: response.status, headers: response.headers });
}
