/**
 * What the service answers to a call: the only place that decides about statuses, shared by every adapter. It reads plain
 * data, writes plain data and changes nothing but the world that the key opens.
 */
import { parseInteger } from "../spec/int64.ts";
import { type Route, routePath } from "../spec/operations.ts";
import { allowOrigin, type Preflight, permit } from "./cors.ts";
import { jsonReply, type Replies, type Reply, withHeaders, withoutBody } from "./replies.ts";
import { credentialOf } from "./request-log.ts";
import { concat } from "./seed.ts";
import type { Service } from "./service.ts";
import type { Session } from "./session.ts";
import { faultReply, spoil } from "./spoil.ts";
import type { Stage } from "./stage.ts";
import { filled, statedPermit, stateHead } from "./stated.ts";
import type { CancelResult, World } from "./store.ts";

export interface Call {
  readonly method: string;
  /** Below the base address, as it was sent, without the query; undefined when the call went elsewhere. */
  readonly path: string | undefined;
  /** What follows the question mark, if there is one. It changes nothing: version 1 has no parameters there. */
  readonly query: string | undefined;
  /** The header's value; several are joined with a comma, as HTTP has it. */
  readonly authorization: string | undefined;
  /** The page that asks, where a browser says so. */
  readonly origin: string | undefined;
  /** What a browser asks before the call proper. */
  readonly preflight: Preflight | undefined;
  readonly body: "none" | "some";
}

export function respond(service: Service, call: Call): Reply {
  const { stage, main } = service;
  const now = service.now();
  const permitted = permission(stage, call);
  if (permitted !== undefined) {
    main.log.add(now, call, permitted, "none");
    return permitted;
  }
  const token = bearerToken(call.authorization, stage.answers["scheme-case"]);
  const session = token === undefined ? undefined : service.worlds.byKey(token);
  let reply: Reply;
  if (session === undefined) reply = refusal(stage, call, token);
  else reply = judge(session, call, now);
  if (call.method === "HEAD") reply = headOf(stage, reply);
  if (call.origin !== undefined && stage.answers.cors === "any") reply = withHeaders(reply, allowOrigin(call.origin));
  if (session === undefined) main.log.add(now, call, reply, credentialOf(call.authorization));
  else session.log.add(now, call, reply, "good");
  return reply;
}

/** The answer to a call without a good key. */
function refusal(stage: Stage, { path }: Call, token: string | undefined): Reply {
  const { answers, replies } = stage;
  if (answers["other-paths-key"] === "open" && routeOf(stage, path) === undefined) return replies.otherPath;
  return token === undefined ? replies.keyMissing : replies.keyWrong;
}

/** What a path names, in whatever spelling it may be written. */
function routeOf({ answers }: Stage, path: string | undefined): Route | undefined {
  const route = path === undefined ? undefined : routePath(path);
  if (route !== undefined || path === undefined) return route;
  const bare = answers["trailing-slash"] === "accepted" && path.endsWith("/") ? path.slice(0, -1) : path;
  return routePath(answers["path-case"] === "ignored" ? bare.toLowerCase() : bare);
}

/** The answer to a browser that asks before the call proper. */
function permission({ answers, replies }: Stage, { method, origin, preflight }: Call): Reply | undefined {
  if (method !== "OPTIONS" || origin === undefined || preflight === undefined) return undefined;
  if (replies.preflight !== undefined)
    return statedPermit(replies.preflight, { origin, method: preflight.method, headers: preflight.headers });
  return answers.cors === "any" ? permit(origin, preflight) : undefined;
}

/** HEAD gets what GET would, as far as that is asked for, and never a body. */
function headOf({ replies: { head } }: Stage, reply: Reply): Reply {
  const bare = withoutBody(reply);
  return head === undefined || reply.status === 401 || reply.status === 429 ? bare : stateHead(bare, head);
}

function judge(session: Session, call: Call, now: number): Reply {
  session.calls++;
  session.usedAt = now;
  const { course } = session;
  if (course === undefined) return perform(session, call);
  const route = routeOf(session.stage, call.path);
  const fitting = route?.operation.method === methodOf(session.stage, call) ? route : undefined;
  const trouble = course.meet(session.world, session.calls, fitting, now);
  const { answers, replies } = session.stage;
  let reply: Reply;
  if (trouble?.keyExpired === true) reply = replies.keyWrong;
  else if (trouble?.status !== undefined) reply = faultReply(answers, trouble.status, trouble);
  else {
    reply = perform(session, call);
    if (fitting?.operation.id === "listOrders" && reply.status === 200) course.shipments.listed(session.world, now);
  }
  return trouble === undefined ? reply : spoil(reply, trouble);
}

function methodOf({ answers }: Stage, { method }: Call): string {
  return method === "HEAD" && answers.head === "like-get" ? "GET" : method;
}

/** What the service answers to a good key when nothing goes wrong. */
function perform(session: Session, call: Call): Reply {
  const { stage, world } = session;
  const { answers, replies } = stage;
  if (answers["rate-limits"] === "limited" && session.calls % 25 === 0) return replies.limited;
  if (answers["request-body"] === "refused" && call.body === "some") return replies.bodyRefused;
  const route = routeOf(stage, call.path);
  if (route === undefined) return replies.otherPath;
  const method = methodOf(stage, call);
  if (method !== route.operation.method)
    return filled(replies.methods[route.operation.id][method === "OPTIONS" ? "options" : "other"], route.parameter);
  switch (route.operation.id) {
    case "listOrders":
      return listReply(replies.list, call.method === "HEAD" ? world.peek() : world.list());
    case "cancelOrder":
      return cancel(replies, world, route);
    case "getPet":
      return withHeaders(pet(stage, route), replies.petsHeaders);
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

function cancel(replies: Replies, world: World, { orderId, parameter }: Route): Reply {
  if (orderId !== undefined) return filled(replies[REPLY_OF[world.cancel(orderId)]], parameter);
  if (parseInteger(parameter) !== undefined) return filled(replies.idBeyondInt64, parameter);
  return filled(isBadEscape(parameter) ? replies.badEscape : replies.malformedId, parameter);
}

/** A text that could not be decoded stands as it was sent. */
function isBadEscape(parameter: string): boolean {
  if (!parameter.includes("%")) return false;
  try {
    decodeURIComponent(parameter);
    return false;
  } catch {
    return true;
  }
}

/** The contract shows no field of a pet; the identifier that was asked for is the least that can be said. */
function pet({ answers, replies }: Stage, { parameter }: Route): Reply {
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
