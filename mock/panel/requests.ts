/** The requests that the mock receives, newest first, each with notes on what the contract says about it. One opens on a click. */
import type { AnnotatedRequest, ExchangeDetails } from "../control/request-notes.ts";
import type { ShownWorld } from "./connection.ts";
import { byId, element, setText } from "./element.ts";

/** Requests that are shown. */
const MAX_REQUESTS = 200;

export function requestList(shown: ShownWorld) {
  const list = byId("log");
  /** Requests that the next frame shows. */
  let pending: AnnotatedRequest[] = [];
  const clear = (): void => {
    pending = [];
    list.replaceChildren();
  };
  const render = (): void => {
    const last = pending.at(-1);
    if (last === undefined) return;
    // Screen readers need it.
    setText(
      byId("announcement"),
      `${last.method} ${last.path}, ${outcome(last)}. ${last.notes.join(". ")}`,
    );
    list.prepend(...pending.reverse().map((request) => entryOf(request, shown)));
    pending = [];
    while (list.childElementCount > MAX_REQUESTS) list.lastElementChild?.remove();
  };
  byId("clear").addEventListener("click", clear);
  return {
    clear,
    add: (request: AnnotatedRequest): void => {
      if (pending.push(request) === 1) requestAnimationFrame(render);
      // A page that is not visible has no frames.
      if (pending.length > MAX_REQUESTS) pending.shift();
    },
  };
}

function entryOf(request: AnnotatedRequest, shown: ShownWorld): HTMLLIElement {
  const { at, method, path, status, fault, notes } = request;
  const kind = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
  const line = element(
    "summary",
    { class: "line" },
    element("time", { datetime: at }, new Date(at).toLocaleTimeString("en-GB")),
    element("span", { class: "method" }, method),
    element("span", { class: "path" }, path),
    element("span", { class: "status", "data-kind": kind }, outcome(request)),
  );
  const full = element("details", {}, line);
  full.addEventListener("toggle", () => void showDetails(full, request, shown), { once: true });
  const item = element("li", notes.length > 0 ? { class: "with-notes" } : {}, full);
  if (fault !== undefined) item.append(element("p", { class: "fault" }, `fault: ${fault}`));
  for (const note of notes) item.append(element("p", { class: "note" }, note));
  return item;
}

const outcome = ({ status }: AnnotatedRequest): string =>
  status === 0 ? "no response" : String(status);

/** Headers and body of a request that is opened. */
async function showDetails(
  into: HTMLElement,
  { n }: AnnotatedRequest,
  shown: ShownWorld,
): Promise<void> {
  const content = element("div", { class: "exchange" });
  into.append(content);
  const why = ({ message }: Error) => [element("p", { class: "about" }, message)];
  content.append(...(await shown().exchange(n).then(parts, why)));
}

function parts({ requestHeaders, responseHeaders, body, bytes }: ExchangeDetails): HTMLElement[] {
  // One order a line, so that a long list can be read. Digits stay as they are.
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
