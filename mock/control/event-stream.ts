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

/** The open streams of a world. */
interface Channel {
  readonly responses: Set<ServerResponse>;
  /** Called when there is none left. */
  stop(): void;
}

const channels = new WeakMap<World, Channel>();

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
  const { responses, stop } = channels.get(world) ?? openChannel(service, access, world);
  if (responses.size >= MAX_LISTENERS)
    throw new Problem(503, USER_ERRORS.tooManyListeners(MAX_LISTENERS), ["Retry-After", "1"]);
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  response.write("retry: 1000\n\n");
  const missed = lastEventId === undefined ? [] : world.log.after(lastEventId);
  for (const request of missed) response.write(eventText(service, world, { kind: "request", request }));
  responses.add(response);
  response.once("close", () => {
    responses.delete(response);
    if (responses.size === 0) stop();
  });
}

/** Each event is made into text once, however many listen. */
function openChannel(service: Service, access: WorldAccess, world: World): Channel {
  const responses = new Set<ServerResponse>();
  const write = (text: string): void => {
    for (const response of responses)
      if (response.writableLength > MAX_BUFFERED) response.destroy();
      else response.write(text);
  };
  const unwatch = world.watch((event) => write(eventText(service, world, event)));
  const refresh = (): void => {
    // A store that cannot be reached may come back.
    access.refresh(world).catch(() => {});
  };
  refresh();
  let polls = 0;
  const timer = setInterval(() => {
    world.usedAt = service.now();
    refresh();
    if (++polls % POLLS_PER_KEEP_ALIVE === 0) write(": keep-alive\n\n");
  }, POLL_MS).unref();
  const stop = (): void => {
    clearInterval(timer);
    unwatch();
    channels.delete(world);
  };
  const channel = { responses, stop };
  channels.set(world, channel);
  return channel;
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
