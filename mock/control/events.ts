/** What happens in a world, as server-sent events for as long as someone listens. */
import type { ServerResponse } from "node:http";
import { type Json, stringifyJson } from "../../spec/json.ts";
import type { Service } from "../service.ts";
import type { Session, WorldEvent } from "../session.ts";
import { annotated } from "./commands.ts";

/** How often orders that are due to ship are looked for, and after how many looks a silent connection gets a sign of life. */
const LOOK_MS = 1000;
const LOOKS = 15;
/** Bytes that a reader may be behind before it is cut off: it reads the log anew when it comes back. */
const MOST_BEHIND = 1 << 20;

/** Calls after the nth, if the client says which was its last, are told again. */
export function streamEvents(
  service: Service,
  session: Session,
  response: ServerResponse,
  after: number | undefined,
): void {
  response.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  const write = (text: string): void => {
    if (response.writableLength > MOST_BEHIND) response.destroy();
    else response.write(text);
  };
  const tell = (event: WorldEvent): void => write(eventText(service, event));
  write("retry: 1000\n\n");
  if (after !== undefined) for (const seen of session.log.after(after)) tell({ kind: "request", seen });
  const unwatch = session.watch(tell);
  let looks = 0;
  const timer = setInterval(() => {
    session.usedAt = service.now();
    session.settle(session.usedAt);
    if (++looks % LOOKS === 0) write(": still here\n\n");
  }, LOOK_MS).unref();
  response.once("close", () => {
    clearInterval(timer);
    unwatch();
  });
}

function eventText(service: Service, event: WorldEvent): string {
  const id = event.kind === "request" ? `id: ${event.seen.n}\n` : "";
  return `event: ${event.kind}\n${id}data: ${stringifyJson(dataOf(service, event))}\n\n`;
}

function dataOf(service: Service, event: WorldEvent): Json {
  if (event.kind === "request") return annotated(service, event.seen) as unknown as Json;
  return event.kind === "order" ? { id: String(event.id), state: event.state } : {};
}
