/** Streams the events of a world as server-sent events. */
import type { ServerResponse } from "node:http";
import { type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldUpdate } from "../service/world.ts";
import { annotate } from "./request-notes.ts";
import type { WorldAccess } from "./routes.ts";

/** How often due shipments are looked for. */
const POLL_MS = 1000;
const KEEP_ALIVE_MS = 15_000;
/** Buffered bytes at which a slow reader is disconnected. It gets the missed requests when it reconnects. */
const MAX_BUFFERED = 1 << 20;

/** With `lastEventId`, the stream starts with the requests after that number. */
export async function streamEvents(
  service: Service,
  access: WorldAccess,
  world: World,
  response: ServerResponse,
  lastEventId: number | undefined,
): Promise<void> {
  await access.refresh(world);
  if (response.destroyed) return;
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
  const unfollow = followEvents(service, access, world, lastEventId, (kind, data) => {
    const id = kind === "request" ? `id: ${data.n}\n` : "";
    write(`event: ${kind}\n${id}data: ${stringifyJson(data)}\n\n`);
  });
  const timer = setInterval(() => write(": keep-alive\n\n"), KEEP_ALIVE_MS).unref();
  response.once("close", () => {
    clearInterval(timer);
    unfollow();
  });
}

/**
 * Calls `send` for the logged requests after a number, if there is one, and for each update of a world, until the returned function is
 * called.
 */
export function followEvents(
  service: Service,
  access: WorldAccess,
  world: World,
  after: number | undefined,
  send: (kind: WorldUpdate["kind"], data: JsonObject) => void,
): () => void {
  const tell = (event: WorldUpdate): void => send(event.kind, eventData(service, world, event));
  if (after !== undefined)
    for (const request of world.log.after(after)) tell({ kind: "request", request });
  const unwatch = world.watch(tell);
  // A store that cannot be reached may come back. What others have done before the world was watched here is missing.
  const refresh = (): void => void access.refresh(world).catch(() => {});
  refresh();
  const timer = setInterval(refresh, POLL_MS);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

function eventData(service: Service, world: World, event: WorldUpdate): JsonObject {
  if (event.kind === "request")
    return annotate(event.request, service.apiKeys, world.store.table) as unknown as JsonObject;
  return event.kind === "order" ? { id: String(event.id), state: event.state } : {};
}
