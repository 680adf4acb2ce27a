/** A page in one file: no font, image or script is loaded, and its Content-Security-Policy forbids it. */
import { createHash } from "node:crypto";
import { HTML_MARK } from "../write-files.ts";

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[];

/** html`<p class="${kind}">${words}</p>`: strings are escaped, lists are joined, undefined and false are nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    literals.map((literal, i) => (i === 0 ? "" : textOf(parts[i - 1])) + literal).join(""),
  );
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeMarkup(String(part));
  return part.map(textOf).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Of all pages: light, dark, narrow and printed. */
const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --raised: #ffffff; --ink: #1d1d1b; --soft: #5d5c57; --line: #e4e2dc; --code: #f5f4f0;
  --good: #1a7035; --good-wash: #e6f4ea; --bad: #b3261e; --bad-wash: #fcebea; --open: #7a5200; --open-wash: #fbf1dc;
  --link: #1f5f99; --mark: #ffd8d4;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #161615; --raised: #1e1e1c; --ink: #ebe9e4; --soft: #a5a29a; --line: #35342f; --code: #23221f;
    --good: #6fcf8b; --good-wash: #1b2f21; --bad: #ff8f86; --bad-wash: #3a1f1d; --open: #e6b95c; --open-wash: #342a17;
    --link: #8dbff0; --mark: #6b2a25;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 62rem; padding: 0 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif; overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: .06em; }
:focus-visible { outline: .15rem solid var(--link); outline-offset: .15rem; border-radius: .15rem; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--raised); padding: .5rem 1rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h1, h2, h3 { line-height: 1.25; font-weight: 650; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); letter-spacing: -.015em; }
h2 { font-size: 1.3rem; letter-spacing: -.01em; margin: 3.5rem 0 1rem; }
h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
code, pre, .id { font-family: var(--mono); font-size: .86em; } .id { color: var(--soft); white-space: nowrap; } a.id { color: var(--link); }
.soft { color: var(--soft); } .good { --tone: var(--good); --wash: var(--good-wash); } .bad { --tone: var(--bad); --wash: var(--bad-wash); } .open { --tone: var(--open); --wash: var(--open-wash); }
header.top { padding: 3.5rem 0 0; }
.verdict { font-weight: 650; font-size: .85rem; letter-spacing: .06em; text-transform: uppercase; margin: 0 0 .6rem; color: var(--tone); }
header.top > p.soft { margin: .6rem 0 0; } h1 + dl.facts { margin-top: 1.4rem; }
.verdict-bar { display: block; width: 100%; height: .6rem; border-radius: .3rem; margin: 1.8rem 0 .8rem; background: var(--line); }
.verdict-bar rect { fill: var(--tone); } .verdict-bar .open { opacity: .55; }
dl.facts { display: flex; flex-wrap: wrap; gap: .3rem 2.2rem; margin: 0; }
dl.facts div { display: flex; gap: .45rem; align-items: baseline; }
dl.facts dt { color: var(--soft); order: 2; } dl.facts dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; padding: .9rem 0; margin: 1.8rem 0 0; border-block: 1px solid var(--line); }
header.top > .open:not(.verdict) { border-left: .25rem solid var(--open); background: var(--open-wash); padding: .8rem 1.1rem; margin: 1.5rem 0 0; border-radius: 0 .4rem .4rem 0; }
.chip { display: inline-block; min-width: 5.6em; padding: .1em .6em; border-radius: 1em; font-size: .78rem; font-weight: 600; text-align: center; white-space: nowrap; color: var(--tone, var(--soft)); background: var(--wash, none); }
article { background: var(--raised); border: 1px solid var(--line); border-radius: .7rem; padding: 1.3rem 1.5rem 1.5rem; margin: 0 0 1.2rem; }
:is(article, .note) > header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; justify-content: space-between; }
:is(article, .note) h3 { margin: 0; font-family: var(--mono); font-size: .95rem; } article h3 { color: var(--bad); }
.note { margin: 1.4rem 0 0; } .note > header { justify-content: start; }
article p { max-width: 54rem; }
article .strong { font-weight: 600; font-size: 1.08rem; margin: .7rem 0 .2rem; }
article > :is(.good, .bad) { color: var(--soft); } article > :is(.good, .bad) code { color: var(--tone); white-space: pre-wrap; }
details { margin: .8rem 0 0; } summary { cursor: pointer; color: var(--link); width: fit-content; } summary h2 { display: inline; }
section > details { margin: 3.5rem 0 0; }
pre { margin: .35rem 0 1rem; padding: .8rem 1rem; background: var(--code); border-radius: .45rem; white-space: pre-wrap; line-height: 1.5; tab-size: 2; }
.label { font-size: .78rem; font-weight: 600; color: var(--soft); margin: 1rem 0 0; }
mark { background: var(--mark); color: inherit; font-weight: 650; border-radius: .2em; padding: .05em .1em; }
.reproduce { position: relative; } .reproduce pre { margin-bottom: 0; } .reproduce:has(button:not([hidden])) pre { padding-right: 5.2rem; }
button { position: absolute; top: .5rem; right: .5rem; font: 600 .78rem/1 system-ui, sans-serif; padding: .45rem .7rem; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: .35rem; cursor: pointer; }
button:hover { border-color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--soft); padding: 0 0 .6rem; }
th, td { text-align: left; vertical-align: baseline; padding: .55rem 1.2rem .55rem 0; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: .85rem; } tbody th { font-weight: 500; }
.marks :is(td, thead th + th) { text-align: center; padding-right: 0; width: 6.4em; }
.marks tbody th { white-space: nowrap; }
ul.plain { list-style: none; padding: 0; margin: 0; }
ul.plain > li { display: grid; grid-template-columns: 6rem 1fr max-content; gap: 0 1.1rem; padding: .7rem 0; border-top: 1px solid var(--line); align-items: baseline; }
ul.plain p { margin: 0; } ul.plain .several { grid-column: 2 / -1; } p > .id { margin-right: .9em; }
h3 .soft { font-weight: 400; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) {
  body { padding: 0 1rem 3rem; } header.top { padding-top: 2rem; } h2 { margin-top: 2.5rem; }
  article { padding: 1rem; } ul.plain > li { grid-template-columns: 1fr; gap: .3rem; } .chip { justify-self: start; }
  .marks :is(td, thead th + th) { width: 2.8em; } .marks .chip { min-width: 0; padding: .1em .5em; } .marks .word { display: none; }
  .marks tbody th { white-space: normal; } th, td { padding-right: .8rem; } .reproduce:has(button:not([hidden])) pre { padding: 3rem 1rem .8rem; }
}
@media print {
  :root { color-scheme: light; } body { max-width: none; font-size: 10pt; padding: 0; } nav, button, .skip { display: none; }
  article { border: 0; padding: 0; } tr, li, pre { break-inside: avoid; } h2, h3, .label, article .strong, summary { break-after: avoid; } details::details-content { content-visibility: visible; block-size: auto; }
  summary { color: inherit; list-style: none; } a { color: inherit; text-decoration: none; } .chip, .verdict-bar, pre, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

interface Page {
  readonly title: string;
  /** A `data:` URL. */
  readonly icon: string;
  readonly body: Markup;
  readonly script: string;
  /** What the script may connect to, in terms of `connect-src`. Nothing by default. */
  readonly connectsTo?: "'self'";
}

export function htmlPage({ title, icon, body, script, connectsTo }: Page): string {
  const connections = connectsTo === undefined ? "" : ` connect-src ${connectsTo};`;
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(script)};${connections} img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(HTML_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Markup(STYLE)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}
