/** The panel in the page of an app whose service worker answers: a button in a corner opens it in a frame of its own. */
import type { Service } from "../service/service.ts";
import { setPage } from "./element.ts";
import { MARKUP, STYLES } from "./generated/markup.ts";
import { ServiceConnection } from "./service-connection.ts";
import { startPanel } from "./start-panel.ts";

const CORNER = `
  :host { all: initial; }
  button {
    position: fixed; right: 16px; bottom: 16px; z-index: 2147483647;
    font: 600 14px/1 system-ui, sans-serif; padding: 11px 15px; cursor: pointer;
    color: #fff; background: #4f46e5; border: 1px solid #fff6; border-radius: 99px; box-shadow: 0 3px 14px #0005;
  }
  button[aria-expanded="true"] { bottom: auto; top: 12px; padding: 9px 13px; }
  button:focus-visible { outline: 3px solid #a5b4fc; outline-offset: 2px; }
  iframe {
    position: fixed; inset: 0 0 0 auto; z-index: 2147483646; width: min(100vw, 620px); height: 100%;
    border: 0; box-shadow: 0 0 40px #0006; background: Canvas; color-scheme: light dark;
  }
  [hidden] { display: none; }
`;

const hosts = new WeakMap<Service, HTMLElement>();

/** Adds the button to the page, once for a service. The panel itself is made when it is opened first. */
export function addPanel(service: Service, baseUrl: string): void {
  if (hosts.get(service)?.isConnected === true) return;
  const host = document.createElement("div");
  hosts.set(service, host);
  const root = host.attachShadow({ mode: "open" });
  const frame = document.createElement("iframe");
  frame.title = "Orders mock";
  frame.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Orders mock";
  button.ariaExpanded = "false";
  const toggle = (): void => {
    frame.hidden = !frame.hidden;
    button.ariaExpanded = String(!frame.hidden);
    button.textContent = frame.hidden ? "Orders mock" : "Close";
  };
  const onEscape = ({ key, target }: KeyboardEvent): void => {
    // In a dialog of the panel, Escape closes that dialog.
    if (key !== "Escape" || frame.hidden || (target as Element).closest("dialog") !== null) return;
    toggle();
    button.focus();
  };
  button.addEventListener("click", () => {
    toggle();
    if (frame.srcdoc === "") fill(frame, service, baseUrl, onEscape);
  });
  button.addEventListener("keydown", onEscape);
  root.adoptedStyleSheets = [sheet(window, CORNER)];
  // The panel follows its button in the order of Tab.
  root.append(button, frame);
  document.body.append(host);
}

function fill(
  frame: HTMLIFrameElement,
  service: Service,
  baseUrl: string,
  onEscape: (event: KeyboardEvent) => void,
): void {
  frame.addEventListener("load", () => {
    const { contentDocument: page, contentWindow } = frame;
    if (page === null || contentWindow === null) return;
    page.adoptedStyleSheets = [sheet(contentWindow as Window & typeof globalThis, STYLES)];
    setPage(page);
    page.addEventListener("keydown", onEscape);
    void startPanel({ connection: new ServiceConnection(service), baseUrl, world: "" });
  });
  frame.srcdoc = `<!doctype html><html lang="en"><title>Orders mock</title><body>${MARKUP}</body></html>`;
}

/** A style sheet that a Content-Security-Policy of the page does not refuse, as it would a style element. */
function sheet({ CSSStyleSheet }: typeof globalThis, css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
