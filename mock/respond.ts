/**
 * What the service answers to a call: the only place that decides about statuses, shared by every adapter. It reads plain
 * data, writes plain data and changes nothing but the world that the key opens.
 */
import { parseInteger } from "../spec/int64.ts";
import { type Route, routePath } from "../spec/operations.ts";
import { allowOrigin, type Preflight, permit } from "./cors.ts";
import { jsonReply, type Replies, type Reply, withHeaders, withoutBody } from "./replies.ts";
import { concat } from "./seed.ts";
import type { Service, Session } from "./service.ts";
import { filled, statedPermit, stateHead } from "./stated.ts";
import type { CancelResult } from "./store.ts";

export interface Call {
  readonly method: string;
  /** Below the base address, as it was sent, without the query; undefined when the call went elsewhere. */
  readonly path: string | undefined;
  /** The header's value; several are joined with a comma, as HTTP has it. */
  readonly authorization: string | undefined;
  /** The page that asks, where a browser says so. */
  readonly origin: string | undefined;
  /** What a browser asks before the call proper. */
  readonly preflight: Preflight | undefined;
  readonly body: "none" | "some";
}

export function respond(service: Service, call: Call): Reply {
  const { origin, preflight } = call;
  const stated = service.replies.preflight;
  if (stated !== undefined && call.method === "OPTIONS" && origin !== undefined && preflight !== undefined)
    return statedPermit(stated, origin);
  if (service.answers.cors === "none") return answer(service, call);
  if (call.method === "OPTIONS" && origin !== undefined && preflight !== undefined) return permit(origin, preflight);
  const reply = answer(service, call);
  return origin === undefined ? reply : withHeaders(reply, allowOrigin(origin));
}

/** HEAD gets what GET would, as far as that is asked for, and never a body. */
function answer(service: Service, call: Call): Reply {
  if (call.method !== "HEAD") return judge(service, call, call.method);
  const reply = withoutBody(judge(service, call, service.answers.head === "like-get" ? "GET" : "HEAD"));
  const { head } = service.replies;
  return head === undefined || reply.status === 401 || reply.status === 429 ? reply : stateHead(reply, head);
}

function judge(service: Service, call: Call, method: string): Reply {
  const { answers, replies } = service;
  const token = bearerToken(call.authorization, answers["scheme-case"]);
  if (token === undefined) return replies.keyMissing;
  const session = service.lookupKey(token);
  if (session === undefined) return replies.keyWrong;
  session.calls++;
  if (answers["rate-limits"] === "limited" && session.calls % 25 === 0) return replies.limited;
  if (answers["request-body"] === "refused" && call.body === "some") return replies.bodyRefused;
  const route = call.path === undefined ? undefined : routePath(call.path);
  if (route === undefined) return replies.otherPath;
  if (method !== route.operation.method)
    return filled(replies.methods[route.operation.id][method === "OPTIONS" ? "options" : "other"], route.parameter);
  switch (route.operation.id) {
    case "listOrders":
      return listReply(replies.list, call.method === "HEAD" ? session.world.peek() : session.world.list());
    case "cancelOrder":
      return cancel(replies, session, route);
    case "getPet":
      return withHeaders(pet(service, route), replies.petsHeaders);
  }
}

/** The credential of the Bearer scheme (RFC 9110, section 11.4), undefined when there is none. */
function bearerToken(authorization: string | undefined, schemeCase: "accepted" | "refused"): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith("Bearer ") && authorization[7] !== " ") return authorization.slice(7);
  return schemeCase === "accepted" ? /^bearer +(.*)$/i.exec(authorization)?.[1] : undefined;
}

const REPLY_OF = {
  cancelled: "cancelled",
  shipped: "shipped",
  "cancelled-before": "cancelledBefore",
  unknown: "orderNotFound",
} as const satisfies Record<CancelResult, keyof Replies>;

function cancel(replies: Replies, { world }: Session, { orderId, parameter }: Route): Reply {
  if (orderId !== undefined) return filled(replies[REPLY_OF[world.cancel(orderId)]], parameter);
  return filled(parseInteger(parameter) === undefined ? replies.malformedId : replies.idBeyondInt64, parameter);
}

/** The contract shows no field of a pet; the identifier that was asked for is the least that can be said. */
function pet({ answers, replies }: Service, { parameter }: Route): Reply {
  if (answers["pets-answer"] === "gone") return filled(replies.petsGone, parameter);
  if (answers["pets-answer"] === "not-found") return filled(replies.petNotFound, parameter);
  if (replies.pet !== undefined) return filled(replies.pet, parameter);
  if (parseInteger(parameter) === undefined) return replies.petNotFound;
  return jsonReply(200, [new TextEncoder().encode(`{"id":${parameter}}`)]);
}

/** Below this many bytes one copy costs less than sending pieces. */
const ONE_PIECE = 1 << 16;
const listReplies = new WeakMap<readonly Uint8Array[], Reply>();

/** The same reply for the same list, which worlds without a change of their own share. */
function listReply({ type, headers }: Replies["list"], pieces: readonly Uint8Array[]): Reply {
  let reply = listReplies.get(pieces);
  if (reply === undefined) {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    reply = jsonReply(200, pieces.length > 1 && length < ONE_PIECE ? [concat(pieces)] : pieces, headers, type);
    listReplies.set(pieces, reply);
  }
  return reply;
}
