/** The answer to a call of listOrders, by its status: with a list to judge, or without one. */
import type { Context } from "./check.ts";
import { type Call, type Exchange, isDeferral } from "./exchange.ts";

/** Whether the answer to a list call with the good key is one with a list; what is wrong about it is reported. */
export function isListAnswer(
  exchange: Exchange,
  sink: Pick<Context, "held" | "violated" | "advise" | "unproven">,
): boolean {
  const { response, failure, call } = exchange;
  if (failure?.kind === "forbidden") return false;
  if (failure !== undefined || response === undefined) {
    sink.violated("list-ok", `The list does not arrive: ${failure?.message ?? "no response"}`, [exchange], {
      expected: "200 with the orders",
      received: failure?.message ?? "no response",
    });
    return false;
  }
  const { status } = response;
  if (isDeferral(exchange)) {
    sink.unproven("list-ok", `The deployment puts the list off (${status}), longer than the gate waits.`);
    return false;
  }
  if (status === 200) {
    sink.held("list-ok", "auth-good-key");
    return true;
  }
  if (status === 203) {
    sink.advise("status-203", "The list comes with 203, which says that a proxy changed it.", [exchange]);
    sink.held("auth-good-key");
    return true;
  }
  const disputed = disputedListStatus(call, status);
  if (disputed !== undefined) {
    sink.advise(disputed.id, `A list call ${disputed.situation} gets ${status}.`, [exchange]);
    return false;
  }
  sink.violated(status === 401 ? "auth-good-key" : "list-ok", `Listing with the good key gets ${status}.`, [exchange], {
    expected: "200",
    received: String(status),
  });
  return false;
}

/** In which situation a status without a list is what a reader could dispute; undefined where it is a violation. */
export function disputedListStatus(
  call: Call,
  status: number,
): { readonly id: string; readonly situation: string } | undefined {
  const ranged = call.headers?.some(([name]) => name.toLowerCase() === "range");
  if (ranged && (status === 206 || status === 416)) return { id: "range-served", situation: "with Range" };
  // Gateways refuse what looks odd, or long, in their own ways.
  if (call.query !== undefined && [400, 403, 414, 422, 431].includes(status))
    return { id: "query-refused", situation: "with an undeclared query parameter" };
  if (status === 406 && !acceptsJson(call))
    return { id: "accept-refused", situation: "that accepts another media type" };
  return undefined;
}

/** A call that says nothing of media types accepts every one. */
function acceptsJson({ headers = [] }: Call): boolean {
  const accepted = headers.filter(([name]) => name.toLowerCase() === "accept");
  return accepted.length === 0 || accepted.some(([, value]) => /json|[*]\/[*]/.test(value));
}
