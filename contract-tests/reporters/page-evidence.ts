/** Evidence on the page. */
import type { Evidence } from "../check.ts";
import { visible, visibleLine } from "../visible.ts";
import { html, type Markup } from "./markup.ts";
import { exchangeLine } from "./words.ts";

/** Request and response, and the line that repeats them, with a button that copies it. */
export function quotation({ request, response, curl }: Evidence): Markup {
  return html`<p class="label">Request</p><pre><code>${visible(request)}</code></pre>
<p class="label">Response</p><pre><code>${emphasized(visible(response))}</code></pre>
<p class="label">Repeat it</p><div class="repeat"><button type="button" data-copy hidden aria-label="Copy the curl line">Copy</button><pre><code>${visible(curl)}</code></pre></div>`;
}

/** An exchange that opens on a click, named by its request and its status. */
export function exchange(evidence: Evidence, times = 1): Markup {
  return html`<details><summary><code>${visibleLine(exchangeLine(evidence))}</code></summary>${quotation(evidence)}${again(times)}</details>
`;
}

export function again(times: number): Markup | undefined {
  return times > 1 ? html`<p class="soft">And the same again, ${times} times in all.</p>` : undefined;
}

/** The fault stands between » and «. */
function emphasized(text: string): Markup {
  const parts = text.split(/»([^«]*)«/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
