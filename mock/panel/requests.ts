/** The requests that the mock receives, newest first, each with notes on what the contract says about it. One opens on a click. */
import type { ControlClient } from "../control/control-client.ts";
import type { AnnotatedRequest, ExchangeDetails } from "../control/request-notes.ts";
import { button, byId, element, setText, showMessage } from "./element.ts";

/** Requests that are shown. */
const MAX_REQUESTS = 200;

export class RequestList {
  private readonly list = byId<HTMLOListElement>("log");
  private readonly pause = byId<HTMLButtonElement>("pause");
  private pending: AnnotatedRequest[] = [];
  private frame = 0;
  private readonly actions: RequestActions;

  constructor(actions: RequestActions) {
    this.actions = actions;
    this.pause.addEventListener("click", () => {
      this.pause.ariaPressed = String(!this.paused);
      this.render();
    });
    byId("clear").addEventListener("click", () => this.clear());
  }

  add(request: AnnotatedRequest): void {
    this.pending.push(request);
    if (this.pending.length > MAX_REQUESTS) this.pending.shift();
    this.render();
  }

  clear(): void {
    this.pending = [];
    this.list.replaceChildren();
    setText(this.pause, "Pause");
  }

  private get paused(): boolean {
    return this.pause.ariaPressed === "true";
  }

  private render(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const waiting = this.pending.length > 0 ? ` (${this.pending.length})` : "";
      setText(this.pause, this.paused ? `Resume${waiting}` : "Pause");
      const last = this.pending.at(-1);
      if (this.paused || last === undefined) return;
      // For screen readers.
      setText(byId("announcement"), `${last.method} ${last.path}, ${outcome(last)}. ${last.notes.join(". ")}`);
      this.list.prepend(...this.pending.reverse().map((request) => this.entry(request)));
      this.pending = [];
      while (this.list.childElementCount > MAX_REQUESTS) this.list.lastElementChild?.remove();
    });
  }

  private entry(request: AnnotatedRequest): HTMLLIElement {
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
    full.addEventListener("toggle", () => void showDetails(full, request, this.actions), { once: true });
    const item = element("li", notes.length > 0 ? { class: "with-notes" } : {}, full);
    if (fault !== undefined) item.append(element("p", { class: "fault" }, `fault: ${fault}`));
    for (const note of notes) item.append(element("p", { class: "note" }, note));
    return item;
  }
}

const outcome = ({ status }: AnnotatedRequest): string => (status === 0 ? "no response" : String(status));

export interface RequestActions {
  readonly control: ControlClient;
  /** The base address of the service; undefined if other programs cannot reach it. */
  readonly curlUrl: string | undefined;
  readonly makeFault: (request: AnnotatedRequest) => void;
}

/** What a request shows when it is opened: headers, body, and what can be made of it. */
async function showDetails(into: HTMLElement, request: AnnotatedRequest, actions: RequestActions): Promise<void> {
  const { control, curlUrl, makeFault } = actions;
  const buttons = element("p", { class: "buttons" });
  if (curlUrl !== undefined)
    buttons.append(button("Copy as curl", () => void copyCurl(request, curlUrl, control.world)));
  buttons.append(button("Make this a fault", () => makeFault(request)));
  const content = element("div", { class: "exchange" }, buttons);
  into.append(content);
  try {
    content.append(...parts(await control.exchange(request.n)));
  } catch (error) {
    content.append(element("p", { class: "about" }, (error as Error).message));
  }
}

/** With the key of the world, from the environment or the default one. */
async function copyCurl({ method, path }: AnnotatedRequest, baseUrl: string, world: string): Promise<void> {
  const key = `\${ORDERS_API_KEY:-demo-key}${world === "" ? "" : `.${world}`}`;
  const url = `${baseUrl}${path}`.replaceAll("'", "%27");
  const curl = `curl -i${method === "GET" ? "" : ` -X ${method}`} '${url}' -H "Authorization: Bearer ${key}"`;
  await navigator.clipboard.writeText(curl);
  showMessage("The curl command is copied.");
}

function parts({ requestHeaders, responseHeaders, body, bytes }: ExchangeDetails): HTMLElement[] {
  // One order a line, so that a long list can be read. Digits stay as they are.
  const shown = body.startsWith("[") ? body.replaceAll("},{", "},\n {") : body;
  return [
    ...headers("Request headers", requestHeaders),
    ...headers("Response headers", responseHeaders),
    element("h3", {}, `Response body, ${bytes.toLocaleString("en")} bytes`),
    ...(bytes === 0 ? [] : [element("pre", { tabindex: "0", "aria-label": "Response body" }, shown)]),
  ];
}

function headers(title: string, fields: ExchangeDetails["requestHeaders"]): HTMLElement[] {
  const list = element("dl");
  for (const [name, value] of fields) list.append(element("dt", {}, name), element("dd", {}, value));
  return [element("h3", {}, title), list];
}
