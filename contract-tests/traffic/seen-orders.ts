/** What the traffic shows of the orders: the last list, and which have shipped. The proxy's page offers it as a scenario. */
import type { OrderState } from "../../fixtures/orders.ts";
import { match } from "../../spec/interface/match.ts";
import { contentOf } from "../assertions/body.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { listedIn, snapshotOf } from "../snapshot.ts";

export type SeenOrders = ReturnType<typeof seenOrders>;

/** `source`: where the lists are from. */
export function seenOrders(source: string) {
  const states = new Map<bigint, OrderState>();
  let list: Response | undefined;
  return {
    add({ call, response }: Exchange): void {
      const { operation, orderId } = match(call.method, call.path);
      if (operation?.id === "listOrders" && response?.status === 200 && isArray(response))
        list = response;
      if (operation?.id !== "cancelOrder" || orderId === undefined) return;
      if (response?.status === 409) states.set(orderId, "shipped");
      // It was pending when it was listed.
      if (response?.status === 204) states.set(orderId, "pending");
    },
    hasList: (): boolean => list !== undefined,
    /** YAML; undefined as long as no list has passed. */
    scenario(): string | undefined {
      const listed = list && listedIn(list);
      return listed && snapshotOf(listed, { source, states }).text;
    },
  };
}

/** Whether a body begins as a list does: it is read as a whole when somebody asks for the scenario. */
function isArray(response: Response): boolean {
  return contentOf(response)?.subarray(0, 100).toString().trimStart().startsWith("[") === true;
}
