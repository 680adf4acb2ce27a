/**
 * The proxy's own addresses: `/__admin/`, the page that shows the findings when they are found, `/__admin/findings`, its events, and
 * `/__admin/orders.yaml`, a scenario of the orders of the last list.
 * What a deployment or an app wrote is text on it. All other addresses are the deployment's.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { USER_ERRORS, type UserError } from "../../spec/errors/user-errors.ts";
import { callerOf, isForeignPage, isOwnHost, opensPage } from "../../spec/interface/caller.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import { escapeLine, escapeText } from "../client/escape-text.ts";
import { html, htmlPage } from "../report/html/page.ts";
import { quoteOf } from "../report/html/page-writer.ts";
import { LOG_TITLES, type LogEntry, statementOf } from "./findings-log.ts";
import type { SeenOrders } from "./seen-orders.ts";

export interface AdminSource {
  readonly target: string;
  /** The base address for the app. */
  readonly baseUrl: string;
  readonly prismVersion: string;
  readonly entries: () => readonly LogEntry[];
  readonly requests: () => number;
  readonly orders: Pick<SeenOrders, "hasList" | "scenario">;
}

const [PAGE, EVENTS, ORDERS] = ["/__admin/", "/__admin/findings", "/__admin/orders.yaml"];

/** False when the request is for the deployment. */
export function answerAdmin(request: IncomingMessage, reply: ServerResponse, source: AdminSource): boolean {
  const { method, url = "", headers } = request;
  // A browser sends the name of the page that calls: a name that only resolves to this machine is that of another site (DNS
  // rebinding).
  if (!isOwnHost(headers.host)) return refuse(reply, USER_ERRORS.proxyHost());
  if (method !== "GET" || !["/__admin", PAGE, EVENTS, ORDERS].includes(url)) return false;
  const followsLink = url !== EVENTS && url !== ORDERS && opensPage(headers);
  if (!followsLink && isForeignPage(callerOf(headers))) return refuse(reply, USER_ERRORS.proxyOrigin());
  if (url === EVENTS) streamEvents(reply, source);
  else if (url === ORDERS) sendOrders(reply, source.orders.scenario());
  else if (url === PAGE) {
    reply.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "frame-ancestors 'none'",
      "Cache-Control": "no-store",
    });
    reply.end(renderPage(source));
  } else reply.writeHead(308, { Location: PAGE }).end();
  return true;
}

/** An Error as in the contract. */
function refuse(reply: ServerResponse, { code, message }: UserError): true {
  reply.writeHead(403, { "Content-Type": "application/json", Connection: "close" });
  reply.end(stringifyJson({ code, message, status: 403 }));
  return true;
}

function sendOrders(reply: ServerResponse, scenario: string | undefined): void {
  const headers = {
    "Content-Type": "application/yaml",
    "Content-Disposition": "attachment",
    "Cache-Control": "no-store",
  };
  if (scenario === undefined) reply.writeHead(404).end("No list has passed through the proxy yet.\n");
  else reply.writeHead(200, headers).end(scenario);
}

const POLL_MS = 250;

/** Server-sent events: the state, and every entry, once, and again when it has changed. */
function streamEvents(reply: ServerResponse, { entries, requests, orders }: AdminSource): void {
  reply.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const sent = new Map<string, string>();
  const send = (event: string, id: string, facts: object): void => {
    const data = JSON.stringify({ id, ...facts });
    if (sent.get(id) !== data) reply.write(`event: ${event}\ndata: ${data}\n\n`);
    sent.set(id, data);
  };
  const sendChanges = (): void => {
    send("state", "", { requests: requests(), hasList: orders.hasList });
    for (const entry of entries()) send("entry", entryId(entry), { kind: entry.kind, markup: renderEntry(entry) });
  };
  sendChanges();
  const timer = setInterval(sendChanges, POLL_MS);
  reply.once("close", () => clearInterval(timer));
}

/** Adds each entry to its section, or replaces the earlier one; an open one stays open. */
const SCRIPT = `
const status = document.getElementById("status");
const events = new EventSource("findings");
events.onopen = () => { status.textContent = "Listening."; };
events.onerror = () => { status.textContent = "The proxy does not answer. The findings below are from before."; };
events.addEventListener("entry", (event) => {
  const { id, kind, markup } = JSON.parse(event.data);
  const template = document.createElement("template");
  template.innerHTML = markup;
  const entry = template.content.firstElementChild;
  const before = document.getElementById(id);
  if (before === null) document.querySelector("#" + kind + " .entries").append(entry);
  else {
    entry.querySelector("details").open = before.querySelector("details").open;
    before.replaceWith(entry);
  }
  document.getElementById(kind).hidden = false;
  document.getElementById("nothing").hidden = true;
});
events.addEventListener("state", (event) => {
  const { requests, hasList } = JSON.parse(event.data);
  document.getElementById("requests").textContent = requests;
  document.getElementById("orders").hidden = !hasList;
});
`;

function renderPage({ target, baseUrl, prismVersion }: AdminSource): string {
  const body = html`<header class="top">
<h1>Traffic to ${escapeLine(target)}</h1>
<p class="soft">The app calls <code>${escapeLine(baseUrl)}</code>. Judged by orders-kit and Prism ${prismVersion}: <span id="requests">0</span> requests so far.</p>
<p class="soft" role="status" id="status">Connecting.</p>
<p class="soft" id="orders" hidden><a href="orders.yaml" download>Download the orders of the last list</a> as a scenario, for <code>orders-kit mock --scenario orders.yaml</code>.</p>
</header>
<main aria-live="polite">
<p id="nothing">No findings yet.</p>
${Object.entries(LOG_TITLES).map(
  ([
    kind,
    title,
  ]) => html`<section id="${kind}" aria-labelledby="${kind}-title" hidden><h2 id="${kind}-title">${title}</h2><div class="entries"></div></section>
`,
)}</main>`;
  return htmlPage({
    title: `orders-kit proxy: ${escapeLine(target)}`,
    icon: "data:,",
    body,
    script: SCRIPT,
    connectsTo: "'self'",
  });
}

/** The same for an entry and its later counts. */
function entryId({ kind, id, where }: LogEntry): string {
  return `entry-${createHash("sha256").update(`${kind} ${id} ${where}`).digest("hex").slice(0, 16)}`;
}

function renderEntry(entry: LogEntry): string {
  const { id, why, where, times, evidence } = entry;
  const statement = statementOf(entry);
  return html`<article id="${entryId(entry)}"><header><h3>${id}</h3><span class="soft"><code>${escapeLine(where)}</code> · ${times === 1 ? "once" : `${times} times`}</span></header>
${statement === undefined ? undefined : html`<p class="statement">${statement}</p>`}
<p>${escapeText(why)}</p>
<details><summary>Request and response</summary>${quoteOf(evidence)}</details></article>`.text;
}
