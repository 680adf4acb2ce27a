/** The id in the path is the one that counts (spec/rulings.md: the id of an order in the query, the body or a header of another request). */
import { cancellationOf, type OutgoingCall } from "../../client/exchange.ts";
import { isForbidden, isSuccess, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";

const NAMES = ["id", "orderId", "order_id"];
const HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];

/** Cancels an unknown id, with the id of a pending order beside it. False when that order may have been cancelled. */
export async function sendBesideId(context: CheckContext, id: bigint): Promise<boolean> {
  const others: readonly (Pick<OutgoingCall, "query" | "headers" | "body"> & { readonly where: string })[] = [
    { where: "the query", query: [...NAMES, "ids"].map((name) => `${name}=${id}`).join("&") },
    { where: "headers", headers: HEADERS.map((name) => [name, String(id)] as const) },
    {
      where: "the body",
      headers: [["Content-Type", "application/json"]],
      body: `{${NAMES.map((name) => `"${name}":${id},`).join("")}"ids":[${id}]}`,
    },
  ];
  const unknown = context.draw("{drawn}");
  const sent = await Promise.all(
    others.map(async ({ where, ...other }) => ({
      where,
      exchange: await context.send({ ...cancellationOf(unknown), ...other }),
    })),
  );
  const success = sent.find(({ exchange }) => !isForbidden(exchange) && isSuccess(exchange));
  if (success === undefined) return true;
  const { where, exchange } = success;
  const received = String(statusOf(exchange));
  const why = `Cancelling the unknown id ${unknown} with the id ${id} in ${where} gets ${received}.`;
  context.report.violated("cancel-id-exact", why, [exchange], { expected: "404", received });
  return false;
}
