/** What the proxy answers itself: `/__admin/`, the page, and `/__admin/findings`, its events. All else is for the deployment. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Entry } from "./ledger.ts";
import { type Facts, POLICY, renderEntry, renderPage, slugOf } from "./page.ts";

export interface Watched {
  readonly facts: Facts;
  readonly entries: () => readonly Entry[];
  readonly requests: () => number;
}

/** Milliseconds between two looks at what is new. */
const LOOK_MS = 250;

/** False when the request is none of ours. */
export function answerAdmin(request: IncomingMessage, reply: ServerResponse, watched: Watched): boolean {
  if (request.method !== "GET") return false;
  switch (request.url) {
    case "/__admin":
      reply.writeHead(308, { Location: "/__admin/" }).end();
      return true;
    case "/__admin/":
      reply.writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": POLICY,
        "Cache-Control": "no-store",
      });
      reply.end(renderPage(watched.facts));
      return true;
    case "/__admin/findings":
      stream(reply, watched);
      return true;
    default:
      return false;
  }
}

/** Server-sent events: every entry once, and again whenever its number has changed. */
function stream(reply: ServerResponse, { entries, requests }: Watched): void {
  reply.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const told = new Map<string, number>();
  let toldRequests = -1;
  const tell = (event: string, data: string): void => void reply.write(`event: ${event}\ndata: ${data}\n\n`);
  const look = (): void => {
    if (requests() !== toldRequests) {
      toldRequests = requests();
      tell("requests", String(toldRequests));
    }
    for (const entry of entries()) {
      const id = slugOf(entry);
      if (told.get(id) === entry.times) continue;
      told.set(id, entry.times);
      tell("entry", JSON.stringify({ id, kind: entry.kind, markup: renderEntry(entry) }));
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  reply.once("close", () => clearInterval(timer));
}
