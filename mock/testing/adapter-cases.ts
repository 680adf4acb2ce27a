/**
 * What every adapter must answer, as data. The cases are run over node:http, the msw handlers, msw in Node and the service
 * worker. Each response must also be equal to the reply of `respond`, with all headers and bytes.
 */

import { scenarioNamed } from "../../scenarios/load.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import type { ServiceOptions } from "../service/service.ts";

/** How a case is sent: by node:http, to the handlers directly, by fetch in Node, or by fetch in a page. */
export type Transport = "http" | "handlers" | "fetch" | "page";

/** What comes back: a status, or how the response is lost. */
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
  /** The calls are sent at the same time, and may be answered in any order. */
  readonly concurrent?: true;
  readonly calls: readonly ExpectedCall[];
  /** Transports that cannot run the case, with the reason. */
  readonly except?: Readonly<Partial<Record<Transport, string>>>;
}

/** The options of a service for a case. */
export function serviceOptions({ scenario = "default", faults, ...rest }: CaseOptions = {}): ServiceOptions {
  return { ...rest, scenario: faults === undefined ? scenario : { ...scenarioNamed(scenario), faults } };
}

export const KEY = { authorization: "Bearer demo-key" };
const LIST = "GET /store/orders";
const ORDER = "/store/orders";
const NO_KEY = { headers: {} };
const NO_TRACE = "fetch refuses the method TRACE.";
const ORIGIN = { origin: "https://app.example" };

export const ADAPTER_CASES: readonly AdapterCase[] = [
  {
    name: "credentials",
    calls: [
      [LIST, 200],
      [LIST, 401, NO_KEY],
      [LIST, 401, { headers: { authorization: "Bearer another-key" } }],
      [LIST, 401, { headers: { authorization: "Basic eDp5" } }],
      [LIST, 401, { headers: { authorization: "Bearer demo-key, Bearer demo-key" } }],
      [LIST, 200, { headers: { authorization: "bearer demo-key" } }],
      [`DELETE ${ORDER}/2`, 401, NO_KEY],
      [`DELETE ${ORDER}/2`, 204],
    ],
  },
  {
    name: "every result of a cancel",
    calls: [
      [`DELETE ${ORDER}/2`, 204],
      [`DELETE ${ORDER}/2`, 404],
      [`DELETE ${ORDER}/3`, 409],
      [`DELETE ${ORDER}/777777`, 404],
      [`DELETE ${ORDER}/abc`, 404],
      [`DELETE ${ORDER}/1.5`, 404],
      [`DELETE ${ORDER}/%34`, 204],
      [`DELETE ${ORDER}/%E0%A4%A`, 404],
      [LIST, 200],
    ],
  },
  {
    name: "ids above 2^53",
    calls: [
      [LIST, 200],
      [`DELETE ${ORDER}/9007199254740992`, 409],
      [`DELETE ${ORDER}/9007199254740993`, 204],
      [`DELETE ${ORDER}/9007199254740994`, 404],
      [`DELETE ${ORDER}/9223372036854775806`, 204],
      [`DELETE ${ORDER}/9223372036854775807`, 409],
      [`DELETE ${ORDER}/9223372036854775808`, 404],
      [LIST, 200],
    ],
  },
  {
    name: "other paths, methods and queries",
    calls: [
      ["GET ", 404],
      ["GET /", 404],
      ["GET /nowhere", 404],
      ["GET /x%zz", 404],
      ["GET /Store/orders", 404],
      [`GET ${ORDER}/`, 404],
      [`DELETE ${ORDER}/2/`, 404],
      [`GET ${ORDER}?limit=1`, 200],
      [`GET ${ORDER}?a=/b?c`, 200],
      [`HEAD ${ORDER}`, 200],
      ["HEAD /nowhere", 404],
      [`OPTIONS ${ORDER}`, 204],
      [`POST ${ORDER}`, 405],
      [`PUT ${ORDER}/2`, 405],
      ["GET /pets/17", 200],
      ["GET /pets/x", 404],
    ],
  },
  {
    name: "a method of HTTP that fetch refuses",
    calls: [[`TRACE ${ORDER}`, 405]],
    except: { handlers: NO_TRACE, fetch: NO_TRACE, page: NO_TRACE },
  },
  {
    name: "requests of a page of another origin",
    calls: [
      [LIST, 200, { headers: { ...KEY, ...ORIGIN } }],
      [LIST, 401, { headers: ORIGIN }],
      [
        `OPTIONS ${ORDER}/2`,
        204,
        {
          headers: {
            ...ORIGIN,
            "access-control-request-method": "DELETE",
            "access-control-request-headers": "authorization",
          },
        },
      ],
    ],
    except: { page: "The browser sets Origin and Access-Control-Request-* itself, and not for a service worker." },
  },
  {
    name: "a request body is ignored",
    calls: [
      [`DELETE ${ORDER}/2`, 204, { body: "{}" }],
      [`DELETE ${ORDER}/3`, 409, { body: "{}" }],
    ],
  },
  {
    name: "a request body is refused",
    options: { answers: { "request-body": "refused" } },
    calls: [
      [`DELETE ${ORDER}/2`, 400, { body: "{}" }],
      [`DELETE ${ORDER}/2`, 204],
    ],
  },
  {
    name: "scenario, keys and answers to silences",
    options: { scenario: "all-shipped", apiKeys: ["k1", "k2"], answers: { "conflict-body": "error" } },
    calls: [
      [LIST, 401],
      [LIST, 200, { headers: { authorization: "Bearer k2" } }],
      [`DELETE ${ORDER}/2`, 409, { headers: { authorization: "Bearer k1" } }],
    ],
  },
  {
    name: "worlds",
    calls: [
      [`DELETE ${ORDER}/2`, 204, { headers: { authorization: "Bearer demo-key.w1" } }],
      [LIST, 200],
      [LIST, 200, { headers: { authorization: "Bearer demo-key.w1" } }],
      [`DELETE ${ORDER}/2`, 204],
    ],
  },
  { name: "an empty list", options: { scenario: "empty" }, calls: [[LIST, 200]] },
  {
    name: "a list in many pieces",
    options: { orders: 20_000 },
    calls: [
      [`DELETE ${ORDER}/2`, 204],
      [`DELETE ${ORDER}/9223372036854775806`, 204],
      [`DELETE ${ORDER}/9007199254740993`, 204],
      [LIST, 200],
      [`HEAD ${ORDER}`, 200],
    ],
  },
  {
    name: "of concurrent cancels exactly one succeeds",
    concurrent: true,
    calls: [[`DELETE ${ORDER}/2`, 204], ...Array.from({ length: 11 }, () => [`DELETE ${ORDER}/2`, 404] as const)],
  },
  {
    name: "a fault with a status",
    options: { faults: [{ times: 2, status: 503, retryAfter: 2 }] },
    calls: [
      [LIST, 503],
      [`DELETE ${ORDER}/2`, 503],
      [`DELETE ${ORDER}/2`, 204],
    ],
  },
  {
    name: "a delay",
    options: { faults: [{ delay: 120 }] },
    calls: [
      [LIST, 200],
      [`DELETE ${ORDER}/2`, 204],
    ],
  },
  {
    name: "a connection reset",
    options: { faults: [{ times: 2, fail: "reset" }] },
    calls: [
      [LIST, "reset"],
      [`DELETE ${ORDER}/2`, "reset"],
      [`DELETE ${ORDER}/2`, 404],
      [LIST, 200],
    ],
  },
  {
    name: "a truncated body",
    options: { faults: [{ times: 3, fail: "truncate" }] },
    calls: [
      [LIST, "truncated"],
      [`DELETE ${ORDER}/2`, 204],
      [`DELETE ${ORDER}/2`, "truncated"],
      [LIST, 200],
    ],
  },
  {
    name: "invalid JSON",
    options: { faults: [{ times: 3, fail: "invalid-json" }] },
    calls: [
      [LIST, 200],
      [`DELETE ${ORDER}/2`, 204],
      [`DELETE ${ORDER}/2`, 404],
      [LIST, 200],
    ],
  },
  {
    name: "no response",
    options: { faults: [{ times: 1, fail: "hang" }] },
    calls: [
      [`DELETE ${ORDER}/2`, "no response"],
      [`DELETE ${ORDER}/2`, 404],
      [LIST, 200],
    ],
  },
  {
    name: "a key that expires",
    options: { scenario: "key-expires" },
    calls: [...Array.from({ length: 10 }, () => [LIST, 200] as const), [LIST, 401]],
  },
];
