/** What the traffic shows of the orders: the last list, and which have shipped. The proxy's page offers it as a scenario. */
import type { OrderState } from "../../fixtures/orders.ts";
import { match } from "../../spec/interface/match.ts";
import { contentOf } from "../assertions/body.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { listedIn, snapshotOf } from "../profile/snapshot.ts";

export class SeenOrders {
  private readonly source: string;
  private list: Response | undefined;
  private readonly states = new Map<bigint, OrderState>();

  constructor(source: string) {
    this.source = source;
  }

  add({ call, response }: Exchange): void {
    const { operation, orderId } = match(call.method, call.path);
    if (operation?.id === "listOrders" && response?.status === 200 && isArray(response)) this.list = response;
    if (operation?.id !== "cancelOrder" || orderId === undefined) return;
    if (response?.status === 409) this.states.set(orderId, "shipped");
    // It was pending when it was listed.
    if (response?.status === 204) this.states.set(orderId, "pending");
  }

  get hasList(): boolean {
    return this.list !== undefined;
  }

  /** YAML; undefined as long as no list has passed. */
  scenario(): string | undefined {
    const listed = this.list && listedIn(this.list);
    return listed && snapshotOf(listed, { source: this.source, states: this.states }).text;
  }
}

/** Whether a body begins as a list does: it is read as a whole when somebody asks for the scenario. */
function isArray(response: Response): boolean {
  return contentOf(response)?.subarray(0, 100).toString().trimStart().startsWith("[") === true;
}
