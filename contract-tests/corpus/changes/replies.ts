/** Changes of replies of any operation. */
import type { Reply, Request } from "../raw-http.ts";
import type { Operation } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";

export function mapReplies(
  base: Base,
  change: (reply: Reply, request: Request) => Reply,
): Replacement {
  return { answer: async (request) => change(await base.answer(request), request) };
}

export function mapReply(
  base: Base,
  operation: Operation,
  status: number,
  change: (reply: Reply, request: Request) => Reply,
): Replacement {
  return mapReplies(base, (reply, request) =>
    base.operationOf(request) === operation && reply.status === status
      ? change(reply, request)
      : reply,
  );
}

export function mapUnauthorized(
  base: Base,
  operation: Operation,
  change: (reply: Reply, request: Request) => Reply,
): Replacement {
  return {
    unauthorized: (request) => {
      const reply = base.unauthorized(request);
      return base.operationOf(request) === operation ? change(reply, request) : reply;
    },
  };
}

/** Answers all cancellations with the good key. */
export function answersCancellations(base: Base, reply: Reply): Replacement {
  return {
    answerAuthorized: async (request) =>
      base.operationOf(request) === "cancelOrder" ? reply : base.answerAuthorized(request),
  };
}

/** Answers some requests before the key check; `reply` returns undefined for all others. */
export function answersFirst(
  base: Base,
  reply: (request: Request) => Reply | undefined,
): Replacement {
  return { answer: async (request) => reply(request) ?? base.answer(request) };
}
