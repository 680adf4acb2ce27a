/** Evidence on the page. */
import type { Evidence } from "../../assertions/finding.ts";
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import { exchangeLine, mergeRepeats } from "../evidence.ts";
import { html, type Markup } from "./template.ts";

/** Request, response and, where there is one, the curl line with a button that copies it. */
export function exchange({ request, response, curl }: Evidence): Markup {
  return html`<p class="label">Request</p><pre><code>${escapeText(request)}</code></pre>
<p class="label">Response</p><pre><code>${markFault(escapeText(response))}</code></pre>
${curl === "" ? undefined : reproduction(curl)}`;
}

function reproduction(curl: string): Markup {
  return html`<p class="label">Reproduce</p><div class="reproduce"><button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button><pre><code>${escapeText(curl)}</code></pre></div>`;
}

/** An exchange that opens on a click on its request and status. */
export function foldedExchange(evidence: Evidence, times = 1): Markup {
  return html`<details><summary><code>${escapeLine(exchangeLine(evidence))}</code></summary>${exchange(evidence)}${repeatNote(times)}</details>
`;
}

/** The evidence of a violated clause: the first exchange is open. */
export function exchanges(evidence: readonly Evidence[]): readonly Markup[] {
  return mergeRepeats(evidence).map(({ evidence: one, times }, i) =>
    i === 0 ? html`${exchange(one)}${repeatNote(times)}` : foldedExchange(one, times),
  );
}

export function foldedExchanges(evidence: readonly Evidence[]): readonly Markup[] {
  return mergeRepeats(evidence).map(({ evidence: one, times }) => foldedExchange(one, times));
}

function repeatNote(times: number): Markup | undefined {
  return times > 1 ? html`<p class="soft">${times} times in a row.</p>` : undefined;
}

/** The evidence has the fault between » and «. */
function markFault(text: string): Markup {
  const parts = text.split(/»([^«]*)«/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
