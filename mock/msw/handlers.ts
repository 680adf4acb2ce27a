/** The service as msw handlers, for browsers and Node, with msw 2 and 3. */
import { HttpResponse, http } from "msw";
import { checkedBaseUrl, DEFAULT_BASE_URL, IN_PROCESS_BASE_URL } from "../../spec/base-address.ts";
import { mockError } from "../errors/mock-errors.ts";
import { type Call, headerPairs, type Reply, readCall } from "../replies/call-and-reply.ts";
import { pause } from "../service/pause.ts";
import { respond } from "../service/respond.ts";
import { checkOptions, type ServiceOptions } from "../service/service.ts";
import { createWorld, type MockWorld, serviceOf } from "./mock-world.ts";

export { createWorld, type MockWorld } from "./mock-world.ts";

/** We recognize Node by its version, because jsdom gives it a `window` and a `document`, too. */
const { process } = globalThis as { process?: { versions?: { node?: string } } };
const OWN_BASE_URL = process?.versions?.node ? IN_PROCESS_BASE_URL : DEFAULT_BASE_URL;

export interface HandlersOptions extends ServiceOptions {
  /**
   * A world that a test can control. All other options, except `baseUrl`, must then go to its
   * createWorld. By default the handlers have their own world.
   */
  readonly world?: MockWorld | undefined;
  /**
   * The service's base address as the app calls it; in a browser also a path on the page's own
   * origin, such as `/v1`. Default: in a browser http://127.0.0.1:4010/v1, as for `orders-kit
   * mock`; in Node http://orders.invalid/v1, where no server listens, so that a request which msw
   * does not intercept fails.
   */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates handlers with their own world, or with the given one. They answer every method and path
 * below the base address and no others. Throws a UserError for an invalid base address or option.
 */
export function createHandlers(options: HandlersOptions = {}) {
  checkOptions(options, "createHandlers", "world baseUrl");
  const { baseUrl = OWN_BASE_URL, world: given, ...rest } = options;
  const world = given ?? createWorld(rest);
  const base = resolveBase(baseUrl);
  const service = serviceOf(world);
  // A regular expression, because the path patterns of msw 2 and 3 differ in case, colons and
  // invalid percent-encodings.
  const pattern = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?:[/?#].*)?$`);
  return [
    http.all(pattern, async ({ request }) =>
      responseOf(respond(await service(), await callOfRequest(request, base))),
    ),
  ];
}

/** Returns the absolute base address without a trailing slash. */
function resolveBase(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  const base = URL.canParse(baseUrl, page)
    ? checkedBaseUrl(new URL(baseUrl, page).href)
    : undefined;
  if (base === undefined) throw mockError("bad-base-url", { value: baseUrl });
  return base;
}

async function callOfRequest(request: Request, base: string): Promise<Call> {
  const target = request.url.slice(base.length).replace(/#.*$/s, "");
  const [path, ...rest] = target.split("?");
  const query = rest.length === 0 ? undefined : rest.join("?");
  const call = readCall(request.method, path, query, [...request.headers].flat());
  return { ...call, body: (await hasBody(request)) ? "some" : "none" };
}

/**
 * Some browsers expose no stream, msw 2 no Content-Length, and msw 3 in Node has an empty stream
 * for every DELETE.
 */
async function hasBody(request: Request): Promise<boolean> {
  const length = request.headers.get("content-length");
  if (length !== null) return length !== "0";
  if ((request.body ?? null) === null) return false;
  return (await request.clone().body?.getReader().read())?.done === false;
}

/**
 * Builds the response with its fault: a reset becomes a network error of fetch, a truncated body a
 * stream that errors.
 */
async function responseOf({ status, headers, body, fault }: Reply): Promise<Response> {
  const { delayMs = 0, fail } = fault ?? {};
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (fail === "hang") return new Promise(() => {});
  if (fail === "reset") return HttpResponse.error();
  const whole = body.length === 0 ? null : (body as Uint8Array<ArrayBuffer>);
  const content = whole !== null && fail === "truncate" ? firstHalf(whole) : whole;
  return new HttpResponse(content, { status, headers: headerPairs(headers) });
}

function firstHalf(body: Uint8Array): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(body.subarray(0, body.length >> 1)),
    async pull(controller) {
      // In a later task, because msw 3 in Node would otherwise drop what it has not sent yet.
      await pause();
      controller.error(new TypeError("terminated"));
    },
  });
}
