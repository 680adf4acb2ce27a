/**
 * Cases that every adapter must answer, as data. They run over node:http, msw in Node and the
 * service worker. Each response must also equal the reply of `respond`, with all headers and bytes.
 */

import { scenarioNamed } from "../../scenarios/load.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import type { ServiceOptions } from "../service/service.ts";

/** How a case is sent: by node:http, by fetch in Node, or by fetch in a page. */
export type Transport = "http" | "fetch" | "page";

/** The result of a call: a status, or how the response is lost. */
export type Outcome = number | "reset" | "truncated" | "no response";

interface CallOptions {
  /** A valid key by default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type ExpectedCall = readonly [line: string, outcome: Outcome, options?: CallOptions];

export interface CaseOptions extends Pick<ServiceOptions, "orders" | "apiKeys" | "answers"> {
  readonly scenario?: string;
  readonly faults?: readonly Fault[];
}

export interface AdapterCase {
  readonly name: string;
  readonly options?: CaseOptions;
  readonly calls: readonly ExpectedCall[];
  /** Transports that cannot run the case, with the reason. */
  readonly except?: Readonly<Partial<Record<Transport, string>>>;
}

/** The service's options for a case. */
export function serviceOptions({
  scenario = "default",
  faults,
  ...rest
}: CaseOptions = {}): ServiceOptions {
  return {
    ...rest,
    scenario: faults === undefined ? scenario : { ...scenarioNamed(scenario), faults },
  };
}

export const KEY = { authorization: "Bearer demo-key" };
const LIST = "GET /store/orders";
const NO_KEY = { headers: {} };
const NO_TRACE = "fetch refuses the method TRACE.";
const ORIGIN = { origin: "https://app.example" };
const PREFLIGHT = {
  ...ORIGIN,
  "access-control-request-method": "DELETE",
  "access-control-request-headers": "authorization",
};

const as = (authorization: string) => ({ headers: { authorization } });

/**
 * Parses calls written as text: a method, what follows /store/orders (`-` for nothing), and the
 * status.
 */
function calls(text: string): ExpectedCall[] {
  return text.split(/,\s+/).map((call) => {
    const [method, target, outcome] = call.split(" ");
    return [`${method} /store/orders${target === "-" ? "" : target}`, Number(outcome)];
  });
}

export const ADAPTER_CASES: readonly AdapterCase[] = [
  {
    name: "credentials and worlds",
    calls: [
      [LIST, 200],
      [LIST, 401, NO_KEY],
      [LIST, 401, as("Bearer another-key")],
      [LIST, 401, as("Basic eDp5")],
      [LIST, 401, as("Bearer demo-key, Bearer demo-key")],
      [LIST, 200, as("bearer demo-key")],
      ["DELETE /store/orders/2", 401, NO_KEY],
      ["DELETE /store/orders/2", 204, as("Bearer demo-key.w1")],
      [LIST, 200, as("Bearer demo-key.w1")],
      ["DELETE /store/orders/2", 204],
    ],
  },
  {
    name: "every result of a cancel, with ids of any size",
    calls: calls(`DELETE /2 204, DELETE /2 404, DELETE /3 409, DELETE /777777 404, DELETE /abc 404,
      DELETE /1.5 404, DELETE /%34 204, DELETE /%E0%A4%A 404, GET - 200,
      DELETE /9007199254740992 409, DELETE /9007199254740993 204, DELETE /9007199254740994 404,
      DELETE /9223372036854775806 204, DELETE /9223372036854775807 409,
      DELETE /9223372036854775808 404, GET - 200`),
  },
  {
    name: "other paths, methods and queries",
    calls: [
      ["GET ", 404],
      ["GET /", 404],
      ["GET /nowhere", 404],
      ["GET /x%zz", 404],
      ["GET /Store/orders", 404],
      ["HEAD /nowhere", 404],
      ["GET /pets/17", 200],
      ["GET /pets/17", 401, NO_KEY],
      ["GET /pets/x", 404],
      ...calls(`GET / 404, DELETE /2/ 404, GET ?limit=1 200, GET ?a=/b?c 200, HEAD - 200, OPTIONS - 204, POST - 405,
        PUT /2 405`),
    ],
  },
  {
    name: "a method of HTTP that fetch refuses",
    calls: calls("TRACE - 405"),
    except: { fetch: NO_TRACE, page: NO_TRACE },
  },
  {
    name: "requests of a page of another origin",
    calls: [
      [LIST, 200, { headers: { ...KEY, ...ORIGIN } }],
      [LIST, 401, { headers: ORIGIN }],
      ["OPTIONS /store/orders/2", 204, { headers: PREFLIGHT }],
    ],
    except: {
      page: "The browser sets Origin and Access-Control-Request-* itself, and not for a service worker.",
    },
  },
  {
    name: "a request body is ignored",
    calls: [
      ["DELETE /store/orders/2", 204, { body: "{}" }],
      ["DELETE /store/orders/3", 409, { body: "{}" }],
    ],
  },
  {
    name: "a request body is refused",
    options: { answers: { "request-body": "refused" } },
    calls: [["DELETE /store/orders/2", 400, { body: "{}" }], ...calls("DELETE /2 204")],
  },
  {
    name: "scenario and keys",
    options: { scenario: "all-shipped", apiKeys: ["k1", "k2"] },
    calls: [
      [LIST, 401],
      ["DELETE /store/orders/2", 409, as("Bearer k2")],
    ],
  },
  { name: "an empty list", options: { scenario: "empty" }, calls: [[LIST, 200]] },
  {
    name: "a list in many pieces",
    options: { orders: 20_000 },
    calls: calls(
      `DELETE /2 204, DELETE /9223372036854775806 204, DELETE /9007199254740993 204, GET - 200, HEAD - 200`,
    ),
  },
  {
    name: "a fault with a status",
    options: { faults: [{ times: 2, status: 503, retryAfter: 2 }] },
    calls: calls("GET - 503, DELETE /2 503, DELETE /2 204"),
  },
  {
    name: "a delay",
    options: { faults: [{ delay: 120 }] },
    calls: calls("GET - 200, DELETE /2 204"),
  },
  {
    name: "a connection reset",
    options: { faults: [{ times: 2, fail: "reset" }] },
    calls: [
      [LIST, "reset"],
      ["DELETE /store/orders/2", "reset"],
      ...calls("DELETE /2 404, GET - 200"),
    ],
  },
  {
    name: "a truncated body",
    options: { faults: [{ times: 3, fail: "truncate" }] },
    calls: [
      [LIST, "truncated"],
      ["DELETE /store/orders/2", 204],
      ["DELETE /store/orders/2", "truncated"],
      [LIST, 200],
    ],
  },
  {
    name: "invalid JSON",
    options: { faults: [{ times: 3, fail: "invalid-json" }] },
    calls: calls("GET - 200, DELETE /2 204, DELETE /2 404, GET - 200"),
  },
  {
    name: "no response",
    options: { faults: [{ times: 1, fail: "hang" }] },
    calls: [["DELETE /store/orders/2", "no response"], ...calls("DELETE /2 404, GET - 200")],
  },
];
