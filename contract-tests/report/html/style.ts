/** The style sheet of all pages: light, dark, narrow and printed. */

export const STYLE = `
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
.soft { color: var(--soft); }
header.top { padding: 3.5rem 0 0; }
.verdict { font-weight: 650; font-size: .85rem; letter-spacing: .06em; text-transform: uppercase; margin: 0 0 .6rem; }
.pass { color: var(--good); } .fail { color: var(--bad); } .inconclusive { color: var(--open); }
header.top > p.soft { margin: .6rem 0 0; } h1 + dl.facts { margin-top: 1.4rem; }
.verdict-bar { display: block; width: 100%; height: .6rem; border-radius: .3rem; margin: 1.8rem 0 .8rem; background: var(--line); }
.verdict-bar .held { fill: var(--good); } .verdict-bar .violated { fill: var(--bad); } .verdict-bar .withheld, .verdict-bar .unproven { fill: var(--open); opacity: .55; }
dl.facts { display: flex; flex-wrap: wrap; gap: .3rem 2.2rem; margin: 0; }
dl.facts div { display: flex; gap: .45rem; align-items: baseline; }
dl.facts dt { color: var(--soft); order: 2; } dl.facts dd { margin: 0; font-weight: 650; font-variant-numeric: tabular-nums; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; padding: .9rem 0; margin: 1.8rem 0 0; border-block: 1px solid var(--line); }
.notice { border-left: .25rem solid var(--open); background: var(--open-wash); padding: .8rem 1.1rem; margin: 1.5rem 0 0; border-radius: 0 .4rem .4rem 0; }
.chip { display: inline-block; min-width: 5.6em; padding: .1em .6em; border-radius: 1em; font-size: .78rem; font-weight: 600; text-align: center; white-space: nowrap; }
.chip.held { color: var(--good); background: var(--good-wash); } .chip.violated { color: var(--bad); background: var(--bad-wash); }
.chip.unproven, .chip.withheld { color: var(--open); background: var(--open-wash); }
article { background: var(--raised); border: 1px solid var(--line); border-radius: .7rem; padding: 1.3rem 1.5rem 1.5rem; margin: 0 0 1.2rem; }
article > header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; justify-content: space-between; }
article h3 { margin: 0; font-family: var(--mono); font-size: .95rem; color: var(--bad); }
article p { max-width: 54rem; } #app-fault h3 { color: var(--link); } :is(#advice, #unknown) article h3 { color: var(--open); }
.statement { font-weight: 600; font-size: 1.08rem; margin: .7rem 0 .2rem; }
.pair { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: 1rem 0; }
.pair dt { color: var(--soft); } .pair dd { margin: 0; font-family: var(--mono); font-size: .86em; white-space: pre-wrap; align-self: center; }
.pair .expected { color: var(--good); } .pair .received { color: var(--bad); }
details { margin: .8rem 0 0; } summary { cursor: pointer; color: var(--link); width: fit-content; }
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
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .matrix td, .matrix thead th + th { text-align: center; padding-right: 0; width: 6.4em; }
.sides { table-layout: fixed; min-width: 30rem; } .sides thead td { border: 0; width: 50%; } .sides :is(td, th) { vertical-align: top; }
.matrix tbody th { white-space: nowrap; } .matrix code { color: var(--soft); display: block; }
ul.plain { list-style: none; padding: 0; margin: 0; }
ul.plain > li { display: grid; grid-template-columns: 6rem 1fr max-content; gap: 0 1.1rem; padding: .7rem 0; border-top: 1px solid var(--line); align-items: baseline; }
ul.plain p { margin: 0; } p > .id { margin-right: .9em; }
h3 .soft { font-weight: 400; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 40rem) {
  body { padding: 0 1rem 3rem; } header.top { padding-top: 2rem; } h2 { margin-top: 2.5rem; }
  article { padding: 1rem; } ul.plain > li { grid-template-columns: 1fr; gap: .3rem; } .chip { justify-self: start; }
  .matrix td, .matrix thead th + th { width: 2.8em; } .matrix .chip { min-width: 0; padding: .1em .5em; } .matrix .word { display: none; }
  .matrix tbody th { white-space: normal; } th, td { padding-right: .8rem; } .reproduce:has(button:not([hidden])) pre { padding: 3rem 1rem .8rem; }
  .sides, .sides :is(thead, tbody) { display: block; min-width: 0; } .sides tr { display: grid; grid-template-columns: 1fr 1fr; border-top: 1px solid var(--line); }
  .sides thead tr { border: 0; } .sides thead td { display: none; } .sides :is(th, td) { border: 0; }
  .sides tbody th, .sides td:only-of-type { grid-column: 1 / -1; } .sides tbody th { padding-bottom: 0; } .sides .id { white-space: normal; }
}
@media print {
  :root { color-scheme: light; } body { max-width: none; font-size: 10pt; padding: 0; } nav, button, .skip { display: none; }
  article { border: 0; padding: 0; } tr, li, pre, .pair { break-inside: avoid; } h2, h3, .label, .statement, summary { break-after: avoid; } details::details-content { content-visibility: visible; block-size: auto; }
  summary { color: inherit; list-style: none; } a { color: inherit; text-decoration: none; } .chip, .verdict-bar, pre, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
