/** The proxy's own addresses: `/__admin/`, the page, and `/__admin/findings`, its events. All others are the deployment's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { USER_ERRORS, type UserError } from "../../spec/errors/user-errors.ts";
import { callerOf, isForeignPage, isOwnHost, opensPage } from "../../spec/interface/caller.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { LogEntry } from "./findings-log.ts";
import { entryId, type ProxyFacts, renderEntry, renderPage } from "./page.ts";

export interface AdminSource {
  readonly facts: ProxyFacts;
  readonly entries: () => readonly LogEntry[];
  readonly requests: () => number;
}

const POLL_MS = 250;

const PATHS = ["/__admin", "/__admin/", "/__admin/findings"];

/** False when the request is for the deployment. */
export function answerAdmin(request: IncomingMessage, reply: ServerResponse, source: AdminSource): boolean {
  const { method, url = "", headers } = request;
  if (refuseForeignHost(request, reply)) return true;
  if (method !== "GET" || !PATHS.includes(url)) return false;
  const followsLink = url !== "/__admin/findings" && opensPage(headers);
  if (!followsLink && isForeignPage(callerOf(headers))) {
    refuse(reply, USER_ERRORS.proxyOrigin());
    return true;
  }
  switch (url) {
    case "/__admin":
      reply.writeHead(308, { Location: "/__admin/" }).end();
      return true;
    case "/__admin/":
      reply.writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "frame-ancestors 'none'",
        "Cache-Control": "no-store",
      });
      reply.end(renderPage(source.facts));
      return true;
    default:
      streamEvents(reply, source);
      return true;
  }
}

/**
 * A browser sends the name of the page that calls: a name that only resolves to this machine is that of another site (DNS
 * rebinding). A program that uses the proxy as its forward proxy sends an absolute address, and the host of the deployment.
 */
function refuseForeignHost({ url = "", headers }: IncomingMessage, reply: ServerResponse): boolean {
  const isRefused = url.startsWith("/") && !isOwnHost(headers.host);
  if (isRefused) refuse(reply, USER_ERRORS.proxyHost());
  return isRefused;
}

/** An Error as in the contract. */
function refuse(reply: ServerResponse, { code, message }: UserError): void {
  reply.writeHead(403, { "Content-Type": "application/json", Connection: "close" });
  reply.end(stringifyJson({ code, message, status: 403 }));
}

/** Server-sent events: every entry once, and again when its count has changed. */
function streamEvents(reply: ServerResponse, { entries, requests }: AdminSource): void {
  reply.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const sentCounts = new Map<string, number>();
  let sentRequests = -1;
  const send = (event: string, data: string): void => void reply.write(`event: ${event}\ndata: ${data}\n\n`);
  const sendChanges = (): void => {
    if (requests() !== sentRequests) {
      sentRequests = requests();
      send("requests", String(sentRequests));
    }
    for (const entry of entries()) {
      const id = entryId(entry);
      if (sentCounts.get(id) === entry.times) continue;
      sentCounts.set(id, entry.times);
      send("entry", JSON.stringify({ id, kind: entry.kind, markup: renderEntry(entry) }));
    }
  };
  sendChanges();
  const timer = setInterval(sendChanges, POLL_MS);
  reply.once("close", () => clearInterval(timer));
}
