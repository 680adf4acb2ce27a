/**
 * Reports the events of a world in batches. Each batch is made once, whatever the number of
 * listeners.
 */
import { type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldUpdate } from "../service/world.ts";
import { actOn, type OpenWorld } from "./open-world.ts";
import { annotate } from "./request-notes.ts";

/** How often we look for due shipments. */
const POLL_MS = 1000;
/** How long updates wait for others, to be sent together. */
const BATCH_MS = 100;

/** An update for listeners; a request includes its notes. */
export type SentUpdate = readonly [kind: WorldUpdate["kind"], data: JsonObject];

/** `bytes` are the updates as server-sent events, in UTF-8. */
type Listener = (updates: readonly SentUpdate[], bytes: Uint8Array) => void;

/**
 * Calls the listener with the logged requests after the given number (infinity for none), and then
 * with new updates, at most ten times a second, until the returned function is called. Leaves out
 * requests that have left the log meanwhile, as at a reset.
 */
export type Follow = (after: number, listener: Listener) => () => void;

const feeds = new WeakMap<World, Follow>();

/**
 * Returns the feed of a world, which watches the world while it has listeners. The caller must have
 * brought the world up to date.
 */
export function feedOf(open: OpenWorld): Follow {
  const follow = feeds.get(open.world) ?? createFeed(open);
  feeds.set(open.world, follow);
  return follow;
}

function createFeed(open: OpenWorld): Follow {
  const { service, world } = open;
  const listeners = new Set<Listener>();
  const waiting: WorldUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let unwatch = (): void => {};

  const send = (to: Iterable<Listener>, updates: readonly WorldUpdate[]): void => {
    const kept = updates.filter((one) => one.kind !== "request" || world.log.get(one.request.n));
    if (kept.length === 0) return;
    const sent = kept.map((update) => forListeners(service, world, update));
    const bytes = new TextEncoder().encode(sent.map(eventText).join(""));
    for (const listener of to) listener(sent, bytes);
  };
  const flush = (): void => {
    clearTimeout(timer);
    send(listeners, waiting.splice(0));
  };

  return (after, listener) => {
    if (listeners.size === 0) {
      unwatch = world.watch((update) => {
        if (waiting.push(update) === 1) timer = setTimeout(flush, BATCH_MS);
      });
      // An unreachable store may come back.
      polling = setInterval(() => void actOn(open, () => {}).catch(() => {}), POLL_MS);
    }

    // The log already has the waiting requests, which the listener would otherwise get twice.
    flush();
    const replay = world.log.after(after).map((request) => ({ kind: "request", request }) as const);
    send([listener], replay);
    listeners.add(listener);

    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      unwatch();
      clearInterval(polling);
    };
  };
}

function forListeners({ apiKeys }: Service, world: World, update: WorldUpdate): SentUpdate {
  if (update.kind === "order") {
    const { id, state } = update;
    return ["order", { id: String(id), ...(state && { state }) }];
  }
  if (update.kind !== "request") return [update.kind, {}];
  return ["request", annotate(update.request, apiKeys, world) as unknown as JsonObject];
}

function eventText([kind, data]: SentUpdate): string {
  const id = kind === "request" ? `id: ${data.n}\n` : "";
  return `event: ${kind}\n${id}data: ${stringifyJson(data)}\n\n`;
}
