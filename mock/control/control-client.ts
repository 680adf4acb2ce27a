/** A client of the mock's control for one world at a time. Runs in browsers too. */
import type { Fault } from "../../scenarios/scenario.ts";
import {
  type Order,
  parseJson,
  stringifyJson,
  type WithStringIds,
} from "../../spec/interface/json.ts";
import type { CurrentState } from "../service/order-store.ts";
import type { Exchange } from "../service/request-log.ts";
import type { AnnotatedRequest } from "./request-notes.ts";
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
  readonly faults: readonly Fault[];
}

/** What the control answers to each call; openapi.yaml says what the calls do. */
interface ControlAnswers {
  "GET state": StatePage;
  "POST reset": StatePage;
  "GET orders": readonly WithStringIds<Order>[];
  [read: `GET orders/${string}`]: OrderEntry;
  [put: `PUT orders/${string}`]: OrderEntry;
  [change: `POST orders/${string}`]: { readonly state: CurrentState };
  "PUT faults": { readonly faults: readonly Fault[] };
  "GET requests": { readonly requests: readonly AnnotatedRequest[] };
  [read: `GET requests/${number}`]: Exchange;
  "GET scenarios": {
    readonly scenarios: readonly {
      readonly name: string;
      readonly description: string;
      readonly trouble?: true;
    }[];
  };
  "GET worlds": { readonly shared: boolean; readonly worlds: readonly { readonly name: string }[] };
  "DELETE worlds": null;
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
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
    const [method = "", path = ""] = line.split(" ");
    const parameters = new URLSearchParams({ world: this.world, ...query });
    return parseJson(
      (await this.transport(method, path, parameters, body && stringifyJson(body))) || "null",
      { ids: "string" },
    );
  }
}
