/**
 * Services that refuse what the contract does not know: a query, a header, a body, a media type.
 * Each is sound, however it refuses.
 */
import type { Draw } from "../../testing/simulation/draw.ts";
import { header, type Reply, type Request } from "../raw-http.ts";
import { empty, error, html, redirect, typed } from "../replies.ts";
import type { Base, Replacement } from "../variant.ts";

/** True if a request has what the service refuses. */
const REFUSED = {
  queries: ({ query }) => query !== "",
  "header fields": ({ headers }) => headers.some(([name]) => !ORDINARY.test(name)),
  bodies: (request) => Number(header(request, "content-length") ?? 0) > 0,
  "media types": (request) => !/json|[*]\/[*]/.test(header(request, "accept") ?? "*/*"),
} as const satisfies Record<string, (request: Request) => boolean>;
const ORDINARY =
  /^(host|user-agent|accept|accept-encoding|connection|content-length|authorization)$/i;

const REPLIES = {
  "an Error": (status) => error(status, "refused", "This is not supported."),
  HTML: html,
  "no body": empty,
  text: (status) => typed(status, "text/plain", "Not supported."),
  "a redirect": () => redirect(301, "/v1/store/orders"),
} as const satisfies Record<string, (status: number) => Reply>;

/** Plain data, so that we can print it with a failing seed. */
export interface Strictness {
  readonly refuses: keyof typeof REFUSED;
  readonly of: "lists" | "cancellations" | "all calls";
  readonly when: "before" | "after";
  readonly status: number;
  readonly reply: keyof typeof REPLIES;
}

export function drawStrictness(draw: Draw): Strictness {
  return {
    refuses: draw.one(Object.keys(REFUSED) as Strictness["refuses"][]),
    of: draw.one(["lists", "cancellations", "all calls"]),
    when: draw.one(["before", "after"]),
    status: draw.one([400, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 501]),
    reply: draw.one(Object.keys(REPLIES) as Strictness["reply"][]),
  };
}

export function describeStrictness({ refuses, of, when, status, reply }: Strictness): string {
  const answer = reply === "a redirect" ? reply : `${status} and ${reply}`;
  return `Of ${of}, ${refuses} get ${answer}, ${when} the key is looked at.`;
}

export function strict({
  refuses,
  of,
  when,
  status,
  reply,
}: Strictness): (base: Base) => Replacement {
  return (base) => {
    const isMeant = (request: Request) => {
      const operation = base.operationOf(request);
      if (of === "lists") return operation === "listOrders";
      return of === "all calls" || operation === "cancelOrder";
    };
    const refuse = (request: Request) =>
      REFUSED[refuses](request) && isMeant(request) ? REPLIES[reply](status) : undefined;
    return when === "before"
      ? { answer: async (request) => refuse(request) ?? base.answer(request) }
      : {
          answerAuthorized: async (request) => refuse(request) ?? base.answerAuthorized(request),
        };
  };
}
