/**
 * Controls a world of a mock that runs elsewhere: each method is an HTTP call to its control API,
 * which openapi.yaml describes.
 */
import { MAX_ORDERS } from "../../scenarios/limits.ts";
import { exactCopy } from "../../scenarios/source/object-source.ts";
import { shown, UserError } from "../../spec/errors/user-error.ts";
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import type { Json } from "../../spec/json/json.ts";
import { mockError } from "../errors/mock-errors.ts";
import type { AnnotatedRequest } from "./request-notes.ts";
import { idAndFields, idOf, idsIn, soundnessCheck, wholeOf } from "./shared-methods.ts";
import type { KnownScenario, WorldControl } from "./world-control.ts";

/** Sends a request to a path below /__admin/. */
export type SendControl = (target: string, init: RequestInit) => Promise<Response>;

/** Everything in a request except the name of the world. */
interface SentRequest {
  /** Replaces `{id}` in the path. */
  readonly id?: bigint | number;
  readonly query?: object;
  readonly body?: string | undefined;
}

/**
 * Throws the same errors as the mock. The caller reads scenario files, because the mock may be on
 * another machine.
 */
export function remoteWorld(name: string, send: SendControl): WorldControl {
  /** `line` is the method and the path. */
  const text = async (
    line: string,
    { id, query = {}, body }: SentRequest = {},
  ): Promise<string> => {
    const [method = "", path = ""] = line.split(" ");
    const place = path.replace("{id}", encodeURIComponent(String(id)));
    const fields = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams([
      ...fields.map(([key, value]) => [key, String(value)]),
      ["world", name],
    ]);
    const response = await send(`${place}?${search}`, {
      method,
      ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
    });
    return (await accepted(response)).text();
  };
  const read = async <T>(line: string, sent?: SentRequest): Promise<T> =>
    parseJson(await text(line, sent), { ids: "string" });
  const change = async (line: string, sent?: SentRequest): Promise<void> =>
    void (await text(line, sent));

  const world: WorldControl = {
    reset: async (options) => change("POST reset", { body: json(options, "reset") }),
    scenarios: async () => {
      const { scenarios } = await read<{ scenarios: KnownScenario[] }>("GET scenarios");
      return scenarios;
    },
    list: () => read("GET orders"),
    state: ({ state, find, offset, limit = MAX_ORDERS } = {}) =>
      read("GET state", { query: { state, find, offset, limit } }),
    order: async (id) => read("GET orders/{id}", { id: idOf(id) }),
    ids: (state) => idsIn(world.state({ state })),
    ship: async (id, when) =>
      change("POST orders/{id}/ship", { id: idOf(id), body: json(when, "when") }),
    cancel: async (id) => change("POST orders/{id}/cancel", { id: idOf(id) }),
    add: async (order, options) => {
      const { id, fields } = idAndFields(order);
      const query = { new: options?.new === true };
      await change("PUT orders/{id}", { id, query, body: json(fields, "order") });
    },
    remove: async (id) => change("DELETE orders/{id}", { id: idOf(id) }),
    fault: async (...given) => {
      if (given.length === 0) return change("DELETE faults");
      const whole = wholeOf(given.length === 1 ? given[0] : given);
      return change("POST faults", { body: json(whole, "faults") });
    },
    faults: async (given) => change("PUT faults", { body: json(wholeOf(given), "faults") }),
    removeFault: (place) => change("DELETE faults/{id}", { id: place }),
    advance: async (time) => change("POST clock", { body: json(time, "time") }),
    toScenario: ({ name, description } = {}) =>
      text("GET scenario", { query: { name, description } }),
    update: (part) => change("PATCH scenario", { body: json(part, "scenario") }),
    save: () => text("POST marks"),
    restore: async (mark, { keepLog } = {}) =>
      change("PUT marks", { query: { keepLog }, body: shown(mark) }),
    requests: async (after = 0) => {
      const query = { after };
      const { requests } = await read<{ requests: AnnotatedRequest[] }>("GET requests", { query });
      return requests;
    },
    exchange: (n) => read("GET requests/{id}", { id: n }),
    expectSound: soundnessCheck(() => world.requests()),
  };
  return world;
}

/**
 * Returns undefined if the value was left out. Errors call the value `name`. Throws a UserError for
 * a number that has lost digits.
 */
function json(given: unknown, name: string): string | undefined {
  const copy = exactCopy(given, [], name);
  return copy === undefined ? undefined : stringifyJson(copy as Json);
}

/**
 * Returns the response if it is ok. Otherwise throws the mock's error, or a UserError if the
 * response is not from a control API.
 */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { url, status, headers } = response;
  if (headers.get("content-type")?.startsWith("application/problem+json") !== true)
    throw mockError("mock-unreachable", { url, why: `status ${status}` });
  const { code, detail } = parseJson<{ code: string; detail: string }>(await response.text());
  throw new UserError({ code, message: detail });
}
