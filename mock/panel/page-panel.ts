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

/** Adds the button to the page. The panel itself is made when it is opened first. */
export function addPanel(service: Service, baseUrl: string): void {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const frame = document.createElement("iframe");
  frame.title = "Orders mock";
  frame.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Orders mock";
  button.ariaExpanded = "false";
  button.addEventListener("click", () => {
    frame.hidden = !frame.hidden;
    button.ariaExpanded = String(!frame.hidden);
    button.textContent = frame.hidden ? "Orders mock" : "Close";
    if (frame.srcdoc === "") fill(frame, service, baseUrl);
  });
  root.adoptedStyleSheets = [sheet(window, CORNER)];
  root.append(frame, button);
  document.body.append(host);
}

function fill(frame: HTMLIFrameElement, service: Service, baseUrl: string): void {
  frame.addEventListener("load", () => {
    const { contentDocument: page, contentWindow } = frame;
    if (page === null || contentWindow === null) return;
    page.adoptedStyleSheets = [sheet(contentWindow as Window & typeof globalThis, STYLES)];
    setPage(page);
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
