/** Writes a document as a page in one file. */
import type { Evidence } from "../../assertions/finding.ts";
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import {
  type Block,
  type Document,
  type Entry,
  type List,
  type Mark,
  partsOf,
  type Section,
  shownIn,
  type Table,
  type Text,
} from "../document.ts";
import { html, htmlPage, type Markup } from "./page.ts";

const ICON_COLORS = { good: "%231a7035", bad: "%23b3261e", open: "%23b98900" } as const;

/** The page works without it: it copies curl lines, and opens folded parts before printing. */
const SCRIPT = `
const showCopyButtons = () => {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = !navigator.clipboard;
};
showCopyButtons();
addEventListener("click", async ({ target: button }) => {
  if (!button.matches("button[data-copy]")) return;
  try {
    await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector("code"));
    button.textContent = "Selected";
  }
  document.getElementById("status").textContent = button.textContent;
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
addEventListener("beforeprint", () => { for (const details of document.querySelectorAll("details")) details.open = true; });
`;

/** For what the script says. */
const STATUS = html`<p class="visually-hidden" role="status" id="status"></p>`;

/** What a page that renews itself has in addition: the end of its header, with a status, and a script, which may call its own server. */
interface Live {
  readonly head: Markup;
  readonly script: string;
}

export function writePage(
  { tone, result, title, lead, facts, sections, footer }: Document,
  live?: Live,
): string {
  const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='${ICON_COLORS[tone]}'/></svg>`;
  const shown = shownIn("page", sections);
  const body = html`<a class="skip" href="#main">Skip to the findings</a>
<header class="top">
<p class="verdict ${tone}">${result}</p>
<h1>${escapeLine(title)}</h1>
${lead.map(blockOf)}${live?.head ?? STATUS}${bar(facts)}
<dl class="facts">${facts.map(({ value, word }) => html`<div><dt>${word}</dt><dd>${value.toLocaleString("en")}</dd></div>`)}</dl>
<nav aria-label="Sections of this page"><ul>${shown.map(({ id, title: name }) => html`<li><a href="#${id}">${escapeLine(name)}</a></li>`)}</ul></nav>
</header>
<main id="main">
${shown.map(sectionOf)}</main>
<footer><p>${footer}</p></footer>`;
  const script = `${SCRIPT}${live?.script ?? ""}`;
  return htmlPage({
    title: escapeLine(title),
    icon,
    body,
    script,
    ...(live && { connectsTo: "'self'" }),
  });
}

/** The parts of a whole, as wide as they are many. */
function bar(facts: Document["facts"]): Markup | undefined {
  let x = 0;
  const parts = facts.map(({ value, tone }) => {
    if (tone === undefined) return undefined;
    x += Number(value);
    return html`<rect class="${tone}" x="${x - Number(value)}" width="${value}" height="1"/>`;
  });
  if (x === 0) return undefined;
  return html`<svg class="verdict-bar" viewBox="0 0 ${x} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function sectionOf({ id, title, folded, blocks }: Section): Markup {
  const heading = html`<h2 id="${id}">${escapeLine(title)}</h2>`;
  const content = shownIn("page", blocks).map(blockOf);
  const isFolded = folded?.includes("page");
  return html`<section aria-labelledby="${id}">
${isFolded ? html`<details><summary>${heading}</summary>${content}</details>` : [heading, ...content]}
</section>
`;
}

function blockOf(block: Block): Markup {
  switch (block.kind) {
    case "paragraph":
      return html`<p${block.tone && html` class="${block.tone}"`}>${words(block.text)}</p>`;
    case "list":
      return listOf(block);
    case "table":
      return tableOf(block);
    case "card":
    case "note":
      return entryOf(block);
    case "quotes":
      return html`${block.quotes.map((quote, i) =>
        i < block.whole && !block.folded?.includes("page")
          ? quoteOf(quote)
          : html`<details><summary><code>${escapeLine(quote.summary)}</code></summary>${quoteOf(quote)}</details>`,
      )}`;
  }
}

function words(text: Text): Markup {
  return html`${partsOf<Markup | string>(text, escapeText, (code) => html`<code>${escapeLine(code)}</code>`)}`;
}

function listOf({ heading, items }: List): Markup {
  const lines = items.map(({ mark, text, names, to }) => {
    const named =
      to === undefined
        ? names.map(nameOf)
        : html`<a class="id" href="#${to}">${names.join(" ")}</a>`;
    if (mark === undefined) return html`<li>${words(text)} ${named}</li>`;
    return html`<li>${chip(mark)}<p>${words(text)}</p>${names.length > 1 ? html`<p class="several">${named}</p>` : named}</li>`;
  });
  return html`${heading && html`<h3>${heading.title} <span class="soft">${heading.count}</span></h3>`}
<ul${items.some(({ mark }) => mark !== undefined) && html` class="plain"`}>${lines}</ul>`;
}

const nameOf = (name: string): Markup => html`<span class="id">${escapeLine(name)}</span> `;

function chip({ sign, word, tone }: Mark): Markup {
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign}</span> <span class="${tone === "soft" ? "visually-hidden" : "word"}">${word}</span></span>`;
}

function tableOf({ caption, layout, heads, rows }: Table): Markup {
  const lines = rows.map(({ name, about, cells }) => {
    const head = html`<th scope="row">${about.length > 0 && html`${words(about)}<br>`}${nameOf(name)}</th>`;
    return html`<tr>${head}${cells.map((cell) => html`<td>${"sign" in cell ? chip(cell) : words(cell)}</td>`)}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="${layout}"><caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${escapeLine(head)}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table></div>`;
}

function entryOf({ kind, name, anchor, facts, blocks }: Entry): Markup {
  const content = html`<header><h3${anchor && html` id="${anchor}"`}>${escapeLine(name)}</h3><span class="soft">${words(facts)}</span></header>
${shownIn("page", blocks).map(blockOf)}`;
  if (kind === "note") return html`<div class="note">${content}</div>`;
  return html`<article aria-labelledby="${anchor}">${content}</article>`;
}

/** Request, response and, where there is one, the curl line with a button that copies it. */
function quoteOf({ request, response, curl }: Evidence): Markup {
  return html`<p class="label">Request</p><pre><code>${escapeText(request)}</code></pre>
<p class="label">Response</p><pre><code>${escapeText(response)
    .split(/»([^«]*)«/)
    .map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part))}</code></pre>
${curl !== "" && html`<p class="label">Reproduce</p><div class="reproduce"><button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button><pre><code>${escapeText(curl)}</code></pre></div>`}`;
}
