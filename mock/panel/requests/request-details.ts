/** Shows an opened request: its actions, its headers and the body of its response. */
import type { AnnotatedRequest, ExchangeDetails } from "../../control/request-notes.ts";
import type { WorldControl } from "../../control/world-control.ts";
import { element } from "../element.ts";
import { type CalledService, requestActions } from "./request-actions.ts";

export async function showDetails(
  into: HTMLElement,
  request: AnnotatedRequest,
  world: WorldControl,
  called: CalledService,
): Promise<void> {
  const content = element("div", { class: "exchange" });
  into.append(content);
  const all = (exchange: ExchangeDetails) => [
    requestActions(request, exchange, called),
    ...parts(exchange),
  ];
  const why = ({ message }: Error) => [element("p", { class: "about" }, message)];
  content.append(...(await world.exchange(request.n).then(all, why)));
}

function parts({ requestHeaders, responseHeaders, body, bytes }: ExchangeDetails): HTMLElement[] {
  // One order per line makes a long list readable. We never parse it, so digits stay as they are.
  const shown = body.startsWith("[") ? body.replaceAll("},{", "},\n {") : body;
  return [
    ...headers("Request headers", requestHeaders),
    ...headers("Response headers", responseHeaders),
    element("h3", {}, `Response body, ${bytes.toLocaleString("en")} bytes`),
    ...(bytes === 0
      ? []
      : [element("pre", { tabindex: "0", "aria-label": "Response body" }, shown)]),
  ];
}

function headers(title: string, fields: ExchangeDetails["requestHeaders"]): HTMLElement[] {
  const list = element("dl");
  for (const [name, value] of fields)
    list.append(element("dt", {}, name), element("dd", {}, value));
  return [element("h3", {}, title), list];
}
