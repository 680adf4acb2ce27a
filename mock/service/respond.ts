/**
 * What the service answers to a call: the only place that decides about statuses, shared by all adapters. Takes and
 * returns plain data, and changes nothing but the world of the key.
 */

import { type Match, match } from "../../spec/interface/match.ts";
import { parseInteger } from "../../spec/schema/int64.ts";
import { allowPreflight, corsHeaders } from "../replies/cors.ts";
import { faultReply, withFaultEffect } from "../replies/fault-reply.ts";
import { bodyReply, type Call, concat, type Reply, withHeaders, withoutBody } from "../replies/messages.ts";
import type { Replies } from "../replies/prepare-replies.ts";
import { applyProfileToHead, profilePreflight, withParameter } from "../replies/profile-replies.ts";
import type { CancelResult, OrderStore } from "./order-store.ts";
import { credentialKind } from "./request-log.ts";
import type { Service } from "./service.ts";
import type { World } from "./world.ts";
import type { WorldTemplate } from "./world-template.ts";

export function respond(service: Service, call: Call): Reply {
  const now = service.now();
  const world = worldOf(service, call);
  const reply = replyIn(service, world, call, now);
  if (world === undefined) service.main.log.add(now, call, reply, credentialKind(call.authorization));
  else world.log.add(now, call, reply, "good");
  return reply;
}

/** The world of a call with a valid key; undefined for other calls and for preflights. */
export function worldOf({ template, worlds }: Service, call: Call): World | undefined {
  if (preflightReply(template, call) !== undefined) return undefined;
  const token = bearerToken(call.authorization, template.answers["scheme-case"]);
  return token === undefined ? undefined : worlds.byKey(token);
}

/** Answers a call in its world, without an entry in the request log. */
export function replyIn({ template }: Service, world: World | undefined, call: Call, now: number): Reply {
  if (world !== undefined) return finishReply(template, call, answer(world, call, now));
  return preflightReply(template, call) ?? finishReply(template, call, refusal(template, call));
}

/** Applies what holds for every reply: no body after HEAD, and CORS headers. */
export function finishReply(template: WorldTemplate, call: Call, reply: Reply): Reply {
  const finished = call.method === "HEAD" ? headReply(template, reply) : reply;
  if (call.origin === undefined || template.answers.cors !== "any") return finished;
  return withHeaders(finished, corsHeaders(call.origin));
}

/** The reply to a call without a valid key. */
function refusal(template: WorldTemplate, { path, authorization }: Call): Reply {
  const { answers, replies } = template;
  if (answers["other-paths-key"] === "open" && matchCall(template, "GET", path).path === undefined)
    return replies.otherPath;
  return bearerToken(authorization, answers["scheme-case"]) === undefined ? replies.keyMissing : replies.keyWrong;
}

/** The operation of a call, in every spelling of its path that the answers accept. */
function matchCall({ answers }: WorldTemplate, method: string, path = ""): Match {
  const matched = match(method, path);
  if (matched.path !== undefined) return matched;
  const bare = answers["trailing-slash"] === "accepted" && path.endsWith("/") ? path.slice(0, -1) : path;
  return match(method, answers["path-case"] === "ignored" ? bare.toLowerCase() : bare);
}

/** The reply to a CORS preflight; undefined for other calls. */
function preflightReply({ answers, replies }: WorldTemplate, { method, origin, preflight }: Call): Reply | undefined {
  if (method !== "OPTIONS" || origin === undefined || preflight === undefined) return undefined;
  if (replies.preflight !== undefined)
    return profilePreflight(replies.preflight, { origin, method: preflight.method, headers: preflight.headers });
  return answers.cors === "any" ? allowPreflight(origin, preflight) : undefined;
}

/** HEAD gets the reply of GET without a body, unless the profile has another. */
function headReply({ replies: { head } }: WorldTemplate, reply: Reply): Reply {
  const bare = withoutBody(reply);
  return head === undefined || reply.status === 401 || reply.status === 429 ? bare : applyProfileToHead(bare, head);
}

/** Whether a call can change more of its world than the number of calls. May be true for a call that then changes nothing. */
export function mayChange({ template, store, events }: World, call: Call): boolean {
  if (events !== undefined || template.answers["rate-limits"] === "limited") return true;
  const { operation, orderId } = matchCall(template, call.method, call.path);
  switch (operation?.id) {
    case "listOrders":
      return store.changesWithList;
    case "cancelOrder":
      return orderId !== undefined && store.stateOf(orderId) === "pending";
    case "getPet":
    case undefined:
      return false;
  }
}

/** Counts a call with a valid key and answers it. */
export function answer(world: World, call: Call, now: number): Reply {
  world.calls++;
  world.usedAt = now;
  const { events } = world;
  if (events === undefined) return answerNormally(world, call);
  const matched = matchCall(world.template, methodOf(world.template, call), call.path);
  const effect = events.beforeCall(world.store, world.calls, matched, now);
  const { answers, replies } = world.template;
  let reply: Reply;
  if (effect?.keyExpired === true) reply = replies.keyWrong;
  else if (effect?.status !== undefined) reply = faultReply(answers, effect.status, effect);
  else {
    reply = answerNormally(world, call);
    if (matched.operation?.id === "listOrders" && reply.status === 200) events.shipments.afterList(world.store, now);
  }
  return effect === undefined ? reply : withFaultEffect(reply, effect);
}

function methodOf({ answers }: WorldTemplate, { method }: Call): string {
  return method === "HEAD" && answers.head === "like-get" ? "GET" : method;
}

/** The reply to a call with a valid key, without faults. */
function answerNormally(world: World, call: Call): Reply {
  const { template, store } = world;
  const { answers, replies } = template;
  if (answers["rate-limits"] === "limited" && world.calls % 25 === 0) return replies.limited;
  if (answers["request-body"] === "refused" && call.body === "some") return replies.bodyRefused;
  const method = methodOf(template, call);
  const matched = matchCall(template, method, call.path);
  const { operation, path, parameter } = matched;
  if (path === undefined) return replies.otherPath;
  switch (operation?.id) {
    case undefined:
      return withParameter(replies.undeclaredMethods.get(path)![method === "OPTIONS" ? "options" : "other"], parameter);
    case "listOrders":
      return listReply(replies.list, call.method === "HEAD" ? store.peek() : store.list());
    case "cancelOrder":
      return cancel(replies, store, matched);
    case "getPet":
      return withHeaders(pet(template, parameter), replies.petsHeaders);
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

function cancel(replies: Replies, store: OrderStore, { orderId, parameter }: Match): Reply {
  if (orderId !== undefined) return withParameter(replies[REPLY_OF[store.cancel(orderId)]], parameter);
  if (parseInteger(parameter) !== undefined) return withParameter(replies.idBeyondInt64, parameter);
  return withParameter(isBadEscape(parameter) ? replies.badEscape : replies.malformedId, parameter);
}

/** Whether a parameter has an invalid percent-encoding. */
function isBadEscape(parameter: string): boolean {
  if (!parameter.includes("%")) return false;
  try {
    decodeURIComponent(parameter);
    return false;
  } catch {
    return true;
  }
}

function pet({ answers, replies }: WorldTemplate, parameter: string): Reply {
  if (answers["pets-answer"] === "gone") return withParameter(replies.petsGone, parameter);
  if (answers["pets-answer"] === "not-found") return withParameter(replies.petNotFound, parameter);
  if (replies.pet !== undefined) return withParameter(replies.pet, parameter);
  if (parseInteger(parameter) === undefined) return replies.petNotFound;
  return bodyReply(200, [new TextEncoder().encode(`{"id":${parameter}}`)]);
}

/** Below this many bytes a copy is cheaper than sending pieces. */
const ONE_PIECE = 1 << 16;
const listReplies = new WeakMap<readonly Uint8Array[], Reply>();

/** The same reply for the same list, which all unchanged worlds share. */
function listReply({ type, headers }: Replies["list"], pieces: readonly Uint8Array[]): Reply {
  let reply = listReplies.get(pieces);
  if (reply === undefined) {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    reply = bodyReply(200, pieces.length > 1 && length < ONE_PIECE ? [concat(pieces)] : pieces, headers, type);
    listReplies.set(pieces, reply);
  }
  return reply;
}
