/**
 * What the service answers to a call: the only place that decides about statuses, shared by all adapters. Takes and
 * returns plain data, and changes nothing but the world of the key.
 */

import {
  type Match,
  match,
  type Place,
  percentDecoded,
  placeOf,
} from "../../spec/interface/match.ts";
import { parseInteger } from "../../spec/schema/integers.ts";
import { corsHeaders, preflightReply } from "../replies/cors.ts";
import { faultReply, withFaultEffect } from "../replies/error-reply.ts";
import {
  bodyReply,
  type Call,
  type FaultEffect,
  type Reply,
  withHeaders,
  withoutBody,
} from "../replies/messages.ts";
import type { Replies } from "../replies/prepare-replies.ts";
import {
  applyProfileToHead,
  filled,
  type PreparedReply,
  withEntityTag,
} from "../replies/profile-replies.ts";
import type { CurrentState, OrderStore } from "./order-store.ts";
import { type CredentialKind, credentialKind, describeRequest } from "./request-log.ts";
import type { Service } from "./service.ts";
import type { World, WorldTemplate } from "./world.ts";

export function respond(service: Service, call: Call): Reply {
  const caller = admit(service, call);
  const { reply, request } = answer(service, caller, call, caller.world.watched);
  caller.world.log.add(request);
  return reply;
}

/** Whose call it is. */
export interface Caller {
  /** Calls without a valid key belong to no world, and are shown with those of the main one. */
  readonly world: World;
  readonly credential: CredentialKind;
  /** The reply to a call without a valid key. */
  readonly refused: Reply | undefined;
}

/** The key comes before all else, but for preflights, which have none: they are answered for the browser. */
export function admit({ template, worlds, main }: Service, call: Call): Caller {
  const { answers, replies } = template;
  const refuse = (refused: Reply) => ({
    world: main,
    credential: credentialKind(call.authorization),
    refused,
  });
  const preflight = preflightReply(call, answers.cors, replies.observed);
  if (preflight !== undefined)
    return refuse(replies.hasEntityTags ? withEntityTag(call, preflight) : preflight);
  const token = bearerToken(call.authorization, answers["scheme-case"]);
  const world = token === undefined ? undefined : worlds.byKey(token);
  if (world !== undefined) return { world, credential: "good", refused: undefined };
  const key = token === undefined ? "none" : "wrong";
  const matched = matchCall(template, methodOf(template, call), call.path);
  const { operation, parameter } = matched;
  const observed =
    operation === undefined
      ? undeclaredReply(template, call, matched, key)
      : replies.constant.get(`${operation.method} ${placeOf(call.path ?? "", matched)} ${key}`);
  const reply = observed ?? (token === undefined ? replies.keyMissing : replies.keyWrong);
  return refuse(finishReply(template, call, filled(reply, call, parameter)));
}

/**
 * The reply to a call that no operation declares: that of the profile for its method, its place and its key, or for similar calls. Undefined
 * where the key is asked for as for an operation.
 */
function undeclaredReply(
  template: WorldTemplate,
  call: Call,
  matched: Match,
  key: "good" | "none" | "wrong",
): PreparedReply | undefined {
  const { constant, otherPath, undeclaredMethods } = template.replies;
  const { method } = call;
  const isOptions = method === "OPTIONS";
  const place = knownPlace(template, call, matched, key);
  const own = constant.get(`${method} ${place} ${key}`);
  if (own !== undefined) return own;
  if (key === "good") {
    const elsewhere = isOptions ? constant.get("OPTIONS other good") : undefined;
    // What succeeds for a path that is not there does so for every path.
    const isEverywhere = elsewhere !== undefined && elsewhere.status < 300;
    const similar = isEverywhere ? elsewhere : constant.get(`GET ${place} good`);
    if (similar !== undefined || matched.path === undefined) return similar ?? otherPath;
    return undeclaredMethods.get(matched.path)![isOptions ? "options" : "other"];
  }
  if (key === "wrong") {
    const withoutKey = undeclaredReply(template, call, matched, "none");
    return withoutKey?.status === 401 ? undefined : withoutKey;
  }
  const asked =
    (isOptions ? constant.get("OPTIONS list none") : undefined) ??
    constant.get(`GET ${matched.path === undefined ? place : "order"} none`);
  if (asked?.status === 401) return asked;
  const isOpen = matched.path === undefined && template.answers["other-paths-key"] === "open";
  return isOpen || asked !== undefined
    ? undeclaredReply(template, call, matched, "good")
    : undefined;
}

/** The reply to a call, and what the log has of it: all of it if somebody watches. */
export function answer(
  service: Service,
  { world, credential, refused }: Caller,
  call: Call,
  isWatched: boolean,
) {
  const now = service.now();
  const reply = refused ?? serve(service, world, call, now);
  return { reply, request: describeRequest(now, call, reply, credential, isWatched) };
}

/** The place of a call, or the one whose replies it gets where the profile has none of its own. */
function knownPlace(
  { replies: { constant } }: WorldTemplate,
  call: Call,
  matched: Match,
  key: string,
): Place {
  const place = placeOf(call.path ?? "", matched);
  // The pets operation has the methods of the list.
  if (place === "pets" && call.method === "OPTIONS")
    return constant.has(`OPTIONS pets ${key}`) ? place : "list";
  return place === "double-slash" && !constant.has(`GET double-slash ${key}`) ? "other" : place;
}

/** The reply to a call with a valid key, which it counts. */
function serve(service: Service, world: World, call: Call, now: number): Reply {
  world.calls++;
  world.usedAt = now;
  const { template, store, events } = world;
  const matched = matchCall(template, methodOf(template, call), call.path);
  // What the scenario lets go wrong comes before the world's own answer.
  const effect = events.beforeCall(store, world.calls, matched, now);
  const reply = refusal(template, effect) ?? answerNormally(world, call, matched);
  if (matched.operation?.id === "listOrders" && reply.status === 200) events.afterList(store, now);
  return finishReply(
    service.template,
    call,
    effect === undefined ? reply : withFaultEffect(reply, effect),
  );
}

/** The reply of a fault that has a status, and of a key that has expired. */
function refusal(
  { answers, replies }: WorldTemplate,
  effect: FaultEffect | undefined,
): Reply | undefined {
  if (effect?.status === undefined) return undefined;
  return effect.keyExpired === true ? replies.keyWrong : faultReply(answers, effect.status, effect);
}

/** The reply to a call with a valid key, without faults. HEAD gets that of GET, unless the profile has another. */
function answerNormally(world: World, call: Call, matched: Match): Reply {
  const { heads } = world.template.replies;
  const reply = filled(replyTo(world, call, matched), call, matched.parameter);
  const head =
    call.method === "HEAD"
      ? heads.get(knownPlace(world.template, call, matched, "good"))
      : undefined;
  return head === undefined || reply.status === 429
    ? reply
    : applyProfileToHead(reply, head, call, matched.parameter);
}

function replyTo({ template, store, calls }: World, call: Call, matched: Match): PreparedReply {
  const { answers, replies } = template;
  if (answers["rate-limits"] === "limited" && calls % 25 === 0) return replies.limited;
  if (answers["request-body"] === "refused" && call.body === "some") return replies.bodyRefused;
  const { operation, parameter } = matched;
  switch (operation?.id) {
    case undefined:
      return undeclaredReply(template, call, matched, "good")!;
    case "listOrders":
      return bodyReply(
        200,
        call.method === "HEAD" ? store.peek() : store.list(),
        replies.list.headers,
        replies.list.type,
      );
    case "cancelOrder":
      return cancel(replies, store, matched);
    case "getPet":
      return withHeaders(filled(pet(template, parameter), call, parameter), replies.petsHeaders);
  }
}

/** Applies what holds for every reply: an entity tag, no body after HEAD, and CORS headers. */
export function finishReply({ answers, replies }: WorldTemplate, call: Call, reply: Reply): Reply {
  const tagged = replies.hasEntityTags ? withEntityTag(call, reply) : reply;
  const finished = call.method === "HEAD" ? withoutBody(tagged) : tagged;
  const headers = corsHeaders(call, reply.status, answers.cors, replies.observed);
  return headers.length === 0 ? finished : withHeaders(finished, headers);
}

function methodOf({ answers }: WorldTemplate, { method }: Call): string {
  return method === "HEAD" && answers.head === "like-get" ? "GET" : method;
}

/** The operation of a call, in every spelling of its path that the answers accept. */
function matchCall({ answers }: WorldTemplate, method: string, path = ""): Match {
  const matched = match(method, path);
  if (matched.path !== undefined) return matched;
  const bare =
    answers["trailing-slash"] === "accepted" && path.endsWith("/") ? path.slice(0, -1) : path;
  return match(method, answers["path-case"] === "ignored" ? bare.toLowerCase() : bare);
}

/** The credential of the Bearer scheme (RFC 9110, section 11.4), undefined when there is none. */
function bearerToken(
  authorization: string | undefined,
  schemeCase: "accepted" | "refused",
): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith("Bearer ") && authorization[7] !== " ")
    return authorization.slice(7);
  return schemeCase === "accepted" ? /^bearer +(.*)$/i.exec(authorization)?.[1] : undefined;
}

/** By the state in which the order was. */
const REPLY_OF = {
  pending: "cancelled",
  shipped: "shipped",
  cancelled: "cancelledBefore",
} as const satisfies Record<CurrentState, keyof Replies>;

function cancel(replies: Replies, store: OrderStore, { orderId, parameter }: Match): Reply {
  if (orderId !== undefined) {
    const before = store.change(orderId, "cancelled");
    return replies[before === undefined ? "orderNotFound" : REPLY_OF[before]];
  }
  if (parseInteger(parameter) !== undefined) return replies.idBeyondInt64;
  return percentDecoded(parameter) === undefined ? replies.badEscape : replies.malformedId;
}

function pet({ answers, replies }: WorldTemplate, parameter: string): Reply {
  if (answers["pets-answer"] === "gone") return replies.petsGone;
  if (answers["pets-answer"] === "not-found") return replies.petNotFound;
  if (replies.pet !== undefined) return replies.pet;
  if (parseInteger(parameter) === undefined) return replies.petNotFound;
  return bodyReply(200, [new TextEncoder().encode(`{"id":${parameter}}`)]);
}
