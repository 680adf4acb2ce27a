/**
 * Answers calls: the only place that decides about statuses, shared by all adapters. Takes and
 * returns plain data, and changes nothing but the key's world.
 */

import type { CurrentState } from "../../scenarios/limits.ts";
import { type Match, match } from "../../spec/interface/match.ts";
import { type CredentialKind, credentialKind } from "../../spec/interface/request-notes.ts";
import { parseInteger } from "../../spec/schema/integers.ts";
import {
  bodyReply,
  type Call,
  type FaultEffect,
  type Reply,
  withHeaders,
  withoutBody,
} from "../replies/call-and-reply.ts";
import { corsHeaders, preflightReply } from "../replies/cors.ts";
import { faultReply, retryAfterOf, withFaultEffect } from "../replies/error-reply.ts";
import type { Replies } from "../replies/prepare-replies.ts";
import { hideKeys } from "./hide-keys.ts";
import type { OrderStore } from "./order-store.ts";
import type { Service } from "./service.ts";
import type { World } from "./world.ts";
import type { WorldTemplate } from "./world-template.ts";

/** Never throws: a call that the mock itself fails to answer gets 500. */
export function respond(service: Service, call: Call): Reply {
  try {
    const caller = admit(service, call);
    const { reply, at } = answer(service, caller, call);
    caller.world.log.add(at, call, reply, caller.credential);
    return reply;
  } catch (error) {
    return failedReply(service, call, error);
  }
}

/** Services whose failure has been reported. */
const told = new WeakSet<Service>();

/**
 * Replies to a call on which the mock itself has failed. Reports the first failure on stderr, or in
 * the page's console.
 */
export function failedReply(service: Service, call: Call, error: unknown): Reply {
  const { template, apiKeys } = service;
  const reason = error instanceof Error ? error.stack : String(error);
  const what = `orders-kit: ${call.method} ${call.path} got 500, since the mock itself has failed. Please report it. ${reason}`;
  if (!told.has(service)) console.error(hideKeys(what, apiKeys));
  told.add(service);
  return finishReply(template, call, template.replies.failed);
}

export interface Caller {
  /** Calls without a valid key belong to no world; the main world shows them. */
  readonly world: World;
  readonly credential: CredentialKind;
  /** The reply to a call without a valid key, or to a preflight, which has none. */
  readonly refused: Reply | undefined;
}

/**
 * Checks the key before all else, except for preflights, which have none and are answered for the
 * browser.
 */
export function admit({ template, worlds, main }: Service, call: Call): Caller {
  const { answers, replies } = template;
  const refuse = (refused: Reply) => ({
    world: main,
    credential: credentialKind(call.authorization),
    refused,
  });
  const preflight = preflightReply(call, answers.cors);
  if (preflight !== undefined) return refuse(preflight);

  const token = bearerToken(call.authorization, answers["scheme-case"]);
  const world = token === undefined ? undefined : worlds.byKey(token);
  if (world !== undefined) return { world, credential: "good", refused: undefined };

  const isOpen =
    answers["other-paths-key"] === "open" &&
    matchCall(template, methodOf(template, call), call.path).path === undefined;
  const refused = token === undefined ? replies.keyMissing : replies.keyWrong;
  return refuse(finishReply(template, call, isOpen ? replies.otherPath : refused));
}

/** Returns the reply to a call and its time, in milliseconds since 1970. */
export function answer(
  service: Service,
  caller: Caller,
  call: Call,
): { readonly reply: Reply; readonly at: number } {
  const at = service.now();
  const reply = caller.refused ?? serve(service, caller.world, call, at);
  const isLast = isLastOfConnection(service, caller, call);
  return { reply: isLast ? { ...reply, isLast } : reply, at };
}

/**
 * Browsers repeat a call by themselves if it is reset on a connection used before, and the page
 * sees the reply to the second one. So we use no connection twice while a fault may reset it.
 */
function isLastOfConnection({ worlds }: Service, { world, refused }: Caller, call: Call): boolean {
  if (refused === undefined) return world.mayReset;
  // A preflight has no key, so the call after it may be for any world.
  return call.preflight !== undefined && worlds.all().some(({ mayReset }) => mayReset);
}

/** Counts a call with a valid key and returns its reply. */
function serve(service: Service, world: World, call: Call, now: number): Reply {
  world.calls++;
  const { template, store, events } = world;
  const matched = matchCall(template, methodOf(template, call), call.path);
  // The scenario's faults come before the world's own answer.
  const effect = events.beforeCall(store, world.calls, matched, now);
  const reply = refusedReply(template, effect) ?? replyTo(world, call, matched);
  // HEAD shows nobody the list.
  if (matched.operation?.id === "listOrders" && call.method === "GET" && reply.status === 200)
    events.afterList(store, now);
  return finishReply(
    service.template,
    call,
    effect === undefined ? reply : withFaultEffect(reply, effect),
  );
}

/** The reply of a fault that sets a status. */
function refusedReply(
  { answers, replies }: WorldTemplate,
  effect: FaultEffect | undefined,
): Reply | undefined {
  if (effect?.status === undefined) return undefined;
  // An expired key is refused like any other wrong one.
  const retryAfter = retryAfterOf(effect);
  return effect.status === 401
    ? withHeaders(replies.keyWrong, retryAfter)
    : faultReply(answers, effect.status, retryAfter);
}

/** The reply to a call with a valid key, without faults. */
function replyTo({ template, store, calls }: World, call: Call, matched: Match): Reply {
  const { answers, replies } = template;
  if (answers["rate-limits"] === "limited" && calls % 25 === 0) return replies.limited;
  if (answers["request-body"] === "refused" && call.body === "some") return replies.bodyRefused;
  switch (matched.operation?.id) {
    case undefined:
      return undeclaredReply(replies, call, matched);
    case "listOrders":
      return listReply(call.method === "HEAD" ? store.peek() : store.list());
    case "cancelOrder":
      return cancel(replies, store, matched);
    case "getPet":
      return pet(template, matched.parameter);
  }
}

const listReplies = new WeakMap<Uint8Array, Reply>();

/**
 * Returns the same reply for the same list, which is requested often. The log stores what differs
 * between replies.
 */
function listReply(list: Uint8Array): Reply {
  const reply = listReplies.get(list) ?? bodyReply(200, list);
  listReplies.set(list, reply);
  return reply;
}

/** The reply to a call that no operation declares. */
function undeclaredReply(
  { otherPath, undeclaredMethods }: Replies,
  call: Call,
  { path }: Match,
): Reply {
  if (path === undefined) return otherPath;
  return undeclaredMethods.get(path)![call.method === "OPTIONS" ? "options" : "other"];
}

/** Applies what holds for every reply: no body after HEAD, and CORS headers. */
export function finishReply({ answers }: WorldTemplate, call: Call, reply: Reply): Reply {
  const finished = call.method === "HEAD" ? withoutBody(reply) : reply;
  const headers = corsHeaders(call, answers.cors);
  return headers.length === 0 ? finished : withHeaders(finished, headers);
}

function methodOf({ answers }: WorldTemplate, { method }: Call): string {
  return method === "HEAD" && answers.head === "like-get" ? "GET" : method;
}

/** Returns the operation of a call, in every spelling of its path that the answers accept. */
function matchCall({ answers }: WorldTemplate, method: string, path = ""): Match {
  const matched = match(method, path);
  if (matched.path !== undefined) return matched;
  const bare =
    answers["trailing-slash"] === "accepted" && path.endsWith("/") ? path.slice(0, -1) : path;
  return match(method, answers["path-case"] === "ignored" ? bare.toLowerCase() : bare);
}

/**
 * Returns the credential of the Bearer scheme (RFC 9110, section 11.4), or undefined if there is
 * none.
 */
function bearerToken(
  authorization: string | undefined,
  schemeCase: "accepted" | "refused",
): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith("Bearer ") && authorization[7] !== " ")
    return authorization.slice(7);
  return schemeCase === "accepted" ? /^bearer +(.*)$/i.exec(authorization)?.[1] : undefined;
}

/** Replies to a cancellation, by the order's previous state. */
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
  return replies[parseInteger(parameter) === undefined ? "malformedId" : "idBeyondInt64"];
}

function pet({ answers, replies }: WorldTemplate, parameter: string): Reply {
  if (answers["pets-answer"] === "gone") return replies.petsGone;
  if (answers["pets-answer"] === "not-found") return replies.petNotFound;
  if (parseInteger(parameter) === undefined) return replies.petNotFound;
  // The contract shows no field of a pet.
  return bodyReply(200, new TextEncoder().encode(`{"id":${parameter}}`), replies.petsHeaders);
}
