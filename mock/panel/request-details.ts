/** What a request shows when it is opened: headers, body, and what can be made of it. */
import type { AnnotatedRequest } from "../control/commands.ts";
import type { ControlClient } from "../control/control-client.ts";
import type { ExchangeDetails } from "../control/request-notes.ts";
import { element } from "./element.ts";
import { copyText } from "./messages.ts";

export interface RequestActions {
  /** The base address of the service. */
  readonly baseUrl: string;
  readonly makeFault: (request: AnnotatedRequest) => void;
}

export class RequestDetails {
  private readonly control: ControlClient;
  private readonly actions: RequestActions;

  constructor(control: ControlClient, actions: RequestActions) {
    this.control = control;
    this.actions = actions;
  }

  async show(into: HTMLElement, request: AnnotatedRequest): Promise<void> {
    const curl = element("button", { type: "button", class: "quiet" }, "Copy as curl");
    curl.addEventListener("click", () => void copyText(this.curl(request), "The curl command is copied."));
    const fault = element("button", { type: "button", class: "quiet" }, "Make this a fault");
    fault.addEventListener("click", () => this.actions.makeFault(request));
    const content = element("div", { class: "exchange" }, element("p", { class: "buttons" }, curl, fault));
    into.append(content);
    try {
      content.append(...parts(await this.control.exchange(request.n)));
    } catch (error) {
      content.append(element("p", { class: "about" }, (error as Error).message));
    }
  }

  /** With the key of this world, from the environment or the default one. */
  private curl({ method, path }: AnnotatedRequest): string {
    const { world } = this.control;
    const key = `\${ORDERS_API_KEY:-demo-key}${world === "" ? "" : `.${world}`}`;
    const url = `${this.actions.baseUrl}${path}`.replaceAll("'", "%27");
    return `curl -i${method === "GET" ? "" : ` -X ${method}`} '${url}' -H "Authorization: Bearer ${key}"`;
  }
}

function parts({ requestHeaders, responseHeaders, body, bytes }: ExchangeDetails): HTMLElement[] {
  const shown = pretty(body);
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

/** One order a line, so that a long list can be read. Digits stay as they are. */
function pretty(body: string): string {
  return body.startsWith("[") ? body.replaceAll("},{", "},\n {") : body;
}
