/** Streams the events of a world as server-sent events. */
import type { ServerResponse } from "node:http";
import type { Follow } from "../../control/world-feed.ts";

const HEARTBEAT_MS = 15_000;
/**
 * We disconnect a slow reader once this many bytes are buffered. It gets the missed requests when
 * it reconnects.
 */
const MAX_BUFFERED = 1 << 18;

/** The stream starts with the logged requests after `after`; infinity leaves all of them out. */
export function streamEvents(follow: Follow, response: ServerResponse, after: number): void {
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  const write = (chunk: string | Uint8Array): void => {
    // A destroyed response remains a listener until its connection closes.
    if (response.destroyed) return;
    if (response.writableLength > MAX_BUFFERED) response.destroy();
    else response.write(chunk);
  };
  write("retry: 1000\n\n");
  const unfollow = follow(after, (_, bytes) => write(bytes));
  const timer = setInterval(() => write(": keep-alive\n\n"), HEARTBEAT_MS).unref();
  response.once("close", () => {
    clearInterval(timer);
    unfollow();
  });
}
