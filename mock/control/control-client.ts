/** A client of the mock's control for one world at a time. Runs in browsers too. */
import type { CurrentState } from "../../scenarios/limits.ts";
import type { Fault, ShipRule } from "../../scenarios/scenario.ts";
import { exactCopy } from "../../scenarios/source/object-source.ts";
import {
  type Order,
  parseJson,
  stringifyJson,
  type WithStringIds,
} from "../../spec/interface/json.ts";
import type { AnnotatedRequest, ExchangeDetails } from "./request-notes.ts";
import type { OrdersState } from "./world-control.ts";

/**
 * Sends one call to the control: over HTTP, or to the mock in the same page. Resolves with JSON text, empty if there is none.
 * Rejects with the control's own message when it refuses.
 */
export type ControlTransport = (
  method: string,
  path: string,
  query: URLSearchParams,
  body?: string | undefined,
) => Promise<string>;

export type OrderEntry = OrdersState["orders"][number];

export interface StatePage extends OrdersState {
  readonly world: string;
  /** The number of orders that match the query. */
  readonly listed: number;
  /** Requests with a valid key since the last reset. */
  readonly calls: number;
  readonly faults: readonly Fault[];
  /** The shipments that are left. */
  readonly ships: readonly ShipRule[];
  readonly key?: { readonly expiresAfter: number };
  /** Lists that have been answered, counted only where orders ship by themselves. */
  readonly lists: number;
  /** ISO 8601; null before the first of them. */
  readonly firstListAt: string | null;
}

/** The responses of the control; openapi.yaml says what the calls do. */
interface ControlAnswers {
  "GET state": StatePage;
  "POST reset": StatePage;
  "GET orders": readonly WithStringIds<Order>[];
  [read: `GET orders/${string}`]: OrderEntry;
  [put: `PUT orders/${string}`]: OrderEntry;
  [change: `POST orders/${string}`]: { readonly state: CurrentState };
  "POST faults": { readonly faults: readonly Fault[] };
  "PUT faults": { readonly faults: readonly Fault[] };
  [remove: `DELETE faults/${number}`]: { readonly faults: readonly Fault[] };
  "POST clock": StatePage;
  "GET requests": { readonly requests: readonly AnnotatedRequest[] };
  [read: `GET requests/${number}`]: ExchangeDetails;
  "GET scenarios": {
    readonly scenarios: readonly {
      readonly name: string;
      readonly description: string;
      readonly trouble?: true;
    }[];
  };
  "GET worlds": {
    /** The key of the main world. */
    readonly key: string;
    readonly shared: boolean;
    readonly worlds: readonly { readonly name: string }[];
  };
  "DELETE worlds": null;
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: object | undefined;
}

export class ControlClient {
  world: string;
  private readonly transport: ControlTransport;

  constructor(world: string, transport: ControlTransport) {
    this.world = world;
    this.transport = transport;
  }

  /** `line`: the method and the path below /__admin/. */
  async call<Line extends keyof ControlAnswers>(
    line: Line,
    { query, body }: CallOptions = {},
  ): Promise<ControlAnswers[Line]> {
    const text = await this.text(line, { query, body: body && stringifyJson(exactCopy(body)) });
    return parseJson(text || "null", { ids: "string" });
  }

  /** Like `call`, but sends and receives text. */
  text(
    line: string,
    {
      query,
      body,
    }: { readonly query?: CallOptions["query"]; readonly body?: string | undefined } = {},
  ): Promise<string> {
    const [method = "", path = ""] = line.split(" ");
    return this.transport(method, path, new URLSearchParams({ world: this.world, ...query }), body);
  }
}
