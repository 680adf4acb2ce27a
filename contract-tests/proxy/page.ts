/** The page that shows the findings when they are found: `/__admin/`. What a deployment or an app wrote is text on it. */
import { createHash } from "node:crypto";
import { escapeLine, escapeText } from "../client/escape-text.ts";
import { html, htmlPage } from "../report/html/page.ts";
import { quoteOf } from "../report/html/page-writer.ts";
import { LOG_TITLES, type LogEntry, statementOf } from "./findings-log.ts";

export interface ProxyFacts {
  readonly target: string;
  readonly baseUrl: string;
  readonly prismVersion: string;
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
events.addEventListener("requests", (event) => { document.getElementById("requests").textContent = event.data; });
`;

export function renderPage({ target, baseUrl, prismVersion }: ProxyFacts): string {
  const body = html`<header class="top">
<h1>Traffic to ${escapeLine(target)}</h1>
<p class="soft">The app calls <code>${escapeLine(baseUrl)}</code>. Judged by orders-kit and Prism ${prismVersion}: <span id="requests">0</span> requests so far.</p>
<p class="soft" role="status" id="status">Connecting.</p>
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
export function entryId({ kind, id, where }: LogEntry): string {
  return `entry-${createHash("sha256").update(`${kind} ${id} ${where}`).digest("hex").slice(0, 16)}`;
}

export function renderEntry(entry: LogEntry): string {
  const { id, why, where, times, evidence } = entry;
  const statement = statementOf(entry);
  return html`<article id="${entryId(entry)}"><header><h3>${id}</h3><span class="soft"><code>${escapeLine(where)}</code> · ${times === 1 ? "once" : `${times} times`}</span></header>
${statement === undefined ? undefined : html`<p class="statement">${statement}</p>`}
<p>${escapeText(why)}</p>
<details><summary>Request and response</summary>${quoteOf(evidence)}</details></article>`.text;
}
