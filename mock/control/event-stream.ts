/** Streams the events of a world as server-sent events. */
import type { ServerResponse } from "node:http";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldUpdate } from "../service/world.ts";
import { annotate } from "./request-notes.ts";
import { Problem, type WorldAccess } from "./routes.ts";

/** How often due shipments are looked for, and after how many polls a keep-alive comment is sent. */
const POLL_MS = 1000;
const POLLS_PER_KEEP_ALIVE = 15;
/** Buffered bytes at which a slow reader is disconnected. It gets the missed requests when it reconnects. */
const MAX_BUFFERED = 1 << 20;
/** Streams of one world. */
const MAX_LISTENERS = 100;

/** The number of open streams of each world. */
const open = new WeakMap<World, number>();

/** With `lastEventId`, the stream starts with the requests after that number. Throws a Problem for one stream too many. */
export async function streamEvents(
  service: Service,
  access: WorldAccess,
  world: World,
  response: ServerResponse,
  lastEventId: number | undefined,
): Promise<void> {
  await access.refresh(world);
  if (response.destroyed) return;
  const count = open.get(world) ?? 0;
  if (count >= MAX_LISTENERS) throw new Problem(503, USER_ERRORS.tooManyListeners(MAX_LISTENERS), ["Retry-After", "1"]);
  open.set(world, count + 1);
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  const write = (text: string): void => {
    if (response.writableLength > MAX_BUFFERED) response.destroy();
    else response.write(text);
  };
  write("retry: 1000\n\n");
  const missed = lastEventId === undefined ? [] : world.log.after(lastEventId);
  for (const request of missed) response.write(eventText(service, world, { kind: "request", request }));
  const unwatch = world.watch((event) => write(eventText(service, world, event)));
  // A store that cannot be reached may come back. What others have done before the world was watched here is missing.
  const refresh = (): void => void access.refresh(world).catch(() => {});
  refresh();
  let polls = 0;
  const timer = setInterval(() => {
    world.usedAt = service.now();
    refresh();
    if (++polls % POLLS_PER_KEEP_ALIVE === 0) write(": keep-alive\n\n");
  }, POLL_MS).unref();
  response.once("close", () => {
    clearInterval(timer);
    unwatch();
    open.set(world, open.get(world)! - 1);
  });
}

function eventText(service: Service, world: World, event: WorldUpdate): string {
  const id = event.kind === "request" ? `id: ${event.request.n}\n` : "";
  return `event: ${event.kind}\n${id}data: ${stringifyJson(eventData(service, world, event))}\n\n`;
}

/** What the event of a world is sent as. */
export function eventData(service: Service, world: World, event: WorldUpdate): Json {
  if (event.kind === "request") return annotate(event.request, service.apiKeys, world.store.table) as unknown as Json;
  return event.kind === "order" ? { id: String(event.id), state: event.state } : {};
}
