/** The page on which the findings appear as they come: `/__admin/`. What it shows is put in as text, never as markup. */
import { createHash } from "node:crypto";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { html, Markup } from "../reporters/markup.ts";
import { STYLE } from "../reporters/page-style.ts";
import { visible, visibleLine } from "../visible.ts";
import { CALLER_FAULTS, type CallerFault } from "./caller.ts";
import type { Entry } from "./ledger.ts";

export interface Facts {
  readonly target: string;
  readonly baseUrl: string;
  readonly prismVersion: string;
}

/** The heading and the place of an entry, by its kind. */
const PARTS = {
  violated: "What the deployment broke",
  caller: "What the app did",
  failed: "What got no whole answer",
  advice: "What one could dispute",
  unknown: "What Prism says and nobody has words for",
} as const satisfies Record<Entry["kind"], string>;

/** Puts each entry in its place, or in place of what it was; what was unfolded stays so. */
const SCRIPT = `
const status = document.getElementById("status");
const events = new EventSource("findings");
events.onopen = () => { status.textContent = "Listening."; };
events.onerror = () => { status.textContent = "The proxy does not answer. What follows is what it found until then."; };
events.addEventListener("entry", (event) => {
  const { id, kind, markup } = JSON.parse(event.data);
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  const next = holder.content.firstElementChild;
  const before = document.getElementById(id);
  if (before === null) document.querySelector("#" + kind + " .entries").append(next);
  else {
    const folded = next.querySelector("details");
    if (folded !== null) folded.open = before.querySelector("details").open;
    before.replaceWith(next);
  }
  document.getElementById(kind).hidden = false;
  document.getElementById("nothing").hidden = true;
});
events.addEventListener("requests", (event) => { document.getElementById("requests").textContent = event.data; });
`;

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
export const POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function renderPage({ target, baseUrl, prismVersion }: Facts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>orders-kit proxy: ${visibleLine(target)}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header class="top">
<h1>What passes to ${visibleLine(target)}</h1>
<p class="soft">The app calls <code>${visibleLine(baseUrl)}</code>. Judged by orders-kit and Prism ${prismVersion}: <span id="requests">0</span> requests so far.</p>
<p class="soft" role="status" id="status">Connecting.</p>
</header>
<main aria-live="polite">
<p id="nothing">Nothing to tell yet.</p>
${Object.entries(PARTS).map(
  ([
    kind,
    title,
  ]) => html`<section id="${kind}" aria-labelledby="${kind}-title" hidden><h2 id="${kind}-title">${title}</h2><div class="entries"></div></section>
`,
)}</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

/** Letters, digits and dashes that no other entry has. */
export function slugOf({ kind, id, where }: Entry): string {
  return `entry-${createHash("sha256").update(`${kind} ${id} ${where}`).digest("hex").slice(0, 16)}`;
}

export function renderEntry(entry: Entry): string {
  const { kind, id, why, where, times, evidence } = entry;
  const statement =
    kind === "caller" ? CALLER_FAULTS[id as CallerFault] : CLAUSES.find((clause) => clause.id === id)?.statement;
  return html`<article id="${slugOf(entry)}"><header><h3>${id}</h3><span class="soft"><code>${visibleLine(where)}</code> · ${times === 1 ? "once" : `${times} times`}</span></header>
${statement === undefined ? undefined : html`<p class="statement">${statement}</p>`}
<p>${visible(why)}</p>
<details><summary>Request and response</summary><pre>${visible(evidence.request)}</pre><pre>${visible(evidence.response)}</pre>${evidence.curl === "" ? undefined : html`<pre>${visible(evidence.curl)}</pre>`}</details></article>`
    .text;
}
