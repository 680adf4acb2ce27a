/** The id in the path is the one that counts (spec/rulings.md: the id of an order in the query or a header of another request). */
import type { OutgoingCall } from "../../client/exchange.ts";
import { isForbidden, isSuccess, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { cancellationOf } from "../send-together.ts";

const NAMES = ["id", "orderId", "order_id", "ids"];
const HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];

/** Cancels an unknown id, with the id of a pending order beside it. False when that order may have been cancelled. */
export async function expectOtherIdIgnored(context: CheckContext, id: bigint): Promise<boolean> {
  const others: readonly Pick<OutgoingCall, "query" | "headers">[] = [
    { query: NAMES.map((name) => `${name}=${id}`).join("&") },
    { headers: HEADERS.map((name) => [name, String(id)] as const) },
  ];
  const unknown = context.draw("{drawn}");
  const exchanges = await Promise.all(others.map((other) => context.send({ ...cancellationOf(unknown), ...other })));
  const success = exchanges.find((exchange) => !isForbidden(exchange) && isSuccess(exchange));
  if (success === undefined) return true;
  context.violated(
    "cancel-id-exact",
    `Cancelling the unknown id ${unknown} with the id ${id} in ${success.call.query === undefined ? "headers" : "the query"} gets ${statusOf(success)}.`,
    [success],
    { expected: "404", received: String(statusOf(success)) },
  );
  return false;
}
